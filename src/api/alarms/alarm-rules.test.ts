// Rules of alarms: who may write them, which are refused, and what trying one finds.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/alarms/alarm-rules.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile } from '#test/support/api.ts'
import { signInAdmin } from '#test/support/people.ts'
import { addViewers } from '#test/support/viewers.ts'

const api = apiForFile()

const RULE: BodyOf<typeof contract.createAlarmRule> = {
  name: 'Low balance',
  topic: 'LOW_BALANCE',
  severity: 'WARNING',
  status: 'active',
  subject_kind: 'CLIENT',
  subject_ids: [],
  destinations: [],
  comparison: 'BELOW',
  compares_with: 'BOUND',
  bound: '5',
  window_minutes: 60,
  min_calls: 0,
  pending_seconds: 0,
  clear_seconds: 0,
}

beforeAll(async () => {
  await addViewers(api)
})
beforeEach(async () => {
  await api.database.deleteFrom('alarm_rule').execute()
})

const add = async () => (await api.admin.call(contract.createAlarmRule, { body: RULE })).data

test('a rule is added, read, changed, listed and deleted', async () => {
  const added = await add()
  expect(added).toMatchObject(RULE)
  const params = { id: added.id }
  expect((await api.admin.call(contract.getAlarmRule, { params })).data).toEqual(added)
  const { data: changed } = await api.admin.call(contract.updateAlarmRule, {
    params,
    body: { ...RULE, bound: '7.5', version: added.version },
  })
  expect(changed).toMatchObject({ bound: '7.5', version: added.version + 1 })
  const list = await api.admin.call(contract.listAlarmRules, { query: { topic: 'LOW_BALANCE' } })
  expect(list.data).toEqual([changed])
  await api.admin.call(contract.deleteAlarmRule, { params })
  const gone = await api.admin.send({ method: 'GET', url: `/api/alarm-rules/${added.id}` })
  expect(gone.statusCode).toBe(404)
})

test('a rule that somebody else has changed meanwhile is not overwritten', async () => {
  const { id, version } = await add()
  const save = (bound: string) =>
    api.admin.send({
      method: 'PUT',
      url: `/api/alarm-rules/${id}`,
      payload: { ...RULE, bound, version },
    })
  expect((await save('6')).statusCode).toBe(200)
  expect((await save('7')).statusCode).toBe(409)
})

test.each<Partial<typeof RULE>>([
  { subject_kind: 'GATEWAY' },
  { comparison: 'ABOVE' },
  { compares_with: 'SAME_HOUR' },
  { bound: 'much' },
  { destinations: ['France'] },
  { subject_ids: [999_999] },
])('a rule of %j is refused', async (change) => {
  const payload = { ...RULE, ...change }
  const answer = await api.admin.send({ method: 'POST', url: '/api/alarm-rules', payload })
  expect(answer.statusCode).toBe(400)
})

test('trying a rule says how many it would find, and changes nothing', async () => {
  const { data } = await api.admin.call(contract.tryAlarmRule, {
    body: { ...RULE, bound: '1000000' },
  })
  expect(data.breached).toBeGreaterThan(0)
  expect(data.examples[0]?.sentence).toContain('below 1000000 USD')
  expect((await api.admin.call(contract.listAlarmRules, { query: {} })).data).toEqual([])
})

test('an admin of some accounts sees no rule and adds none', async () => {
  const account_ids = await api.database.selectFrom('account').select('id').limit(1).execute()
  const limited = await signInAdmin(api, 'limited', {
    permissions: [...PERMISSIONS],
    scope: 'LISTED',
    account_ids: account_ids.map(({ id }) => id),
  })
  await add()
  const seen = await limited.send({ method: 'GET', url: '/api/alarm-rules' })
  expect(seen.json().data).toEqual([])
  for (const url of ['/api/alarm-rules', '/api/alarm-rules/try']) {
    const refused = await limited.send({ method: 'POST', url, payload: RULE })
    expect(refused.statusCode).toBe(403)
  }
})
