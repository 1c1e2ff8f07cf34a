// Programs that must survive us, because calls talk through them: started detached, found again by
// their command line, ended only on purpose.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SystemUser, startChild } from './child.ts'
import { ProgramMissing, type Running } from './keep-running.ts'
import { lastComplaint, openLog } from './log-file.ts'
import { commandLine, sendSignalTo, waitUntil } from './process-table.ts'

export interface Daemon {
  file: string
  args: string[]
  /** A program and its options that becomes the daemon after it has prepared the process. */
  launcher?: readonly [string, ...string[]]
  /** The argument that no other process on this machine has. */
  mark: string
  user: SystemUser | undefined
  may_take_low_ports?: boolean
  environment?: Readonly<Record<string, string>>
  log: string
  /** Whether it responds; checked after the start and periodically. */
  isHealthy(): Promise<boolean>
}

const READY_TIMEOUT_MS = 10_000
const STOP_TIMEOUT_MS = 10_000
const WATCH_INTERVAL_MS = 500

export function findProgram(name: string, packages: string): string {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (file) return file
  throw new ProgramMissing(
    `${name} is not installed. As root, run: apt-get install --no-install-recommends ${packages}`,
  )
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** All processes of the daemon: itself, its workers, and workers whose daemon was killed. */
async function processesOf(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const marked = await Promise.all(
    pids.map(async (pid) => ((await commandLine(pid)).includes(mark) ? pid : 0)),
  )
  return marked.filter((pid) => pid !== 0)
}

/** The one process that the others descend from; none if it is gone and only workers are left. */
async function findMain(mark: string): Promise<number | undefined> {
  const pids = await processesOf(mark)
  const parents = await Promise.all(pids.map(parentOf))
  const mains = pids.filter((_, index) => !pids.includes(parents[index] ?? 0))
  return mains.length === 1 ? mains[0] : undefined
}

/** True also for workers whose daemon was killed: they still hold its ports. */
export async function isDaemonRunning(mark: string): Promise<boolean> {
  return (await processesOf(mark)).length > 0
}

/** Ends the daemon with all that is left of it; it may use the time to save its calls. */
export async function stopDaemon(mark: string): Promise<void> {
  const main = await findMain(mark)
  if (main) {
    sendSignalTo(main, 'SIGTERM')
    await waitUntil(async () => (await commandLine(main)).length === 0, STOP_TIMEOUT_MS)
  }
  // It ends after its workers; one that is still there now would never end.
  for (const pid of await processesOf(mark)) sendSignalTo(pid, 'SIGKILL')
  await waitUntil(async () => !(await isDaemonRunning(mark)), STOP_TIMEOUT_MS)
}

/** `reason` has details if the process is our child. */
function watch(daemon: Daemon, pid: number, reason = async () => 'ended'): Running {
  const isGone = async () => (await commandLine(pid)).length === 0
  return {
    pid,
    ended: waitUntil(isGone, Number.POSITIVE_INFINITY, WATCH_INTERVAL_MS).then(reason),
    isHealthy: daemon.isHealthy,
    stop: () => stopDaemon(daemon.mark),
  }
}

/** The daemon as it runs with these very arguments and answers, if it does. */
export async function adoptDaemon(daemon: Daemon): Promise<Running | undefined> {
  const pid = await findMain(daemon.mark)
  if (!pid) return undefined
  const isSame = (await commandLine(pid)).join('\0') === [daemon.file, ...daemon.args].join('\0')
  return isSame && (await daemon.isHealthy()) ? watch(daemon, pid) : undefined
}

export async function launchDaemon(daemon: Daemon): Promise<Running> {
  await stopDaemon(daemon.mark)
  const log = await openLog(daemon.log)
  const [program, ...args] = [...(daemon.launcher ?? []), daemon.file, ...daemon.args] as const
  const { user, may_take_low_ports = false, environment } = daemon
  const child = startChild({ program, args, user, may_take_low_ports, environment }, [
    'ignore',
    log.fd,
    log.fd,
  ])
  child.unref()
  let end: string | undefined
  child.once('error', (error) => {
    end = error.message
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      end = signal ? `ended by ${signal}` : `ended with code ${code}`
      resolve()
    })
  })
  await log.close()
  const isReady = await waitUntil(
    async () => end !== undefined || (await daemon.isHealthy()),
    READY_TIMEOUT_MS,
    100,
  )
  async function reason(): Promise<string> {
    // Who was killed had no time to say why; the last complaint would be an older one.
    const words = end?.includes('SIG') ? '' : await lastComplaint(daemon.log)
    return [end ?? 'ended', words].filter(Boolean).join(': ')
  }
  // It is gone from the table of processes before Node says how it ended.
  if (isReady && end === undefined && child.pid) {
    return watch(daemon, child.pid, () => exited.then(reason))
  }
  end ??= 'does not answer'
  const message = await reason()
  await stopDaemon(daemon.mark)
  throw new Error(message)
}
