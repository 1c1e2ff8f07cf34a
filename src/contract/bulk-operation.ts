// One operation of a bulk change: a field, what is done to it, and the value for that.
import { z } from 'zod'
import { isDecimal } from '#core/change-decimal.ts'

/** Of what a field is: arithmetic is for numbers and decimals. */
export type BulkFieldKind =
  | ('choice' | 'flag' | 'number' | 'text' | 'instant')
  /** With 6, 8 and 4 decimals. */
  | ('money' | 'rate' | 'percent')
  /** A thing that is referred to by its id. */
  | 'thing'

const NUMBERS: readonly BulkFieldKind[] = ['number', 'money', 'rate', 'percent']

export const isNumberKind = (kind: BulkFieldKind | undefined): boolean =>
  kind !== undefined && NUMBERS.includes(kind)

export const operationOn = <F extends z.ZodType<string>>(field: F) =>
  z
    .strictObject({
      field,
      kind: z.enum(['set', 'add', 'percent', 'round']),
      /** As in the form; decimal text to add or in percent, decimals to round to. */
      value: z.union([z.string().max(500), z.number(), z.boolean(), z.null()]),
    })
    .superRefine(({ kind, value }, context) => {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['value'], message })
      if (
        kind === 'round' &&
        !(Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 8)
      ) {
        refuse('From 0 to 8 decimals.')
      }
      if ((kind === 'add' || kind === 'percent') && !isDecimal(String(value))) {
        refuse('A number, for example 10 or -2.5.')
      }
    })

export type BulkOperation = z.output<ReturnType<typeof operationOn<z.ZodString>>>
