// The things of a bulk change, of any kind: reached by the handlers of endpoints, which
// check and log each change exactly as for a form.
import type { z } from 'zod'
import type { BulkFault } from '#contract/bulk-changes/bulk-changes.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Tx } from '#db/database.ts'
import { part } from '#db/parts.ts'
import type { FieldChanges } from '#db/people/bulk-changes.ts'
import { callHandler, type HandlerRequest } from '../http/call-handler.ts'
import { Problem, toProblem } from '../http/problem.ts'

/** The parts of a request that bulk changes need. */
export type BulkRequest = HandlerRequest

export interface Thing {
  /** As its path has it. */
  readonly id: string
  readonly name: string
  /** The version of the saved thing: another version is another digest. */
  readonly version: number | undefined
  readonly row: Readonly<Record<string, unknown>>
}

export interface PlannedChange {
  readonly thing: Thing
  readonly changes: FieldChanges
  /** For the form of the thing. */
  readonly body: object
}

/** Those of an unknown id, or of another account, are missing in what is found. */
export interface KindOfThings {
  /** With the fields of one of them. */
  readonly form: () => z.ZodObject
  readonly find: (request: BulkRequest, tx: Tx, ids: readonly string[]) => Promise<readonly Thing[]>
  readonly list: (
    request: BulkRequest,
    tx: Tx,
    filter: Readonly<Record<string, string>>,
  ) => Promise<readonly Thing[]>
  /** Answers what could not be saved. */
  readonly save: (
    request: BulkRequest,
    tx: Tx,
    changes: readonly PlannedChange[],
    is_kept: boolean,
  ) => Promise<readonly BulkFault[]>
  /** Answers what could not be deleted. */
  readonly remove: (
    request: BulkRequest,
    tx: Tx,
    things: readonly Thing[],
  ) => Promise<readonly BulkFault[]>
}

export const faultOf = (thing: Thing, field: string | null, message: string): BulkFault => ({
  id: thing.id,
  name: thing.name,
  field,
  message,
})

/** Undefined where it does not exist for the caller. */
export async function findByHandler(
  request: BulkRequest,
  tx: Tx,
  endpoint: string,
  params: object,
): Promise<unknown> {
  try {
    return await callHandler(request, tx, endpoint, { params })
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

/** Faults of one thing: the others can be changed without it. */
const OF_ONE_THING: readonly ProblemCode[] = [
  'bad-input',
  'not-found',
  'already-exists',
  'changed-meanwhile',
  'in-use',
  'not-enough-money',
]

/** Why a part of the work failed, without trace of it; what is no fault of a thing is thrown on. */
export async function problemOfPart(
  tx: Tx,
  work: () => Promise<unknown>,
  is_kept: boolean,
): Promise<Problem | undefined> {
  try {
    await part(tx, work, is_kept)
    return undefined
  } catch (error) {
    const problem = toProblem(error)
    if (!OF_ONE_THING.includes(problem.code)) throw error
    return problem
  }
}
