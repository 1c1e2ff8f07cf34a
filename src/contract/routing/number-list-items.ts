import { z } from 'zod'
import { bareNumber } from '#core/number/pasted-number.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { LIST_ACTIONS } from './number-lists.ts'

const pathId = z.codec(z.string().regex(/^\d{1,15}$/), z.number(), {
  decode: Number,
  encode: String,
})
const ofList = z.object({ number_list_id: pathId })
const oneItem = ofList.extend({ id: pathId })

const length = z.number().int().min(0).max(100)
const fields = {
  /** The empty one begins every number. */
  key: z.string().regex(/^\d{0,32}$/, 'Digits only, at most 32.'),
  min_length: length,
  max_length: length,
  action: z.enum(LIST_ACTIONS),
  tag: z
    .string()
    .trim()
    .regex(/^(\w[\w.-]{0,39})?$/, 'Letters, digits, dots and hyphens, at most 40.'),
  description: is.text(200),
}

const lengthsInOrder = {
  path: ['max_length'],
  message: 'Must not be less than the min length.',
}
export const numberListItemForm = z
  .strictObject(fields)
  .refine((item) => item.min_length <= item.max_length, lengthsInOrder)

export const numberListItem = z.object({
  ...fields,
  id: is.id,
  version: is.version,
  number_list_id: is.id,
  created_at: is.instant,
  updated_at: is.instant,
})
export type NumberListItem = z.output<typeof numberListItem>

export const listNumberListItems = endpoint({
  method: 'GET',
  path: '/api/number-lists/:number_list_id/items',
  summary: 'The items of a number list',
  needs: 'number_lists.view',
  list: true,
  params: ofList,
  query: listQuery(['key', 'action', 'tag', 'updated_at'], {
    action: z.enum(LIST_ACTIONS).optional(),
    tag: z.string().max(40).optional(),
    /** Items that match this number: its prefixes, or the whole number. */
    number: is.numberDigits.optional(),
  }),
  answer: z.array(numberListItem),
})

export const getNumberListItem = endpoint({
  method: 'GET',
  path: '/api/number-lists/:number_list_id/items/:id',
  summary: 'One item of a number list',
  needs: 'number_lists.view',
  params: oneItem,
  answer: numberListItem,
})

export const createNumberListItem = endpoint({
  method: 'POST',
  path: '/api/number-lists/:number_list_id/items',
  summary: 'Adds an item to a number list',
  needs: 'number_lists.edit',
  params: ofList,
  body: numberListItemForm,
  answer: numberListItem,
})

export const updateNumberListItem = endpoint({
  method: 'PUT',
  path: '/api/number-lists/:number_list_id/items/:id',
  summary: 'Changes an item of a number list',
  needs: 'number_lists.edit',
  params: oneItem,
  body: z
    .strictObject({ ...fields, version: is.version })
    .refine((item) => item.min_length <= item.max_length, lengthsInOrder),
  answer: numberListItem,
})

export const deleteNumberListItem = endpoint({
  method: 'DELETE',
  path: '/api/number-lists/:number_list_id/items/:id',
  summary: 'Deletes an item of a number list',
  needs: 'number_lists.edit',
  params: oneItem,
})

/** Characters of a pasted or uploaded text; 100,000 lines of 60. */
const TEXT_MAX = 6_000_000

export const importNumberListItems = endpoint({
  method: 'POST',
  path: '/api/number-lists/:number_list_id/items/import',
  summary: 'Imports items from lines of text; existing items are updated or kept',
  needs: 'number_lists.bulk',
  params: ofList,
  body_max: 2 * TEXT_MAX,
  body: z.strictObject({
    /** One item per line: number, then shortest, longest, action, tag, description. */
    text: z.string().max(TEXT_MAX, 'At most 100,000 lines.'),
    /** For lines that do not name one. */
    action: z.enum(LIST_ACTIONS),
    /** Items that are not among the lines go. */
    replace: z.boolean(),
    /** Items that the list has stay as they are, and count as unchanged. */
    keep_existing: z.boolean().optional(),
    /** Only a preview of the result. */
    dry_run: z.boolean(),
  }),
  answer: z.object({
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    removed: z.number(),
    faults_count: z.number(),
    /** Lines that were left out; the first thousand of them. */
    faults: z.array(z.object({ line: z.number(), text: z.string(), message: z.string() })),
  }),
})

export const testNumberList = endpoint({
  method: 'POST',
  path: '/api/number-lists/:number_list_id/test',
  summary: 'Tests a number against a number list',
  needs: 'number_lists.view',
  params: ofList,
  body: z.strictObject({
    number: z.string().trim().min(1, 'Required.').max(64).overwrite(bareNumber),
  }),
  answer: z.object({
    action: z.enum(LIST_ACTIONS),
    tag: z.string(),
    item: numberListItem.nullable(),
  }),
})
