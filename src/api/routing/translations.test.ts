import { describe, expect, test } from 'vitest'
import { lookupTranslations } from '#contract/console/lookups.ts'
import * as items from '#contract/routing/number-list-items.ts'
import * as translations from '#contract/routing/translations.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addList,
  addTranslation,
  addUsingGateway,
  itemForm,
  type RuleForm,
  ruleForm,
  translationForm,
} from '#test/support/route-lists.ts'

const api = apiForFile()

describe('a translation', () => {
  test('is read, changed, listed and looked up', async () => {
    const { data } = await addTranslation(
      api,
      {},
      { field: 'caller_number', pattern: '', strip: 0, stop: true },
    )
    expect(data).toMatchObject({ rules_count: 2, used_by_count: 0, version: 1 })
    const params = { id: data.id }
    expect((await api.admin.call(translations.getTranslation, { params })).data).toEqual(data)
    const body = { ...translationForm({ strip: 1 }), name: data.name, version: 1 }
    const changed = await api.admin.call(translations.updateTranslation, { params, body })
    expect(changed.data).toMatchObject({
      rules_count: 1,
      version: 2,
      rules: [ruleForm({ strip: 1 })],
    })
    const { rules: _, ...row } = changed.data
    const query = { q: data.name }
    expect((await api.admin.call(translations.listTranslations, { query })).data).toEqual([row])
    expect((await api.admin.call(lookupTranslations, { query })).data[0]?.id).toBe(data.id)
  })

  test('keeps its life while something uses it', async () => {
    const { data } = await addTranslation(api, {})
    const gateway = await addUsingGateway(api, { translation_id: data.id })
    const refused = await api.admin.call(translations.deleteTranslation, {
      params: { id: data.id },
    })
    expect(refused.problem.message).toContain(`in use by gateway ${gateway}.`)
  })

  test.each<[string, Partial<RuleForm>, string]>([
    ['pattern', { pattern: 'abc' }, 'Digits'],
    ['pattern', { match: 'regex', strip: 0, pattern: '' }, 'Required.'],
    ['pattern', { match: 'regex', strip: 0, pattern: '(a' }, 'missing closing )'],
    ['pattern', { match: 'regex', strip: 0, pattern: '(?=a)' }, 'unsupported Perl syntax'],
    ['pattern', { match: 'regex', strip: 0, pattern: '(a)', replacement: '$2' }, 'no group $2'],
    ['strip', { match: 'regex', pattern: '^0' }, 'it removes what it matches'],
    ['replacement', { replacement: '"<sip:x>' }, 'Digits'],
    ['replacement', { field: 'caller_name', pattern: '', replacement: 'a"b' }, 'No quotes'],
    ['replacement', { pool_list_id: 1, strip: 0, replacement: '44' }, 'from the pool is used'],
    ['pool_list_id', { pool_list_id: 999_999, strip: 0 }, 'not a number pool'],
  ])('is refused for the %s of %o', async (field, change, words) => {
    const { problem } = await addTranslation(api, {}, change)
    expect(Object.keys(problem.fields ?? {})).toEqual([`rules.1.${field}`])
    expect(problem.fields?.[`rules.1.${field}`]).toContain(words)
  })

  test('does not draw from a list that is no pool', async () => {
    const list = (await addList(api)).data
    const { problem } = await addTranslation(api, {
      field: 'caller_number',
      strip: 0,
      pool_list_id: list.id,
    })
    expect(problem.fields).toHaveProperty('rules.0.pool_list_id')
  })

  test('is tried on numbers without being saved', async () => {
    const pool = (await addList(api, { mode: 'RANDOM' })).data
    await api.admin.call(items.createNumberListItem, {
      params: { number_list_id: pool.id },
      body: { ...itemForm, key: '442071830001', action: 'ACCEPT' },
    })
    const numbers = {
      called_number: '0044207',
      caller_number: '',
      caller_name: 'Bob',
      pai: '',
      diversion: '',
    }
    const rules = [
      ruleForm(),
      ruleForm({ field: 'caller_number', pattern: '', strip: 0, pool_list_id: pool.id }),
      ruleForm({ match: 'regex', pattern: '^44(\\d+)$', strip: 0, replacement: '0$1' }),
      ruleForm({ field: 'caller_name', match: 'regex', pattern: 'x', strip: 0 }),
    ]
    const { data } = await api.admin.call(translations.testTranslation, {
      body: { rules, numbers },
    })
    expect(data).toEqual({
      numbers: { ...numbers, called_number: '0207', caller_number: '442071830001' },
      steps: [
        { rule: 1, field: 'called_number', before: '0044207', after: '44207' },
        { rule: 2, field: 'caller_number', before: '', after: '442071830001' },
        { rule: 3, field: 'called_number', before: '44207', after: '0207' },
      ],
    })
    const broken = await api.admin.call(translations.testTranslation, {
      body: { rules: [ruleForm({ match: 'regex', pattern: '(', strip: 0 })], numbers },
    })
    expect(broken.problem.fields).toHaveProperty('rules.0.pattern')
  })
})
