// A request answers with the result of a job, if that is there soon; long work is not waited for.
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 8000
const LOOK_EVERY_MS = 50

/** Returns when the work is done, or after eight seconds. */
export async function waitForJob(isDone: () => Promise<boolean>): Promise<void> {
  for (let waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += LOOK_EVERY_MS) {
    if (await isDone()) return
    await pause(LOOK_EVERY_MS)
  }
}
