// Calls the handlers of endpoints in one transaction: each checks and logs what it does exactly as
// for a request of its own.
import type { Endpoint } from '#contract/endpoint.ts'
import { assert } from '#core/assert.ts'
import type { Permission } from '#core/permission/permission.ts'
import type { Tx } from '#db/database.ts'
import { joining } from '#db/parts.ts'
import { noteRefusal } from './activity.ts'
import type { AppContext } from './app-context.ts'
import type { Caller } from './caller.ts'
import type { Origin } from './network.ts'
import { Problem } from './problem.ts'

/** The parts of a request that the handlers need. */
export interface HandlerRequest extends AppContext {
  readonly caller: Caller
  readonly origin: Origin
}

/** The parts of a request that one of them gets. */
interface Parts {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

/** Calls one of them in the transaction. */
export async function callHandler(
  request: HandlerRequest,
  tx: Tx,
  endpoint: string,
  { params, query, body }: Parts,
): Promise<unknown> {
  const handler = request.handlers.get(endpoint)
  assert(handler, `${endpoint} has a handler`)
  const given = { params, query, body, is_part: true }
  return await handler({ ...request, database: joining(tx), ...given } as never)
}

/** A handler does not check the permission of its endpoint. */
export async function requireAll(
  { database, caller, origin }: HandlerRequest,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  permissions: readonly Permission[],
): Promise<void> {
  for (const permission of permissions) {
    if (caller.permissions.includes(permission)) continue
    await noteRefusal(database, { caller, origin }, endpoint, permission)
    throw new Problem('not-allowed')
  }
}
