// Which user of the operating system a program of ours runs as when we are root; otherwise it is
// us.
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { askChild, isRoot, type SystemUser } from './child.ts'

const NAME = 'softswitch'

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const answer = askChild({ program: 'id', args: [flag, name] })
  return answer === undefined ? undefined : Number(answer)
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

function ownUser(name: string): SystemUser {
  const existing = findUser(name)
  if (existing) return existing
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  askChild({ program: 'useradd', args: [...options, name] })
  // Without useradd, an existing unprivileged user is still better than root.
  const user = findUser(name) ?? findUser('nobody')
  if (!user) throw new Error(`Could not create the system user ${name}: run useradd ${name}`)
  return user
}

/**
 * The user for the database in `folder`: its owner once it exists, because files must stay
 * readable.
 */
export function databaseUser(folder: string): SystemUser {
  if (!isRoot()) return ourselves()
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (!owner) return ownUser(NAME)
  if (owner.uid === 0)
    throw new Error(`${folder} belongs to root, but PostgreSQL does not run as root`)
  return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
}

/** The user for a Debian daemon: the package's own, or ours. */
export function daemonUser(name: string): SystemUser {
  return isRoot() ? (findUser(name) ?? ownUser(NAME)) : ourselves()
}

/** The user for a process that owns nothing and may write nowhere. */
export function serviceUser(
  name: 'api' | 'engine' | 'jobs' | 'recorder' | 'test-line',
): SystemUser {
  return isRoot() ? ownUser(`${NAME}-${name}`) : ourselves()
}

export function canEnter(folder: string, user: SystemUser): boolean {
  return askChild({ program: 'test', args: ['-x', folder], user }) !== undefined
}
