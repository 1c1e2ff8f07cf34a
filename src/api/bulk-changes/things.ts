// The things of a bulk change by their kind: some by their ids, or all that the filters of their
// list find.
import { z } from 'zod'
import { BULK_MAX, type BulkResource } from '#contract/bulk-changes/bulk-changes.ts'
import type { Tx } from '#db/database.ts'
import { Problem } from '../http/problem.ts'
import { thingsWithForms } from './form-things.ts'
import { planRules } from './plan-rules.ts'
import type { BulkRequest, KindOfThings, Thing } from './thing.ts'

export const kindOf = (resource: BulkResource): KindOfThings =>
  resource === 'route_rules' ? planRules : thingsWithForms(resource)

export interface Selection {
  readonly resource: BulkResource
  readonly ids: readonly string[] | null
  readonly filter: Readonly<Record<string, string>> | null
}

/** The chosen things, or all that the filters find, always in the same order. */
export async function selectThings(
  request: BulkRequest,
  tx: Tx,
  { resource, ids, filter }: Selection,
): Promise<readonly Thing[]> {
  const kind = kindOf(resource)
  const things = ids
    ? await kind.find(request, tx, [...new Set(ids)])
    : await kind.list(request, tx, filter ?? {})
  // A plan is saved once, with however many of its rules.
  if (things.length > BULK_MAX && resource !== 'route_rules') {
    const most = BULK_MAX.toLocaleString('en')
    throw new Problem('bad-input', { message: `At most ${most} at a time. Narrow the filters.` })
  }
  return things
}

/** The fields of the form that saves the things. */
export const formOf = (resource: BulkResource): z.ZodObject => kindOf(resource).form()

/** A value as the API writes it. */
export const onWire = (schema: z.core.$ZodType, value: unknown): unknown =>
  value === undefined ? undefined : z.encode(schema, value)
