// A run outside of the test runner that gets a signal ends its children first.
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sendSignalTo } from '#supervisor/processes/process-table.ts'
import { testFolders } from './postgres-for-tests.ts'
import { descendantsOf, processesNow } from './processes-now.ts'

/** A product stops in order in less. */
const PATIENCE_MS = 40_000

export interface Ending {
  /** After a signal: no more is started. */
  isEnding(): boolean
  /** Ends the process with its result, but not while its descendants are being ended. */
  exit(code: number): void
}

/** From now on SIGINT and SIGTERM end all descendants of this process, and then itself. */
export function endWithChildren(): Ending {
  let is_ending = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      is_ending = true
      void end()
    })
  }
  return {
    isEnding: () => is_ending,
    exit(code) {
      if (!is_ending) process.exit(code)
    },
  }
}

async function end(): Promise<void> {
  // A wait for one of them fails now, which is no news.
  process.on('uncaughtException', () => {})
  const ours = new Map<number, { readonly began: string }>()
  const told = new Set<number>()
  const patient_until = performance.now() + PATIENCE_MS
  for (;;) {
    const found = processesNow()
    for (const [pid, one] of descendantsOf(process.pid, found)) ours.set(pid, one)
    const left = [...ours].filter(([pid, { began }]) => found.get(pid)?.began === began)
    if (left.length === 0) break
    const is_over = performance.now() > patient_until
    for (const [pid] of left) {
      const parent = found.get(pid)?.parent ?? 0
      // A test runner that ends leaves its programs; those of a product are ended by the product.
      const is_ours_to_end = parent === process.pid || !ours.has(parent)
      if (is_over) sendSignalTo(pid, 'SIGKILL')
      // PostgreSQL would wait for our own connections on SIGTERM.
      else if (is_ours_to_end && !told.has(pid)) {
        sendSignalTo(pid, 'SIGINT')
        told.add(pid)
      }
    }
    await pause(100)
  }
  for (const folder of testFolders) await rm(folder, { recursive: true, force: true })
  process.exit(1)
}
