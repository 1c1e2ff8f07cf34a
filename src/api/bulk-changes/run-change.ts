// Runs a bulk change over its things. A preview does the same as the change, and keeps nothing.
import { createHash } from 'node:crypto'
import type { BulkFault, BulkResource } from '#contract/bulk-changes/bulk-changes.ts'
import type { Tx } from '#db/database.ts'
import type { BulkRequest, PlannedChange, Thing } from './thing.ts'
import { kindOf } from './things.ts'

export interface Outcome {
  readonly matched: number
  readonly unchanged: number
  readonly changed: readonly PlannedChange[]
  readonly faults: readonly BulkFault[]
  readonly digest: string
}

/** `planOf` says how a thing changes: undefined where it stays as it is. */
export async function runChange(
  request: BulkRequest,
  tx: Tx,
  resource: BulkResource,
  things: readonly Thing[],
  planOf: (thing: Thing) => PlannedChange | BulkFault | undefined,
  is_kept: boolean,
): Promise<Outcome> {
  const hash = createHash('sha256')
  const planned: PlannedChange[] = []
  const faults: BulkFault[] = []
  for (const thing of things) {
    const plan = planOf(thing)
    const isChange = plan && 'changes' in plan
    if (isChange) planned.push(plan)
    else if (plan) faults.push(plan)
    const changes = isChange ? plan.changes : null
    hash.update(`${JSON.stringify([thing.id, thing.version, changes])}\n`)
  }
  const unsaved = await kindOf(resource).save(request, tx, planned, is_kept)
  const failed = new Set(unsaved.map(({ id }) => id))
  return {
    matched: things.length,
    unchanged: things.length - planned.length - faults.length,
    changed: planned.filter(({ thing }) => !failed.has(thing.id)),
    faults: [...faults, ...unsaved],
    digest: hash.digest('hex'),
  }
}
