// A request answers with the result of a job, if that is there soon; long work is not waited for.
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 8000
const LOOK_EVERY_MS = 50

/** The first answer of `look` that is one, or undefined after the time: eight seconds. */
export async function waitForJob<Answer>(
  look: () => Promise<Answer | false | undefined>,
  patience_ms = PATIENCE_MS,
): Promise<Answer | undefined> {
  for (let waited_ms = 0; waited_ms < patience_ms; waited_ms += LOOK_EVERY_MS) {
    const answer = await look()
    if (answer) return answer
    await pause(LOOK_EVERY_MS)
  }
  return undefined
}
