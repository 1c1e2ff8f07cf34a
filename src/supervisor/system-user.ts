// Which user of the operating system a program of ours runs as when we are root; otherwise it is
// us.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'

export interface SystemUser {
  name: string
  uid: number
  gid: number
}

const NAME = 'softswitch'
// A root shell opened with `su` may lack the folders of the administration tools.
const ENVIRONMENT = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

function findUser(name: string): SystemUser | undefined {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid }
}

/** Ourselves; PostgreSQL's tools insist on a name for the user they run as. */
function ourselves(): SystemUser {
  try {
    const { username, uid, gid } = userInfo()
    return { name: username, uid, gid }
  } catch (cause) {
    const uid = process.getuid?.()
    throw new Error(
      `The user id ${uid} has no entry in /etc/passwd, which PostgreSQL needs: ` +
        'add one, or set DATABASE_URL',
      { cause },
    )
  }
}

function softswitchUser(): SystemUser {
  const existing = findUser(NAME)
  if (existing) return existing
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', [...options, NAME], { env: ENVIRONMENT })
  // Where useradd is missing, nobody is still better than root.
  const user = findUser(NAME) ?? findUser('nobody')
  if (!user) throw new Error(`Could not create the system user ${NAME}: run useradd ${NAME}`)
  return user
}

/**
 * The user for the database in `folder`: its owner once it exists, because files must stay
 * readable.
 */
export function databaseUser(folder: string): SystemUser {
  if (!isRoot()) return ourselves()
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (!owner) return softswitchUser()
  if (owner.uid === 0) throw new Error(`${folder} belongs to root, as whom PostgreSQL does not run`)
  return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
}

/** The user for a Debian daemon: the package's own, or ours. */
export function daemonUser(name: string): SystemUser {
  return isRoot() ? (findUser(name) ?? softswitchUser()) : ourselves()
}

/** What `spawn` needs to run a program as `user`; as a non-root user that can only be ourselves. */
export function asUser(user: SystemUser): { uid?: number; gid?: number; cwd: string } {
  return isRoot() ? { uid: user.uid, gid: user.gid, cwd: '/' } : { cwd: '/' }
}

export function canEnter(folder: string, user: SystemUser): boolean {
  return spawnSync('test', ['-x', folder], asUser(user)).status === 0
}
