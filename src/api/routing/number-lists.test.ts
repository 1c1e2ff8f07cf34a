import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createBulkChange,
  createBulkDeletion,
  undoBulkChange,
} from '#contract/bulk-changes/bulk-changes.ts'
import { lookupNumberLists } from '#contract/console/lookups.ts'
import * as items from '#contract/routing/number-list-items.ts'
import * as lists from '#contract/routing/number-lists.ts'
import * as translations from '#contract/routing/translations.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, lastActivity } from '#test/support/configuration.ts'
import {
  addList,
  addTranslation,
  addUsingGateway,
  type ItemForm,
  itemForm,
  listForm,
} from '#test/support/route-lists.ts'

const api = apiForFile()

describe('a number list', () => {
  test('is read, changed, listed and looked up', async () => {
    const { data } = await addList(api)
    expect(data).toMatchObject({ items_count: 0, used_by_count: 0, mode: 'PREFIX' })
    const params = { id: data.id }
    expect((await api.admin.call(lists.getNumberList, { params })).data).toEqual(data)
    const body = { ...listForm({ name: data.name, mode: 'RANDOM' }), version: 1 }
    const changed = await api.admin.call(lists.updateNumberList, { params, body })
    expect(changed.data).toMatchObject({ mode: 'RANDOM', version: 2 })
    const query = { q: data.name, mode: 'RANDOM' } as const
    expect((await api.admin.call(lists.listNumberLists, { query })).data).toEqual([changed.data])
    const look = (pool?: 'true' | 'false') =>
      api.admin.call(lookupNumberLists, { query: { q: data.name, ...(pool && { pool }) } })
    expect((await look()).data).toMatchObject([{ id: data.id, hint: 'RANDOM' }])
    expect((await look('true')).data).toHaveLength(1)
    expect((await look('false')).data).toEqual([])
  })

  test('stays while something uses it, and a pool while something draws from it', async () => {
    const pool = (await addList(api, { mode: 'RANDOM' })).data
    const user = (
      await addTranslation(api, { field: 'caller_number', pool_list_id: pool.id, strip: 0 })
    ).data
    const params = { id: pool.id }
    const body = { ...listForm({ name: pool.name }), version: 1 }
    const change = await api.admin.call(lists.updateNumberList, { params, body })
    expect(change.problem.fields?.mode).toContain(`translation ${user.name}`)
    const refused = await api.admin.call(lists.deleteNumberList, { params })
    expect(refused.problem.message).toContain(`in use by translation ${user.name}.`)
    await api.admin.call(translations.deleteTranslation, { params: { id: user.id } })
    expect((await api.admin.call(lists.deleteNumberList, { params })).status).toBe(204)
  })

  test('counts a gateway once, and a client that is deleted not at all', async () => {
    const { data } = await addList(api)
    const { id, form } = await addClient(api)
    const gateway = await addUsingGateway(api, { dst_list_id: data.id, src_list_id: data.id })
    const { database } = api
    const client = database.updateTable('client').set({ dst_list_id: data.id })
    await client.where('account_id', '=', id).execute()
    const read = () => api.admin.call(lists.getNumberList, { params: { id: data.id } })
    expect((await read()).data.used_by_count).toBe(2)
    const refused = await api.admin.call(lists.deleteNumberList, { params: { id: data.id } })
    expect(refused.problem.message).toContain(`gateway ${gateway}, client ${form.name}`)
    await database
      .updateTable('account')
      .set({ deleted_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute()
    expect((await read()).data.used_by_count).toBe(1)
  })
})

describe('the list of high-risk numbers', () => {
  const find = async () => {
    const { data } = await api.admin.call(lists.listNumberLists, {})
    return data.find(({ is_high_risk }) => is_high_risk)!
  }

  test('is there from the start, and rejects satellite and premium rate', async () => {
    const { id, name, items_count, status } = await find()
    expect([name, items_count > 30, status]).toEqual(['High-risk numbers', true, 'active'])
    const ask = async (number: string) => {
      const params = { number_list_id: id }
      const { data } = await api.admin.call(items.testNumberList, { params, body: { number } })
      return data.action
    }
    expect(await Promise.all(['870773201234', '881612345678', '19005550100'].map(ask))).toEqual(
      Array(3).fill('REJECT'),
    )
    // Bangladesh, London, and a mobile of Ireland.
    expect(await Promise.all(['8801712345678', '442071838750', '353871234567'].map(ask))).toEqual(
      Array(3).fill('ACCEPT'),
    )
  })

  test('can be changed and blocked, and neither goes nor becomes a pool', async () => {
    const { id, name, version } = await find()
    const params = { id }
    const form = { ...listForm({ name }), version }
    const pool = await api.admin.call(lists.updateNumberList, {
      params,
      body: { ...form, mode: 'RANDOM' },
    })
    expect(pool.problem.fields).toHaveProperty('mode')
    const refused = await api.admin.call(lists.deleteNumberList, { params })
    expect(refused.problem).toMatchObject({
      code: 'in-use',
      message: expect.stringContaining('You can block it instead'),
    })
    const blocked = await api.admin.call(lists.updateNumberList, {
      params,
      body: { ...form, status: 'blocked' },
    })
    expect(blocked.data).toMatchObject({ status: 'blocked', is_high_risk: true })
  })
})

describe('an item of a number list', () => {
  let number_list_id: number
  beforeEach(async () => {
    number_list_id = (await addList(api)).data.id
  })
  const add = (change: Partial<ItemForm> = {}) =>
    api.admin.call(items.createNumberListItem, {
      params: { number_list_id },
      body: { ...itemForm, ...change },
    })
  const list = (query: object = {}) =>
    api.admin.call(items.listNumberListItems, { params: { number_list_id }, query })
  const keys = async (query: object) => (await list(query)).data.map(({ key }) => key)
  const itemsVersion = async () => {
    const row = api.database.selectFrom('number_list').where('id', '=', number_list_id)
    return (await row.select('items_version').executeTakeFirstOrThrow()).items_version
  }

  test('is added, changed and deleted, and each change is counted for the engine', async () => {
    const { data } = await add({ tag: 'uk' })
    const params = { number_list_id, id: data.id }
    const body = { ...itemForm, description: 'All of it', version: 1 }
    const changed = await api.admin.call(items.updateNumberListItem, { params, body })
    expect(changed.data).toMatchObject({ key: '44', tag: '', description: 'All of it', version: 2 })
    const late = await api.admin.call(items.updateNumberListItem, { params, body })
    expect(late.problem.code).toBe('changed-meanwhile')
    expect((await add()).problem.fields).toHaveProperty('key')
    expect((await api.admin.call(items.deleteNumberListItem, { params })).status).toBe(204)
    expect((await list()).data).toEqual([])
    expect(await itemsVersion()).toBe(4)
  })

  test('is found by its beginning, its description, its tag, and by a number', async () => {
    await add({ key: '', tag: 'rest' })
    await add({ key: '44', description: 'Great Britain' })
    await add({ key: '4420', action: 'ACCEPT' })
    await add({ key: '49', tag: 'rest' })
    expect(await keys({ q: '44' })).toEqual(['44', '4420'])
    expect(await keys({ q: 'britain' })).toEqual(['44'])
    expect(await keys({ tag: 'rest' })).toEqual(['', '49'])
    expect(await keys({ action: 'ACCEPT' })).toEqual(['4420'])
    expect(await keys({ number: '442071838750' })).toEqual(['4420', '44', ''])
    expect(await keys({ limit: 2 })).toEqual(['', '44'])
  })

  test('answers for a number as a call would be answered', async () => {
    await add({ key: '44', min_length: 11, max_length: 12, tag: 'uk' })
    const ask = async (number: string) =>
      (
        await api.admin.call(items.testNumberList, {
          params: { number_list_id },
          body: { number },
        })
      ).data
    expect(await ask('+442071838750')).toMatchObject({
      action: 'REJECT',
      tag: 'uk',
      item: { key: '44', max_length: 12 },
    })
    expect(await ask('4420')).toEqual({ action: 'ACCEPT', tag: '', item: null })
  })

  test('does not exist in a list that does not', async () => {
    const params = { number_list_id: 999_999, id: 1 }
    const { admin } = api
    const answers = await Promise.all([
      admin.call(items.listNumberListItems, { params }),
      admin.call(items.createNumberListItem, { params, body: itemForm }),
      admin.call(items.updateNumberListItem, { params, body: { ...itemForm, version: 1 } }),
      admin.call(items.deleteNumberListItem, { params }),
      admin.call(items.testNumberList, { params, body: { number: '44' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  const load = (text: string, change: object = {}) =>
    api.admin.call(items.importNumberListItems, {
      params: { number_list_id },
      body: { text, action: 'REJECT', replace: false, dry_run: false, ...change },
    })

  test('comes in many lines at once, and each faulty line is told', async () => {
    await add({ key: '1' })
    await add({ key: '2', tag: 'two' })
    const text = '1\n2\n3,,,,three\nabc\n3'
    const faults = [
      { line: 4, text: 'abc', message: 'Digits only.' },
      { line: 5, text: '3', message: 'Duplicate of line 3.' },
    ]
    const counts = { added: 1, changed: 1, unchanged: 1, removed: 0, faults_count: 1, faults }
    const dry = await load('1\n2\n3,,,,three\nabc', { dry_run: true })
    expect(dry.data).toEqual({ ...counts, faults: faults.slice(0, 1) })
    expect((await list()).data).toHaveLength(2)
    expect(await itemsVersion()).toBe(3)
    expect((await load(text)).data).toEqual({ ...counts, faults_count: 2 })
    expect((await list()).data.map(({ key, tag, version }) => [key, tag, version])).toEqual([
      ['1', '', 1],
      ['2', '', 2],
      ['3', 'three', 1],
    ])
    expect(await itemsVersion()).toBe(4)
    expect((await lastActivity(api)).changes).toMatchObject({
      added: [null, 1],
      left_out: [null, 2],
    })
  })

  test('goes when the lines replace the whole list', async () => {
    await load('1\n2\n3')
    const { data } = await load('3,,,,x\n4', { replace: true, action: 'ACCEPT' })
    expect(data).toMatchObject({ added: 1, changed: 1, unchanged: 0, removed: 2 })
    const rows = (await list()).data
    expect(rows.map(({ key, action }) => [key, action])).toEqual([
      ['3', 'ACCEPT'],
      ['4', 'ACCEPT'],
    ])
  })

  test('stays as it is when only what is new is imported', async () => {
    await add({ key: '1', tag: 'one', action: 'ACCEPT' })
    const { data } = await load('1\n2', { keep_existing: true })
    expect(data).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
    expect((await list()).data.map(({ key, tag, action }) => [key, tag, action])).toEqual([
      ['1', 'one', 'ACCEPT'],
      ['2', '', 'REJECT'],
    ])
  })

  test('comes back from its own export', async () => {
    await load('1,2,3,ACCEPT,uk,"Offices, all"\n2')
    const exported = await api.admin.send({
      method: 'GET',
      url: `/api/number-lists/${number_list_id}/items?format=csv`,
    })
    const { data } = await load(exported.body, { replace: true })
    expect(data).toEqual({
      ...{ added: 0, changed: 0, unchanged: 2, removed: 0 },
      ...{ faults_count: 0, faults: [] },
    })
  })

  test('comes with a hundred thousand others within seconds, and no more at once', async () => {
    const text = Array.from({ length: 100_000 }, (_, n) => `44${100_000 + n},5,15`).join('\n')
    expect((await load(text)).data).toMatchObject({ added: 100_000, faults_count: 0 })
    const more = await load(`${text}\n1`)
    expect(more.problem.fields?.text).toBe('At most 100,000 lines per import.')
    expect((await load('\n \n')).problem.fields?.text).toBe('No line contains a number.')
    // In slices, because a statement on a busy machine has only 15 seconds.
    for (let first = 500_001; first <= 600_000; first += 25_000) {
      await sql`insert into number_list_item (number_list_id, key)
        select ${number_list_id}, n::text
        from generate_series(${first}::int, ${first + 24_999}::int) n`.execute(api.database)
    }
    expect((await load('1')).problem.fields?.text).toBe('A list has at most 200,000 items.')
    expect((await add({ key: '1' })).problem.fields?.key).toBe('A list has at most 200,000 items.')
    const replacing = await load('1\n500001', { replace: true, dry_run: true })
    expect(replacing.data).toMatchObject({ added: 1, unchanged: 1, removed: 199_999 })
  })
})

test('items of one list are changed and deleted together', async () => {
  const own = (await addList(api)).data.id
  const other = (await addList(api)).data.id
  const add = async (number_list_id: number, key: string) => {
    const body = { ...itemForm, key, tag: 'old' }
    const params = { number_list_id }
    return (await api.admin.call(items.createNumberListItem, { params, body })).data.id
  }
  const ids = [await add(own, '1'), await add(own, '2')]
  await add(own, '3')
  const foreign = await add(other, '1')
  const tagsOf = async (number_list_id: number) => {
    const params = { number_list_id }
    return (await api.admin.call(items.listNumberListItems, { params })).data.map(({ tag }) => tag)
  }
  const things = { resource: 'number_list_items', skips_faults: false } as const
  const operations = [{ field: 'tag', kind: 'set', value: 'new' } as const]
  const change = async (chosen: {
    ids: string[] | null
    filter: Record<string, string> | null
  }) => {
    const body = { ...things, ...chosen, operations, digest: null as string | null }
    const preview = await api.admin.call(createBulkChange, { body })
    if (preview.status !== 200) return preview
    return api.admin.call(createBulkChange, { body: { ...body, digest: preview.data.digest } })
  }
  const some = { ids: [`${own}/${ids[0]}`, `${own}/${foreign}`, '1'], filter: null }
  expect((await change(some)).data).toMatchObject({ matched: 1, changed: 1 })
  const all = { ids: null, filter: { number_list_id: String(own), tag: 'old' } }
  const { data } = await change(all)
  expect(data).toMatchObject({ matched: 2, changed: 2 })
  expect([await tagsOf(own), await tagsOf(other)]).toEqual([['new', 'new', 'new'], ['old']])
  expect((await change({ ids: null, filter: {} })).status).toBe(400)

  const undo = { params: { id: data.id ?? 0 }, body: { dry_run: false, skips_faults: false } }
  expect((await api.admin.call(undoBulkChange, undo)).data).toMatchObject({ changed: 2 })
  expect(await tagsOf(own)).toEqual(['new', 'old', 'old'])
  const params = { number_list_id: own, id: ids[1] ?? 0 }
  const read = () => api.admin.call(items.getNumberListItem, { params })
  expect((await read()).data).toMatchObject({ key: '2', tag: 'old' })
  const { resource } = things
  const body = { resource, ids: ids.map((id) => `${own}/${id}`), filter: null, count: 2 }
  expect((await api.admin.call(createBulkDeletion, { body })).data).toMatchObject({ deleted: 2 })
  expect((await read()).status).toBe(404)
  expect(await tagsOf(own)).toEqual(['old'])
})
