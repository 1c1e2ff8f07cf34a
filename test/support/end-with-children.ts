// A run outside of the test runner that gets a signal ends its children first.
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { testFolders } from './postgres-for-tests.ts'

/** A product stops in order in less. */
const PATIENCE_MS = 40_000

/**
 * From now on SIGINT and SIGTERM end all children of this process, and then itself. The answer is
 * aborted with the signal, so that no more are started.
 */
export function endWithChildren(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      ending.abort()
      void end()
    })
  }
  return ending.signal
}

async function end(): Promise<void> {
  // Who waits for them fails now, which is no news.
  process.on('uncaughtException', () => {})
  const told = new Set<number>()
  const patient_until = performance.now() + PATIENCE_MS
  for (let pids = childrenOf(process.pid); pids.length > 0; pids = childrenOf(process.pid)) {
    const is_over = performance.now() > patient_until
    for (const pid of pids) {
      if (is_over) tell(pid, 'SIGKILL')
      // PostgreSQL would wait for our own connections on SIGTERM.
      else if (!told.has(pid)) tell(pid, 'SIGINT')
      told.add(pid)
    }
    await pause(100)
  }
  for (const folder of testFolders) await rm(folder, { recursive: true, force: true })
  process.exit(1)
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the look and the word.
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // After the name in parentheses: state, parent.
      const [state, of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(of) === parent && state !== 'Z'
    } catch {
      return false
    }
  })
}
