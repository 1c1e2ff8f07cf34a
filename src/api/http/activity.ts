// The activity log: every change in the console, by whom, and what each field was and became.
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { isSecretField } from '#core/permission/on-behalf.ts'
import type { Database, Tx } from '#db/database.ts'
import {
  type Activity,
  type Changes,
  findLastChange,
  insertActivity,
  isRefusalKnown,
} from '#db/people/activity-log.ts'
import { type Signal, sendSignal } from '#db/signals.ts'
import type { Caller } from './caller.ts'
import type { Origin } from './network.ts'
import { Problem } from './problem.ts'

export interface Actor {
  readonly caller: Caller
  readonly origin: Origin
}

/** A user, with its API token or the portal that it sees. */
type Person = Pick<Caller, 'user_id' | 'username'> &
  Partial<Pick<Caller, 'token_name' | 'on_behalf_of'>>

interface Change {
  readonly entity: string
  readonly id: number | string
  readonly name: string
  /** The schema of the form: its fields are compared, as they look on the wire. */
  readonly form: z.ZodObject
  readonly before?: object
  readonly after?: object
}

const MASK = '•••'
/** Only the fact that a secret was changed is logged. */
export const SECRET_CHANGED = [MASK, MASK] as const

/** The differences between two states of a thing, field by field. */
export function changesBetween(form: z.ZodObject, before: object = {}, after: object = {}) {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  for (const [field, schema] of Object.entries(form.shape)) {
    const was = onWire(schema, field in before ? before[field as never] : null)
    const is = onWire(schema, field in after ? after[field as never] : null)
    if (isSecretField(field)) {
      if (is !== null) changes[field] = SECRET_CHANGED
    } else if (JSON.stringify(was) !== JSON.stringify(is)) changes[field] = [was, is]
  }
  return changes
}

const onWire = (schema: z.core.$ZodType, value: unknown): unknown =>
  value === undefined || value === null ? null : (z.encode(schema, value) ?? null)

/** Writes a change into the log, in the transaction that makes it. */
export async function noteChange(tx: Tx, actor: Actor, change: Change): Promise<void> {
  const { entity, id, name, form, before, after } = change
  const action = !before ? 'CREATE' : !after ? 'DELETE' : 'UPDATE'
  const changes = changesBetween(form, before, before && after ? kept(before, after) : after)
  await noteActivity(tx, actor, {
    action,
    entity,
    entity_id: String(id),
    entity_name: name,
    changes,
  })
}

/** The same for a change that the engine has to load. */
export async function publishChange(
  tx: Tx,
  actor: Actor,
  change: Change,
  signal: Signal = { changed: 'routing' },
): Promise<void> {
  await noteChange(tx, actor, change)
  await sendSignal(tx, signal)
}

/** Fields that a change does not name stay as they were. */
function kept(before: object, after: object): object {
  return {
    ...before,
    ...Object.fromEntries(Object.entries(after).filter(([, is]) => is !== undefined)),
  }
}

type What = Pick<Activity, 'action' | 'entity' | 'entity_id' | 'entity_name' | 'changes'> &
  // For the entry of a portal that is opened just now.
  Partial<Pick<Activity, 'on_behalf_of_id'>>

export async function noteActivity(
  database: Database,
  { caller, origin }: { readonly caller: Person; readonly origin: Origin },
  what: What,
): Promise<void> {
  const { user_id, username, token_name = null, on_behalf_of } = caller
  const changes = withoutSecrets(what.changes)
  await insertActivity(database, {
    user_id,
    username,
    token_name,
    on_behalf_of: on_behalf_of?.name ?? null,
    on_behalf_of_id: on_behalf_of?.id ?? null,
    ...origin,
    ...what,
    changes,
  })
}

/** Here, so that no secret gets into the log by any way of writing it. */
const withoutSecrets = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, [was, is]]) =>
      isSecretField(field) ? [field, SECRET_CHANGED] : [field, [masked(was), masked(is)]],
    ),
  )

/** Secrets inside of a value, such as that of one of several rows. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isSecretField(name) ? MASK : masked(part)]),
  )
}

/** A request without the right to it; repeated within an hour, it is logged once. */
export async function noteRefusal(
  database: Database,
  actor: Actor,
  { method, path }: Pick<Endpoint, 'method'> & { readonly path: string },
  permission: string,
): Promise<void> {
  const entity_name = `${method} ${path}`
  if (await isRefusalKnown(database, { user_id: actor.caller.user_id, entity_name })) return
  await noteActivity(database, actor, {
    action: 'REFUSED',
    entity: permission.split('.')[0] ?? '',
    entity_id: '',
    entity_name,
    changes: { permission: [null, permission] },
  })
}

/** The problem for a thing that has changed since its version was read, with the user. */
export async function changedMeanwhile(
  tx: Tx,
  { caller }: Actor,
  entity: string,
  id: number | string,
): Promise<Problem> {
  const changed = await findLastChange(tx, caller.scope, entity, String(id))
  if (!changed) return new Problem('changed-meanwhile')
  const message = changed.by ? { message: `Changed by ${changed.by} while you were editing.` } : {}
  return new Problem('changed-meanwhile', { changed, ...message })
}
