// Time windows, number lists and translations as an admin adds them.
import type { BodyOf } from '#contract/endpoint.ts'
import type { createNumberListItem } from '#contract/routing/number-list-items.ts'
import { createNumberList } from '#contract/routing/number-lists.ts'
import { createTimeWindow } from '#contract/routing/time-windows.ts'
import { createTranslation } from '#contract/routing/translations.ts'
import type { TestApi } from './api.ts'
import { addGateway, addSettlement, named } from './configuration.ts'

const common = { description: '', status: 'active' as const }

export type WindowForm = BodyOf<typeof createTimeWindow>
export const OFFICE = {
  weekdays: [1, 2, 3, 4, 5],
  from: '09:00',
  till: '17:30',
  months: [],
  days: [],
} satisfies WindowForm['ranges'][number]

export const windowForm = (change: Partial<WindowForm> = {}): WindowForm => ({
  ...common,
  name: named('window'),
  timezone: 'Europe/London',
  ranges: [OFFICE],
  ...change,
})

export const addWindow = (api: TestApi, change: Partial<WindowForm> = {}) =>
  api.admin.call(createTimeWindow, { body: windowForm(change) })

type ListForm = BodyOf<typeof createNumberList>
export const listForm = (change: Partial<ListForm> = {}): ListForm => ({
  ...common,
  name: named('list'),
  mode: 'PREFIX',
  default_action: 'ACCEPT',
  ...change,
})

export const addList = (api: TestApi, change: Partial<ListForm> = {}) =>
  api.admin.call(createNumberList, { body: listForm(change) })

export type ItemForm = BodyOf<typeof createNumberListItem>
export const itemForm: ItemForm = {
  key: '44',
  min_length: 0,
  max_length: 100,
  action: 'REJECT',
  tag: '',
  description: '',
}

type TranslationForm = BodyOf<typeof createTranslation>
export type RuleForm = TranslationForm['rules'][number]
/** Takes off two zeros. */
export const ruleForm = (change: Partial<RuleForm> = {}): RuleForm => ({
  field: 'called_number',
  match: 'prefix',
  pattern: '00',
  strip: 2,
  replacement: '',
  pool_list_id: null,
  stop: false,
  ...change,
})

export const translationForm = (...rules: Partial<RuleForm>[]): TranslationForm => ({
  ...common,
  name: named('translation'),
  rules: rules.map(ruleForm),
})

export const addTranslation = (api: TestApi, ...rules: Partial<RuleForm>[]) =>
  api.admin.call(createTranslation, { body: translationForm(...rules) })

/** A gateway that refers to what is under test, as its form lets it. */
export async function addUsingGateway(
  api: TestApi,
  change: {
    window_id?: number
    dst_list_id?: number
    src_list_id?: number
    translation_id?: number
  },
): Promise<string> {
  const id = await addGateway(api, await addSettlement(api))
  const { name } = await api.database
    .updateTable('gateway')
    .set(change)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow()
  return name
}
