// A program of ours that ends without a signal from its test is a fault in any test.
import type { ChildProcess } from 'node:child_process'

const LOG_SHOWN = 2000

/**
 * From now on its end is an error outside of any test, which fails a run at once, unless we have
 * sent it a signal ourselves (`child.kill`).
 */
export function expectToLive(name: string, child: ChildProcess, log: () => string): void {
  child.once('exit', (code, signal) => {
    if (child.killed) return
    const how = signal ?? `exit code ${code}`
    throw new Error(`A process of ours died: ${name}, ${how}.\n${log().slice(-LOG_SHOWN)}`)
  })
}
