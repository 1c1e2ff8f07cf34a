// Plans a bulk change of one thing: its form with other values, checked by the form's schema.
import { z } from 'zod'
import {
  BULK_FIELDS,
  type BulkFault,
  type BulkResource,
} from '#contract/bulk-changes/bulk-changes.ts'
import {
  type BulkFieldKind,
  type BulkOperation,
  isTargetsKind,
} from '#contract/bulk-changes/bulk-operation.ts'
import { changeTargets } from '#contract/bulk-changes/change-targets.ts'
import { narrowedForm } from '#contract/field-rights.ts'
import { issueText } from '#contract/issue-texts.ts'
import { changeDecimal, isDecimal } from '#core/change-decimal.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import type { FieldChanges } from '#db/people/bulk-changes.ts'
import { badField } from '../http/problem.ts'
import { faultOf, type PlannedChange, type Thing } from './thing.ts'
import { formOf, onWire } from './things.ts'

type Values = Readonly<Record<string, unknown>>

/** Values of some fields, as the API writes them, by what they are now. */
type Patch = (values: Values) => Values

const DECIMALS: Partial<Record<BulkFieldKind, number>> = {
  number: 0,
  money: 6,
  rate: 8,
  percent: 4,
}

const kindOf = (resource: BulkResource, field: string): BulkFieldKind | undefined => {
  const fields: Readonly<Record<string, BulkFieldKind>> = BULK_FIELDS[resource]
  return Object.hasOwn(fields, field) ? fields[field] : undefined
}

/** Fields that cannot be changed for many, or that the caller does not see, do not exist. */
export function checkOperations(
  resource: BulkResource,
  operations: readonly BulkOperation[],
  rights: readonly FieldRight[],
): void {
  const { shape } = narrowedForm(formOf(resource), rights)
  for (const [at, { field, kind, value }] of operations.entries()) {
    const place = `operations.${at}`
    const is = kindOf(resource, field)
    const schema = shape[field]
    if (!is || !schema) throw badField(`${place}.field`, 'Unknown field.')
    if (isTargetsKind(kind) !== (is === 'targets')) {
      throw badField(`${place}.kind`, 'Only targets are added, removed and replaced.')
    }
    if (is === 'targets') continue
    if (kind !== 'set' && DECIMALS[is] === undefined) {
      throw badField(`${place}.kind`, 'Only numbers can be calculated.')
    }
    if (kind !== 'set') continue
    const { error } = z.safeDecode(schema, value as never, { error: issueText })
    if (error) throw badField(`${place}.value`, error.issues[0]?.message ?? 'Invalid value.')
  }
}

export const seesOperation =
  (resource: BulkResource, rights: readonly FieldRight[]) =>
  ({ field }: { readonly field: string }): boolean =>
    field in narrowedForm(formOf(resource), rights).shape

type Targets = Parameters<typeof changeTargets>[0]

function resultOf(resource: BulkResource, now: unknown, operation: BulkOperation): unknown {
  const { field, kind, value } = operation
  if (kind === 'set') return value
  if (isTargetsKind(kind)) return changeTargets(now as Targets, { ...operation, kind })
  const decimals = DECIMALS[kindOf(resource, field) ?? 'text']
  // No limit raised by 10 % is no limit.
  if (now === null || decimals === undefined || !isDecimal(String(now))) return now
  const exact = kind === 'round' ? { kind, value: Number(value) } : { kind, value: String(value) }
  const changed = changeDecimal(String(now), exact, decimals)
  return typeof now === 'number' ? Number(changed) : changed
}

/** One operation after the other: a percentage can be rounded after it. */
export const patchBy =
  (resource: BulkResource, operations: readonly BulkOperation[]): Patch =>
  (values) => {
    const patch: Record<string, unknown> = {}
    for (const operation of operations) {
      const { field } = operation
      // Rules that block keep their gateways.
      if (field === 'targets' && values.action === 'BLOCK') continue
      const now = field in patch ? patch[field] : values[field]
      patch[field] = resultOf(resource, now, operation)
    }
    return patch
  }

/** The values of the form that the thing has now; secrets are never among them. */
export function valuesOf(resource: BulkResource, thing: Thing): Values {
  return Object.fromEntries(
    Object.entries(formOf(resource).shape).flatMap(([field, schema]) =>
      thing.row[field] === undefined ? [] : [[field, onWire(schema, thing.row[field])]],
    ),
  )
}

/** Undefined where nothing would change. */
export function planChange(
  resource: BulkResource,
  thing: Thing,
  patch: Patch,
): PlannedChange | BulkFault | undefined {
  const form = formOf(resource)
  const before = valuesOf(resource, thing)
  const { data, error } = z.safeDecode(form, { ...before, ...patch(before) } as never, {
    error: issueText,
  })
  if (error) {
    const [issue] = error.issues
    return faultOf(thing, String(issue?.path[0] ?? '') || null, issue?.message ?? 'Invalid value.')
  }
  const changes: FieldChanges = {}
  for (const [field, schema] of Object.entries(form.shape)) {
    const after = onWire(schema, (data as Values)[field])
    if (JSON.stringify(after) !== JSON.stringify(before[field])) {
      changes[field] = [before[field], after]
    }
  }
  if (Object.keys(changes).length === 0) return undefined
  return { thing, changes, body: data }
}
