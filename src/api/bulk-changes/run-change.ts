// Runs a bulk change over its things. A preview does the same as the change, and keeps nothing.
import { createHash } from 'node:crypto'
import type { BulkFault, BulkResource } from '#contract/bulk-changes.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Tx } from '#db/database.ts'
import { part } from '#db/parts.ts'
import { toProblem } from '../http/problem.ts'
import { faultOf, type PlannedChange } from './plan-change.ts'
import { type BulkRequest, saveThing, type Thing } from './things.ts'

/** Of one thing: the others can be changed without it. */
const OF_ONE_THING: readonly ProblemCode[] = [
  'bad-input',
  'not-found',
  'already-exists',
  'changed-meanwhile',
  'in-use',
  'not-enough-money',
]

/** Why one thing stays as it is; what is no fault of the thing is thrown on. */
export async function faultOfPart(
  tx: Tx,
  thing: Thing,
  work: () => Promise<unknown>,
  is_kept: boolean,
): Promise<BulkFault | undefined> {
  try {
    await part(tx, work, is_kept)
    return undefined
  } catch (error) {
    const problem = toProblem(error)
    if (!OF_ONE_THING.includes(problem.code)) throw error
    const [first] = Object.entries(problem.details.fields ?? {})
    if (first) return faultOf(thing, first[0], first[1])
    return faultOf(thing, null, problem.message)
  }
}

const versionOf = ({ row }: Thing): unknown => (row as { readonly version?: number }).version

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
  const changed: PlannedChange[] = []
  const faults: BulkFault[] = []
  for (const thing of things) {
    const planned = planOf(thing)
    if (planned && 'body' in planned) {
      const save = () => saveThing(request, tx, resource, thing, planned.body)
      const fault = await faultOfPart(tx, thing, save, is_kept)
      if (fault) faults.push(fault)
      else changed.push(planned)
    } else if (planned) faults.push(planned)
    const changes = planned && 'changes' in planned ? planned.changes : null
    hash.update(`${JSON.stringify([thing.id, versionOf(thing), changes])}\n`)
  }
  return {
    matched: things.length,
    unchanged: things.length - changed.length - faults.length,
    changed,
    faults,
    digest: hash.digest('hex'),
  }
}
