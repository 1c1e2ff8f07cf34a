import { isDeepStrictEqual } from 'node:util'
import * as contract from '#contract/bulk-changes/bulk-changes.ts'
import type { BulkOperation } from '#contract/bulk-changes/bulk-operation.ts'
import type { Permission } from '#core/permission/permission.ts'
import type { Changes } from '#db/people/activity-log.ts'
import {
  changedThings,
  deleteBulkChangesBefore,
  type FieldChanges,
  findBulkChange,
  insertBulkChange,
  listBulkChanges,
  listChangedThings,
  lockBulkChange,
  markUndone,
} from '#db/people/bulk-changes.ts'
import { withNamesOfIds } from '#db/people/named-ids.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import { requireAll } from '../http/call-handler.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { maskedText } from '../http/mask-numbers.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { checkOperations, patchBy, planChange, seesOperation, valuesOf } from './plan-change.ts'
import { type Outcome, runChange } from './run-change.ts'
import { type BulkRequest, faultOf, type Thing } from './thing.ts'
import { kindOf, selectThings } from './things.ts'

type Resource = contract.BulkResource
type Fault = contract.BulkFault

const entity = 'bulk_change'
const FAULTS_TOLD = 100
const EXAMPLES = 20
const DAY_MS = 86_400_000

const may = ({ permissions }: Caller, all: readonly Permission[]): boolean =>
  all.every((one) => permissions.includes(one))

const faultSummary = (faults: readonly Fault[]) => ({
  faults_count: faults.length,
  faults: faults.slice(0, FAULTS_TOLD),
})

function refuseFaults(faults: readonly Fault[], of: number, skips_faults: boolean): void {
  const [first] = faults
  if (!first || skips_faults) return
  const message = `${faults.length} of ${of} cannot be changed: ${first.name}: ${first.message}`
  throw new Problem('bad-input', { message })
}

/** By field, so that the log masks the values of those that its reader does not see. */
const changesFor = (resource: Resource, operations: readonly BulkOperation[]): Changes => {
  const entries = operations.map(({ field, kind, value, by }) => {
    const text = by === undefined ? `${kind} ${value}` : `${kind} ${value} by ${by}`
    return [field, text] as const
  })
  const fields = new Set(entries.map(([field]) => field))
  const textOf = (field: string) =>
    entries.flatMap(([name, text]) => (name === field ? [text] : [])).join(', ')
  return {
    resource: [null, resource],
    ...Object.fromEntries([...fields].map((field) => [field, [null, textOf(field)]])),
  }
}

type Answer = NonNullable<Awaited<ReturnType<typeof findBulkChange>>>

/** Without the fields that the caller does not see. */
function asAnswer(row: Answer, caller: Caller, now_ms: number) {
  const resource = row.resource as Resource
  const operations = row.operations as readonly BulkOperation[]
  const seen = operations.filter(seesOperation(resource, caller.field_rights))
  const isRecent = Date.parse(row.created_at) > now_ms - contract.BULK_KEPT_DAYS * DAY_MS
  return {
    ...row,
    resource,
    operations: seen,
    can_be_undone:
      row.undone_at === null &&
      isRecent &&
      seen.length === operations.length &&
      may(caller, contract.bulkPermissions(resource, 'edit')),
  }
}

/** An item of a number list is named by its number. */
const masksNames = ({ rights }: Caller, resource: string): boolean =>
  rights.masked_digits > 0 && resource === 'number_list_items'

const shownTo =
  (caller: Caller, resource: string) =>
  <T extends { readonly name: string }>(one: T): T =>
    masksNames(caller, resource)
      ? { ...one, name: maskedText(one.name, caller.rights.masked_digits) }
      : one

/** Plans the undo of a change, unless one of its fields has been changed since. */
function planUndo(resource: Resource, thing: Thing, changes: FieldChanges) {
  const now = valuesOf(resource, thing)
  const since = Object.entries(changes).find(
    ([field, [, after]]) => !isDeepStrictEqual(now[field], after),
  )
  if (since) return faultOf(thing, since[0], 'Changed since.')
  const before = Object.fromEntries(Object.entries(changes).map(([field, [was]]) => [field, was]))
  return planChange(resource, thing, () => before)
}

async function store(
  request: BulkRequest,
  tx: Parameters<typeof insertBulkChange>[0],
  body: { resource: Resource; operations: readonly BulkOperation[] },
  { changed, faults }: Outcome,
): Promise<number> {
  const { resource, operations } = body
  const now_ms = request.clock.now_ms()
  await deleteBulkChangesBefore(tx, toInstant(now_ms - contract.BULK_KEPT_DAYS * DAY_MS))
  const id = await insertBulkChange(
    tx,
    {
      resource,
      operations,
      skipped_count: faults.length,
      created_by: request.caller.user_id,
      created_at: toInstant(now_ms),
    },
    changed.map(({ thing, changes }) => ({
      thing_id: thing.id,
      name: thing.name,
      changes,
    })),
  )
  await noteActivity(tx, request, {
    action: 'EXECUTE',
    entity,
    entity_id: String(id),
    entity_name: `${changed.length} ${resource.replaceAll('_', ' ')}`,
    changes: changesFor(resource, operations),
  })
  return id
}

export const bulkChanges: HandlersOf<typeof contract> = {
  async listBulkChanges({ database, caller, query, clock }) {
    const { rows, page } = await listBulkChanges(database, caller.scope, caller.user_id, query)
    return { rows: rows.map((row) => asAnswer(row, caller, clock.now_ms())), page }
  },

  async listChangedThings({ database, caller, params, query }) {
    const { scope, user_id, field_rights } = caller
    const change = found(await findBulkChange(database, scope, user_id, params.id))
    if (query.q && masksNames(caller, change.resource)) {
      throw badField('q', 'Numbers are masked for you: choose another filter.')
    }
    const { rows, page } = await listChangedThings(database, change.id, query)
    const sees = seesOperation(change.resource as Resource, field_rights)
    const seen = rows.map(shownTo(caller, change.resource)).map(({ changes, ...row }) => ({
      ...row,
      changes: Object.fromEntries(Object.entries(changes).filter(([field]) => sees({ field }))),
    }))
    return { rows: await withNamesOfIds(database, scope, seen), page }
  },

  async createBulkChange(request) {
    const { database, caller, body } = request
    const { resource, operations, digest, skips_faults } = body
    await requireAll(request, contract.createBulkChange, contract.bulkPermissions(resource, 'edit'))
    checkOperations(resource, operations, caller.field_rights)
    const patch = patchBy(resource, operations)
    return database.transaction().execute(async (tx) => {
      const things = await selectThings(request, tx, body)
      const plan = (thing: Thing) => planChange(resource, thing, patch)
      const outcome = await runChange(request, tx, resource, things, plan, digest !== null)
      const { changed } = outcome
      const shown = shownTo(caller, resource)
      const faults = outcome.faults.map(shown)
      let id: number | null = null
      if (digest !== null) {
        if (digest !== outcome.digest) {
          const message = 'What matches has changed since the preview. Preview it again.'
          throw new Problem('changed-meanwhile', { message })
        }
        refuseFaults(faults, outcome.matched, skips_faults)
        if (changed.length === 0) throw new Problem('bad-input', { message: 'Nothing to change.' })
        id = await store(request, tx, body, outcome)
      }
      const examples = changed.slice(0, EXAMPLES).map(({ thing, changes }) => ({
        id: thing.id,
        name: thing.name,
        changes,
      }))
      return {
        id,
        matched: outcome.matched,
        unchanged: outcome.unchanged,
        changed: changed.length,
        ...faultSummary(faults),
        examples: await withNamesOfIds(tx, caller.scope, examples.map(shown)),
        digest: outcome.digest,
      }
    })
  },

  undoBulkChange: (request) =>
    request.database.transaction().execute(async (tx) => {
      const { caller, params, body, clock } = request
      const { scope, user_id, field_rights } = caller
      await lockBulkChange(tx, params.id)
      const row = found(await findBulkChange(tx, scope, user_id, params.id))
      const resource = row.resource as Resource
      await requireAll(request, contract.undoBulkChange, contract.bulkPermissions(resource, 'edit'))
      const { operations, can_be_undone } = asAnswer(row, caller, clock.now_ms())
      if (row.undone_at !== null) throw new Problem('in-use', { message: 'It is already undone.' })
      if (!can_be_undone) throw new Problem('not-allowed')
      checkOperations(resource, operations, field_rights)
      const stored = await changedThings(tx, row.id)
      const ids = stored.map(({ thing_id }) => thing_id)
      const things = await kindOf(resource).find(request, tx, ids)
      const found_ids = new Set(things.map(({ id }) => id))
      const gone = stored.flatMap(({ thing_id: id, name }): Fault[] =>
        found_ids.has(id) ? [] : [{ id, name, field: null, message: 'Deleted since.' }],
      )
      const changesOf = new Map(stored.map(({ thing_id, changes }) => [thing_id, changes]))
      const plan = (thing: Thing) => planUndo(resource, thing, changesOf.get(thing.id) ?? {})
      const outcome = await runChange(request, tx, resource, things, plan, !body.dry_run)
      const faults = [...gone, ...outcome.faults].map(shownTo(caller, resource))
      if (!body.dry_run) {
        refuseFaults(faults, row.changed_count, body.skips_faults)
        const undone = outcome.changed.map(({ thing }) => thing.id)
        const by = { undone_by: user_id, undone_at: toInstant(clock.now_ms()) }
        await markUndone(tx, row.id, by, undone)
        await noteActivity(tx, request, {
          action: 'EXECUTE',
          entity,
          entity_id: String(row.id),
          entity_name: `undo of ${row.changed_count} ${resource.replaceAll('_', ' ')}`,
          changes: { undone_count: [0, undone.length] },
        })
      }
      return { changed: outcome.changed.length, ...faultSummary(faults) }
    }),

  async createBulkDeletion(request) {
    const { database, body } = request
    const { resource, count } = body
    await requireAll(
      request,
      contract.createBulkDeletion,
      contract.bulkPermissions(resource, 'delete'),
    )
    return database.transaction().execute(async (tx) => {
      const things = await selectThings(request, tx, body)
      if (things.length !== count) {
        const message = `There are ${things.length} now, not ${count}. Select them again.`
        throw new Problem('changed-meanwhile', { message })
      }
      const kept = await kindOf(resource).remove(request, tx, things)
      const faults = kept.map(shownTo(request.caller, resource))
      return { deleted: things.length - faults.length, ...faultSummary(faults) }
    })
  },
}
