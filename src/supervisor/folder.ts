// Folders with the owner and mode that the programs of other users need.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { isRoot, type SystemUser } from './system-user.ts'

/** A limit of the kernel's structure for the address of a Unix socket. */
const SOCKET_PATH_LENGTH_MAX = 107

/** Makes the folder, and its mode and owner what they must be even if it was there. */
export async function makeFolder(folder: string, mode: number, owner?: SystemUser): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  await fs.chmod(folder, mode)
  if (owner && isRoot()) await fs.chown(folder, owner.uid, owner.gid)
}

/**
 * Makes a private folder in a place such as /tmp, where anybody could have made it before us and
 * would own what we put into it. The same `origin` always gets the same folder.
 */
export async function makePrivateFolder(
  base: string,
  origin: string,
  mode: number,
  owner: SystemUser,
): Promise<string> {
  const hash = createHash('sha256').update(origin).digest('hex').slice(0, 12)
  const folder = join(base, `softswitch-${hash}`)
  await fs.mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await fs.lstat(folder)
  if (!found.isDirectory() || (found.uid !== owner.uid && found.uid !== process.getuid?.())) {
    throw new Error(`${folder} belongs to somebody else: remove it`)
  }
  await makeFolder(folder, mode, owner)
  return folder
}

/**
 * The folder for sockets: the one we want, or a short one if the longest path would be too long.
 */
export async function makeSocketFolder(
  wanted: string,
  longestName: string,
  mode: number,
  owner: SystemUser,
): Promise<string> {
  if (Buffer.byteLength(join(wanted, longestName)) > SOCKET_PATH_LENGTH_MAX) {
    const base = isRoot() ? '/run' : (process.env.XDG_RUNTIME_DIR ?? '/tmp')
    return await makePrivateFolder(base, wanted, mode, owner)
  }
  await makeFolder(wanted, mode, owner)
  return wanted
}
