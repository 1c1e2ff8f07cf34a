import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const NUMBER_LIST_MODES = ['STRICT', 'PREFIX', 'RANDOM'] as const
export const LIST_ACTIONS = ['ACCEPT', 'REJECT'] as const

export const numberListForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  status: is.status,
  /** Compares whole numbers, compares beginnings, or is a pool from which one is taken. */
  mode: z.enum(NUMBER_LIST_MODES),
  /** For a number that no item fits; without meaning for a pool. */
  default_action: z.enum(LIST_ACTIONS),
})

export const numberList = numberListForm.extend({
  id: is.id,
  version: is.version,
  items_count: z.number(),
  used_by_count: z.number(),
  /** The one that names premium rate and satellite numbers; it stays. */
  is_high_risk: z.boolean(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type NumberList = z.output<typeof numberList>

export const listNumberLists = endpoint({
  method: 'GET',
  path: '/api/number-lists',
  summary: 'Number lists',
  needs: 'number_lists.view',
  list: true,
  query: listQuery(['name', 'mode', 'status', 'items_count', 'used_by_count', 'created_at'], {
    mode: z.enum(NUMBER_LIST_MODES).optional(),
    status: is.status.optional(),
  }),
  answer: z.array(numberList),
})

export const getNumberList = endpoint({
  method: 'GET',
  path: '/api/number-lists/:id',
  summary: 'One number list, without its items',
  needs: 'number_lists.view',
  params: idParams,
  answer: numberList,
})

export const createNumberList = endpoint({
  method: 'POST',
  path: '/api/number-lists',
  summary: 'Adds a number list',
  needs: 'number_lists.create',
  body: numberListForm,
  answer: numberList,
})

export const updateNumberList = endpoint({
  method: 'PUT',
  path: '/api/number-lists/:id',
  summary: 'Changes a number list',
  needs: 'number_lists.edit',
  params: idParams,
  body: numberListForm.extend({ version: is.version }),
  answer: numberList,
})

export const deleteNumberList = endpoint({
  method: 'DELETE',
  path: '/api/number-lists/:id',
  summary: 'Deletes an unused number list with its items',
  needs: 'number_lists.delete',
  params: idParams,
})
