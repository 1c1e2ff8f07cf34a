// An engine, the API, the jobs, the tracer or the recorder: a Node.js process of ours. It reports
// by IPC when it is ready. An engine takes calls until the next start ends it; the others end when
// that channel closes.
import { join } from 'node:path'
import type { DataFolder } from '../data-folder.ts'
import { type SystemUser, startChild } from './child.ts'
import { stopDaemon } from './daemon.ts'
import type { ProcessSpec, Running } from './keep-running.ts'
import { openLog, tail } from './log-file.ts'
import { waitUntil } from './process-table.ts'
import type { Programs } from './programs.ts'

type ChildProcess = ReturnType<typeof startChild>

interface Options {
  name: string
  entry:
    | 'src/api/main.ts'
    | 'src/engine/main.ts'
    | 'src/jobs/main.ts'
    | 'src/jobs/sip-traces/tracer.ts'
    | 'src/jobs/recordings/recorder.ts'
  programs: Programs
  user: SystemUser
  folder: DataFolder
  environment: Record<string, string>
  /** Flags of Node.js. */
  flags?: readonly string[]
  isHealthy?: () => Promise<boolean>
}

const READY_TIMEOUT_MS = 60_000
/** Draining: the engine stores its events, the API finishes its requests. */
const STOP_TIMEOUT_MS = 15_000

/** Why the process ended: its last error, a line of pino or an uncaught exception. */
async function lastLogLines(log: string): Promise<string> {
  const lines = (await tail(log, 40)).split('\n').reverse()
  const line = lines.find((text) => /"level":[56]0/.test(text) || /^\w*Error\b/.test(text))
  try {
    const { err, msg } = JSON.parse(line ?? '') as { err?: { message?: string }; msg?: string }
    return [msg, err?.message].filter(Boolean).join(': ')
  } catch {
    return line ?? ''
  }
}

/** Waits until the process is ready, or ends, or the supervisor stops. */
async function untilReady(child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const refuse = () => resolve(false)
  const timer = setTimeout(refuse, READY_TIMEOUT_MS)
  child.once('exit', refuse)
  child.once('error', refuse)
  signal.addEventListener('abort', refuse)
  child.on('message', (message) => {
    if (typeof message === 'object' && message && 'ready' in message) resolve(true)
  })
  return await promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', refuse)
  })
}

async function end(child: ChildProcess): Promise<void> {
  const isGone = () => child.exitCode !== null || child.signalCode !== null || !child.pid
  child.kill('SIGTERM')
  if (await waitUntil(isGone, STOP_TIMEOUT_MS)) return
  child.kill('SIGKILL')
  await waitUntil(isGone, STOP_TIMEOUT_MS)
}

/** An argument that only this process has, by which one left by an earlier supervisor is found. */
export const nodeMark = (folder: DataFolder, name: string): string => join(folder.run, name)

export function nodePart(options: Options): ProcessSpec {
  const { name, entry, programs, user, folder, environment, isHealthy } = options
  const mark = nodeMark(folder, name)
  const log = join(folder.logs, `${name}.log`)

  return {
    name,
    async start(signal): Promise<Running> {
      // Two engines of one name would each believe that the calls are theirs.
      await stopDaemon(mark)
      const file = await openLog(log)
      // The log is opened by us: it may write on, but not open any.
      const child = startChild(
        {
          program: programs.node,
          args: [...(options.flags ?? []), join(programs.folder, entry), mark],
          user,
          environment,
        },
        ['ignore', file.fd, file.fd, 'ipc'],
      )
      const ended = Promise.withResolvers<string>()
      child.once('exit', async (code, killer) => {
        // Who was killed had no time to say why.
        ended.resolve(
          killer ? `ended by ${killer}` : `ended with code ${code}: ${await lastLogLines(log)}`,
        )
      })
      await file.close()
      const isReady = await untilReady(child, signal)
      if (!isReady || !child.pid) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null
        await end(child)
        throw new Error(hasEnded ? await ended.promise : 'did not start')
      }
      return {
        pid: child.pid,
        ended: ended.promise,
        stop: () => end(child),
        ...(isHealthy && { isHealthy }),
      }
    },
  }
}
