// Folders with the owner and mode that the programs of other users need.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { isRoot, runChild } from './child.ts'

/** A limit of the kernel's structure for the address of a Unix socket. */
const SOCKET_PATH_LENGTH_MAX = 107

export interface Owner {
  uid: number
  gid: number
}

export function ourselves(): Owner {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

/**
 * Makes the folder, and its mode and owner what they must be even if it was there. The folder in
 * its parent must be ours: the owner of the parent could replace this folder by a link, and root
 * would follow it.
 */
export async function makeFolder(folder: string, mode: number, owner = ourselves()): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  const { uid } = await fs.stat(folder)
  if (uid !== ourselves().uid && uid !== owner.uid) {
    throw new Error(`${folder} belongs to user ${uid}: start as that user, or give it to root`)
  }
  await fs.chmod(folder, mode)
  if (isRoot()) await fs.chown(folder, owner.uid, owner.gid)
}

/** Where `makePrivateFolder` makes it. */
export function privateFolder(base: string, origin: string): string {
  const hash = createHash('sha256').update(origin).digest('hex').slice(0, 12)
  return join(base, `softswitch-${hash}`)
}

/**
 * Creates a private folder in a place such as /tmp, where another user could have created it before
 * and would own what we put into it. The same `origin` always gets the same folder.
 */
export async function makePrivateFolder(
  base: string,
  origin: string,
  mode: number,
  owner: Owner,
): Promise<string> {
  const folder = privateFolder(base, origin)
  await fs.mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await fs.lstat(folder)
  if (!found.isDirectory() || (found.uid !== owner.uid && found.uid !== ourselves().uid)) {
    throw new Error(`${folder} belongs to another user: remove it`)
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
  owner: Owner,
): Promise<string> {
  if (Buffer.byteLength(join(wanted, longestName)) > SOCKET_PATH_LENGTH_MAX) {
    const base = isRoot() ? '/run' : (process.env.XDG_RUNTIME_DIR ?? '/tmp')
    return await makePrivateFolder(base, wanted, mode, owner)
  }
  await makeFolder(wanted, mode, owner)
  return wanted
}

/** Lets every user read what lies in a folder of ours; what is a program stays one. */
export async function makeReadableForAll(folder: string): Promise<void> {
  await runChild({ program: 'chmod', args: ['-R', 'a+rX', folder] })
}
