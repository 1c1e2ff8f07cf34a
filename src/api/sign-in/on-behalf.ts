// The refusals in the portal of another account, whatever the rights of the user.
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'

/**
 * Passwords, sessions and tokens would be those of the user and not of the portal, and the profile
 * is changed by the account itself. Other changes need a reason first.
 */
export function refuseOnBehalf(
  { on_behalf_of: portal }: Caller,
  { method, needs, on_behalf }: Pick<Endpoint, 'method' | 'needs' | 'on_behalf'>,
): void {
  if (!portal || on_behalf) return
  const isChange = method !== 'GET'
  if (needs === 'session' || (needs === 'signed-in' && isChange)) {
    const message = `Not in the portal of ${portal.name}: leave it first.`
    throw new Problem('not-allowed', { message })
  }
  if (isChange && portal.writes_reason === null) {
    const message = `The portal of ${portal.name} is read-only: allow changes first.`
    throw new Problem('not-allowed', { message })
  }
}
