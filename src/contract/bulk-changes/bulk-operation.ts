// One operation of a bulk change: a field, what is done to it, and the value for that.
import { z } from 'zod'
import { isDecimal } from '#core/change-decimal.ts'

/** The kind of a field: arithmetic is for numbers and decimals. */
export type BulkFieldKind =
  | ('choice' | 'flag' | 'number' | 'text' | 'instant')
  /** With 6, 8 and 4 decimals. */
  | ('money' | 'rate' | 'percent')
  /** A thing that is referred to by its id. */
  | 'thing'
  /** The gateways and groups of a route rule. */
  | 'targets'

const NUMBERS: readonly BulkFieldKind[] = ['number', 'money', 'rate', 'percent']

export const isNumberKind = (kind: BulkFieldKind | undefined): boolean =>
  kind !== undefined && NUMBERS.includes(kind)

const VALUE_KINDS = ['set', 'add', 'percent', 'round'] as const
/** For the gateways and groups of a route rule. */
const TARGETS_KINDS = ['add_target', 'remove_target', 'replace_target'] as const
export type TargetsKind = (typeof TARGETS_KINDS)[number]

export const isTargetsKind = (kind: string): kind is TargetsKind =>
  TARGETS_KINDS.some((one) => one === kind)

const TARGET = /^gateway(_group)?\/\d{1,15}$/

/** As in the form; decimal text to add or in percent, decimals to round to. */
const value = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])

interface Given {
  readonly kind: string
  readonly value: unknown
  readonly by?: string | undefined
}

function checkValue(given: Given, context: z.RefinementCtx): void {
  const { kind, by } = given
  const refuse = (message: string, path = 'value') =>
    context.addIssue({ code: 'custom', path: [path], message })
  const isWhole = Number.isInteger(given.value)
  if (kind === 'round' && !(isWhole && Number(given.value) >= 0 && Number(given.value) <= 8)) {
    refuse('From 0 to 8 decimals.')
  }
  if ((kind === 'add' || kind === 'percent') && !isDecimal(String(given.value))) {
    refuse('A number, for example 10 or -2.5.')
  }
  if (isTargetsKind(kind) && !TARGET.test(String(given.value))) refuse('Select one.')
  if ((kind === 'replace_target') !== TARGET.test(by ?? '')) refuse('Select one.', 'by')
}

export const operationOn = <F extends z.ZodType<string>>(field: F) =>
  z.strictObject({ field, kind: z.enum(VALUE_KINDS), value }).superRefine(checkValue)

export const bulkOperation = z
  .strictObject({
    field: z.string().max(60),
    kind: z.enum([...VALUE_KINDS, ...TARGETS_KINDS]),
    /** A target is such as `gateway/7` or `gateway_group/3`. */
    value,
    /** The target that replaces it. */
    by: z.string().max(30).optional(),
  })
  .superRefine(checkValue)

export type BulkOperation = z.output<typeof bulkOperation>
