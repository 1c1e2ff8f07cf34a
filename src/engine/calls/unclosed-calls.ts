// Calls that have ended and cannot be closed, though the database answers: something refuses what
// would be written. They are retried at growing intervals, so that they do not slow down other
// calls, and the console shows them, because only an operator can help.
import { noteUnclosedCall } from '#db/calls/open-calls.ts'
import type { ActiveCall } from './active-calls.ts'
import type { EngineContext } from './context.ts'

const FIRST_PAUSE_MS = 10_000
const PAUSE_MAX_MS = 3_600_000

/** The end is known but could not be written; the switch repeats its event. */
export class NotClosed extends Error {}

/** Throws while the call waits for its next retry. */
export function checkRested({ clock }: Pick<EngineContext, 'clock'>, active: ActiveCall): void {
  const { unclosed } = active
  if (unclosed !== null && clock.monotonic_ms() < unclosed.again_at_ms) {
    throw new NotClosed('It was tried a short while ago')
  }
}

/** Logs it once per retry. */
export async function noteUnclosed(
  { clock, log, database }: EngineContext,
  active: ActiveCall,
  error: unknown,
): Promise<NotClosed> {
  const { call_id } = active.call
  const pause_ms = Math.min(PAUSE_MAX_MS, (active.unclosed?.pause_ms ?? FIRST_PAUSE_MS / 2) * 2)
  active.unclosed = { pause_ms, again_at_ms: clock.monotonic_ms() + pause_ms }
  const why = error instanceof Error ? error.message : String(error)
  log.error({ call_id, error: why, again_in_ms: pause_ms }, 'a call has ended and cannot be closed')
  await noteUnclosedCall(database, call_id, why).catch((trouble: unknown) =>
    log.warn({ call_id, error: String(trouble) }, 'the failed close of a call cannot be stored'),
  )
  return new NotClosed(why)
}
