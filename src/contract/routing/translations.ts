import { z } from 'zod'
import { TRANSLATION_FIELDS } from '#core/number/translation-fields.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const field = z.enum(TRANSLATION_FIELDS)

const NUMBER_TEXT = /^[\w+*#.$-]*$/
const NAME_TEXT = /^[^\p{Cc}"<>\\]*$/u

const ruleFields = z.strictObject({
  field,
  match: z.enum(['prefix', 'regex']),
  /** The beginning of the text, of which the empty one fits all; or a pattern of RE2. */
  pattern: z.string().max(200),
  /** Digits taken off the front; only with a prefix. */
  strip: z.number().int().min(0).max(32),
  /** Put before the rest; with a pattern in place of what it finds, where $1 is its first group. */
  replacement: z.string().max(64),
  /** A number of this pool takes the place of the whole. */
  pool_list_id: is.id.nullable(),
  /** No rule after this one, if this one fits. */
  stop: z.boolean(),
})
type Rule = z.output<typeof ruleFields>

/** The faults of a rule as a whole, by its field. */
function faultsOf(rule: Rule): readonly (readonly [keyof Rule, string])[] {
  const { match, pattern, replacement } = rule
  const isName = rule.field === 'caller_name'
  const isPool = rule.pool_list_id !== null
  const faults: [boolean, keyof Rule, string][] = [
    [match === 'regex' && pattern === '', 'pattern', 'Required.'],
    [
      match === 'prefix' && !isName && !/^[\d+*#]{0,32}$/.test(pattern),
      'pattern',
      'Digits only, +, * and #, at most 32.',
    ],
    [
      match === 'prefix' && isName && !NAME_TEXT.test(pattern),
      'pattern',
      'Not allowed for a name.',
    ],
    [
      match === 'regex' && rule.strip > 0,
      'strip',
      'Not with a pattern: it removes what it matches.',
    ],
    [
      !(isName ? NAME_TEXT : NUMBER_TEXT).test(replacement),
      'replacement',
      isName ? 'No quotes, brackets or \\.' : 'Digits, letters and + * # . _ - $ only.',
    ],
    [
      isPool && replacement !== '',
      'replacement',
      'Not with a pool: the number from the pool is used.',
    ],
    [isPool && rule.strip > 0, 'strip', 'Not with a pool: the pool replaces the whole number.'],
    [isPool && isName, 'pool_list_id', 'Not for a name.'],
  ]
  return faults.filter(([isFault]) => isFault).map(([, path, message]) => [path, message])
}

const rule = ruleFields.superRefine((value, context) => {
  for (const [path, message] of faultsOf(value)) {
    context.addIssue({ code: 'custom', path: [path], message })
  }
})

const rules = z.array(rule).max(100)

export const translationForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  status: is.status,
  /** In the order in which they are applied, each to the result of the previous one. */
  rules: rules.min(1, 'At least one rule.'),
})

export const translation = z.object({
  ...translationForm.omit({ rules: true }).shape,
  id: is.id,
  version: is.version,
  rules_count: z.number(),
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Translation = z.output<typeof translation>

export const wholeTranslation = translation.extend({ rules: z.array(ruleFields) })
export type WholeTranslation = z.output<typeof wholeTranslation>

export const listTranslations = endpoint({
  method: 'GET',
  path: '/api/translations',
  summary: 'Translations',
  needs: 'translations.view',
  list: true,
  query: listQuery(['name', 'status', 'rules_count', 'used_by_count', 'created_at'], {
    status: is.status.optional(),
  }),
  answer: z.array(translation),
})

export const getTranslation = endpoint({
  method: 'GET',
  path: '/api/translations/:id',
  summary: 'One translation with its rules',
  needs: 'translations.view',
  params: idParams,
  answer: wholeTranslation,
})

export const createTranslation = endpoint({
  method: 'POST',
  path: '/api/translations',
  summary: 'Adds a translation with its rules',
  needs: 'translations.create',
  body: translationForm,
  answer: wholeTranslation,
})

export const updateTranslation = endpoint({
  method: 'PUT',
  path: '/api/translations/:id',
  summary: 'Changes a translation and all its rules',
  needs: 'translations.edit',
  params: idParams,
  body: translationForm.extend({ version: is.version }),
  answer: wholeTranslation,
})

export const deleteTranslation = endpoint({
  method: 'DELETE',
  path: '/api/translations/:id',
  summary: 'Deletes an unused translation',
  needs: 'translations.delete',
  params: idParams,
})

const text = z.string().max(128)
const numbers = z.strictObject({
  called_number: text,
  caller_number: text,
  caller_name: text,
  pai: text,
  diversion: text,
})

export const testTranslation = endpoint({
  method: 'POST',
  path: '/api/translations/test',
  summary: 'Tests translation rules on numbers, step by step',
  needs: 'translations.view',
  body: z.strictObject({ rules, numbers }),
  answer: z.object({
    numbers,
    /** The steps of the rules that match; `rule` counts from 1. */
    steps: z.array(z.object({ rule: z.number(), field, before: z.string(), after: z.string() })),
  }),
})
