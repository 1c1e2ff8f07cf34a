// The one place where programs are started: as which user, with what rights, and in what
// environment. None inherits ours: it may hold the first admin's password and the address of a
// database.
import {
  type ChildProcess,
  execFile,
  type SpawnOptions,
  type StdioOptions,
  spawn,
  spawnSync,
} from 'node:child_process'
import { promisify } from 'node:util'

/** Fixed: a root shell opened with `su` may lack the folders of the administration tools. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const OUTPUT_TIMEOUT_MS = 5000

/** A user of the operating system. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
  /** Beside its own one; none of those that /etc/group gives it counts. */
  groups?: readonly number[]
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

export interface Child {
  program: string
  args: readonly string[]
  /** None is our own user; without root it can only be that. */
  user?: SystemUser | undefined
  /** The only right that it keeps of root, to take a port below 1024. */
  may_take_low_ports?: boolean
  environment?: Readonly<Record<string, string>> | undefined
}

/** The command that gives up root, and every way back to it, and then becomes the program. */
function commandOf({ program, args, user, may_take_low_ports }: Child): [string, string[]] {
  if (!user || !isRoot()) return [program, [...args]]
  const groups = user.groups?.length ? `--groups=${user.groups.join(',')}` : '--clear-groups'
  const rights = may_take_low_ports ? '-all,+net_bind_service' : '-all'
  return [
    'setpriv',
    [
      ...[`--reuid=${user.uid}`, `--regid=${user.gid}`, groups, '--no-new-privs'],
      ...[`--bounding-set=${rights}`, `--inh-caps=${rights}`, `--ambient-caps=${rights}`],
      ...[program, ...args],
    ],
  ]
}

/** The working folder: one that cannot be removed and that every user may enter. */
function optionsOf({ environment }: Child): { cwd: string; env: Record<string, string> } {
  return { cwd: '/', env: { PATH, LC_ALL: 'C', ...environment } }
}

/** Starts it in a session of its own, so that Ctrl-C reaches us alone, who keep the order. */
export function startChild(child: Child, stdio: StdioOptions): ChildProcess {
  const options: SpawnOptions = { ...optionsOf(child), detached: true, stdio }
  return spawn(...commandOf(child), options)
}

/** Runs it to its end with `input`; fails with its output if it fails. */
export async function runChild(child: Child, input = ''): Promise<string> {
  const running = promisify(execFile)(...commandOf(child), optionsOf(child))
  running.child.stdin?.on('error', () => {}).end(input)
  return (await running).stdout
}

/** The output of a short program; undefined if it is missing or fails. */
export function askChild(child: Child): string | undefined {
  const answer = spawnSync(...commandOf(child), { ...optionsOf(child), encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim() : undefined
}

/** All that a short program prints, wherever it prints its version; nothing if it is missing. */
export function outputOf(child: Child): string {
  const options = { ...optionsOf(child), encoding: 'utf8', timeout: OUTPUT_TIMEOUT_MS } as const
  const { stdout, stderr } = spawnSync(...commandOf(child), options)
  return `${stdout ?? ''}${stderr ?? ''}`
}
