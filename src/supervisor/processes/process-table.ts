// Reads /proc for programs that may not be our children: ours survive a kill of the supervisor.
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStopwatch } from './stopwatch.ts'

/**
 * The ids of all processes that work in `folder`; every process of a PostgreSQL does in its own.
 */
export async function processesIn(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    ids.map(async (id) =>
      (await readlink(`/proc/${id}/cwd`).catch(() => '')) === folder ? id : '',
    ),
  )
  return found.filter(Boolean).map(Number)
}

/**
 * The arguments of a running process; empty if there is none, also for one that waits to be buried.
 */
export async function commandLine(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').slice(0, -1)
}

/** Sends a signal; a process that ended meanwhile is what the sender wanted or will notice. */
export function sendSignalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Polls every `interval_ms` until the result is true; false on timeout. */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  timeout_ms: number,
  interval_ms = 50,
): Promise<boolean> {
  const passed_ms = startStopwatch()
  while (!(await isTrue())) {
    if (passed_ms() > timeout_ms) return false
    await sleep(interval_ms)
  }
  return true
}
