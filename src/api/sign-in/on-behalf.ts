// The refusals in the portal of another account, whatever the rights of the user.
import type { Endpoint } from '#contract/endpoint.ts'
import { isNeverOnBehalf, isSecretField } from '#core/permission/on-behalf.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'

/** Changes that are possible there need a reason first. */
export function refuseOnBehalf(
  { on_behalf_of: portal }: Caller,
  { method, needs, on_behalf, secret }: Pick<Endpoint, 'method' | 'needs' | 'on_behalf' | 'secret'>,
): void {
  if (!portal || on_behalf) return
  const is_change = method !== 'GET'
  if (isNeverOnBehalf({ needs, is_change, secret })) {
    const message = `Not in the portal of ${portal.name}: leave it first.`
    throw new Problem('not-allowed', { message })
  }
  if (is_change && portal.writes_reason === null) {
    const message = `The portal of ${portal.name} is read-only: allow changes first.`
    throw new Problem('not-allowed', { message })
  }
}

/** Once the body is read: the account itself sets its passwords and those of its clients. */
export function refuseSecretsOnBehalf(caller: Caller | undefined, body: unknown): void {
  const portal = caller?.on_behalf_of
  if (!portal) return
  const field = secretFieldIn(body)
  if (field === undefined) return
  const message = `Not in the portal of ${portal.name}: the account itself sets it.`
  throw new Problem('not-allowed', { message, fields: { [field]: message } })
}

/** The path of the first secret that is set; those inside of rows and groups are found too. */
function secretFieldIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    if (isSecretField(name) && part) return name
    const inner = secretFieldIn(part)
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}
