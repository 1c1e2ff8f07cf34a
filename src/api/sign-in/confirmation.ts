// An action that cannot be undone needs a user who proved within the last minutes to be the one: by
// the login, or by password or code since.
import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, isInSession } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'

const CONFIRMED_MS = 10 * 60_000

/** A program cannot be asked, so that an API token never does what needs a confirmation. */
export function requireConfirmation(caller: Caller, now_ms: number): void {
  if (!isInSession(caller)) {
    throw new Problem('not-allowed', { message: 'This cannot be done with an API token.' })
  }
  if (now_ms - Date.parse(caller.confirmed_at) < CONFIRMED_MS) return
  throw new Problem('confirmation-required')
}

/** A user who must have a second factor and has none may only call what leads to one. */
export function refuseBeforeSecondFactor(
  caller: Caller,
  { before_second_factor }: Pick<Endpoint, 'before_second_factor'>,
): void {
  if (caller.lacks_second_factor && !before_second_factor) {
    throw new Problem('second-factor-missing')
  }
}
