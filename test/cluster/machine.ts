// A machine of the cluster: a network namespace behind a cable that can be pulled out.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild, type SystemUser } from '#supervisor/processes/child.ts'
import { makeFolder } from '#supervisor/processes/folder.ts'
import { daemonUser } from '#supervisor/processes/system-user.ts'
import { until } from '../sip/until.ts'

const BRIDGE = 'cluster'
const NETWORK_BITS = 24

export interface Machine {
  readonly name: string
  readonly address: string
  readonly folder: string
  /** Starts it there as the database's user; what it prints is in the folder. */
  start(program: string, args: readonly string[], environment?: Record<string, string>): void
  /** Runs a program there to its end, for at most three seconds, and answers what it prints. */
  run(program: string, args: readonly string[], input?: string): Promise<string>
  /** Everything that runs there. */
  processes(): number[]
  signal(name: NodeJS.Signals): void
  /** As when the cable of its network is pulled out. */
  cutOff(): Promise<void>
  join(): Promise<void>
  /** Nothing more can be written in its folder; only if it has a disk of its own. */
  fillDisk(): Promise<void>
  emptyDisk(): Promise<void>
  readLog(program: string): string
}

const ip = (...args: string[]) => runChild({ program: 'ip', args })

/** The switch that the cables end in, with an address for the machine of the calls. */
export async function openNetwork(address: string): Promise<void> {
  await ip('link', 'add', BRIDGE, 'type', 'bridge')
  await ip('addr', 'add', `${address}/${NETWORK_BITS}`, 'dev', BRIDGE)
  await ip('link', 'set', BRIDGE, 'up')
}

function networkOf(pid: number | 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    // It ended meanwhile.
    return ''
  }
}

async function connect(holder: ChildProcess, name: string, address: string): Promise<void> {
  const pid = holder.pid ?? 0
  const own = networkOf('self')
  await until('there is a namespace', () => !['', own].includes(networkOf(pid)))
  const cable = `to-${name}`
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  await ip('link', 'set', cable, 'master', BRIDGE, 'up')
  const inside = ['-t', String(pid), '-n', 'ip']
  const args = ['addr', 'add', `${address}/${NETWORK_BITS}`, 'dev', 'eth0']
  await runChild({ program: 'nsenter', args: [...inside, ...args] })
  for (const link of ['lo', 'eth0']) {
    await runChild({ program: 'nsenter', args: [...inside, 'link', 'set', link, 'up'] })
  }
}

/** The command that becomes the program as this user. */
const asUser = ({ uid, gid }: SystemUser, program: string, args: readonly string[]) => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
  ...[program, ...args],
]

/** With `disk_mb` its folder is a disk of that size, in memory, which ends with the namespace. */
export async function openMachine(
  name: string,
  address: string,
  root: string,
  disk_mb?: number,
): Promise<Machine> {
  const user = daemonUser('postgres')
  const folder = join(root, name)
  await makeFolder(folder, 0o755, user)
  if (disk_mb !== undefined) {
    const options = `size=${disk_mb}m,mode=755,uid=${user.uid},gid=${user.gid}`
    await runChild({ program: 'mount', args: ['-t', 'tmpfs', '-o', options, 'none', folder] })
  }
  const filler = join(folder, 'filler')
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  await connect(holder, name, address)
  const network = networkOf(holder.pid ?? 0)
  const inside = ['-t', String(holder.pid), '-n']
  const logOf = (program: string) => join(folder, `${program}.log`)
  const processes = () =>
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => pid !== holder.pid && networkOf(pid) === network)
  return {
    name,
    address,
    folder,
    processes,
    start(program, args, environment = {}) {
      const log = openSync(logOf(program), 'a')
      spawn('nsenter', [...inside, ...asUser(user, program, args)], {
        cwd: folder,
        detached: true,
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...environment },
        stdio: ['ignore', log, log],
      })
    },
    run: (program, args, input) =>
      runChild(
        {
          program: 'timeout',
          args: ['-s', 'KILL', '3', 'nsenter', ...inside, ...asUser(user, program, args)],
        },
        input,
      ),
    signal(signal) {
      for (const pid of processes()) {
        try {
          process.kill(pid, signal)
        } catch {
          // It ended between the look and the signal.
        }
      }
    },
    async cutOff() {
      await ip('link', 'set', `to-${name}`, 'down')
    },
    async join() {
      await ip('link', 'set', `to-${name}`, 'up')
    },
    async fillDisk() {
      const { bavail, bsize } = await statfs(folder)
      const megabytes = Math.ceil((bavail * bsize) / 2 ** 20)
      const args = ['if=/dev/zero', `of=${filler}`, 'bs=1M', `count=${megabytes}`]
      // It ends without room for the last byte.
      await runChild({ program: 'dd', args }).catch(() => {})
    },
    emptyDisk: () => rm(filler),
    readLog: (program) => readFileSync(logOf(program), 'utf8'),
  }
}
