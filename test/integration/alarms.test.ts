// Alarms by the job with its own database role: each condition with real rows, from the first time
// it is true until it clears, with one event each.
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import * as rules from '#contract/alarms/alarm-rules.ts'
import * as alarms from '#contract/alarms/alarms.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { toSum } from '#core/money.ts'
import { setPing } from '../support/alarms.ts'
import { apiForFile, type Session, startApi } from '../support/api.ts'
import { trafficAt, writeCalls } from '../support/calls.ts'
import { addTariff } from '../support/configuration.ts'
import { doAlarms } from '../support/do-jobs.ts'
import { resellerForm } from '../support/forms.ts'
import { addViewers, type Viewers } from '../support/viewers.ts'

const SECOND_MS = 1000
const QUARTER_MS = 900_000
const WEEK_MS = 7 * 86_400_000

const api = apiForFile()
let viewers: Viewers
let client: Session
let now_ms: number

beforeAll(async () => {
  viewers = await addViewers(api)
  client = await api.signIn('acme', 'CLIENT')
})
beforeEach(async () => {
  now_ms = Date.now()
  await api.database.deleteFrom('alarm_rule').execute()
})
afterEach(async () => {
  await sql`truncate alarm, notification_event, traffic_addition`.execute(api.database)
})

type Form = BodyOf<typeof rules.createAlarmRule>

const FORM: Form = {
  name: 'Few answers',
  topic: 'ASR',
  severity: 'WARNING',
  status: 'active',
  subject_kind: 'GATEWAY',
  subject_ids: [],
  destinations: [],
  comparison: 'BELOW',
  compares_with: 'BOUND',
  bound: '20',
  window_minutes: 60,
  min_calls: 10,
  pending_seconds: 0,
  clear_seconds: 0,
}
const DOWN: Form = {
  ...FORM,
  ...{ name: 'Down', topic: 'GATEWAY_DOWN', severity: 'CRITICAL', comparison: 'ABOVE', bound: '0' },
}

async function addRule(change: Partial<Form>): Promise<number> {
  const { data } = await api.admin.call(rules.createAlarmRule, { body: { ...FORM, ...change } })
  return data.id
}

/** Judges all, some seconds later. */
const judgeAfter = async (seconds = 0) => {
  now_ms += seconds * SECOND_MS
  await doAlarms(api, now_ms)
}
const listed = async (query = {}, session = api.admin) =>
  (await session.call(alarms.listAlarms, { query })).data
const events = () =>
  api.database
    .selectFrom('notification_event')
    .where('alarm_id', 'is not', null)
    .select(['phase', 'topic', 'subject_name', 'sentence', 'group_key', 'account_id'])
    .orderBy('id')
    .execute()
const phases = async () => (await events()).map(({ phase }) => phase)

const ping = (state: 'UP' | 'DOWN', gateway_id = viewers.gateways.london) =>
  setPing(api.database, gateway_id, state)

const attempts = (calls: number, answered: number, at_ms = Date.now()) =>
  trafficAt(at_ms, {
    ...{ account_id: viewers.acme, gateway_id: viewers.gateways.london },
    ...{ settlement_id: viewers.london, destination: 'United Kingdom' },
    ...{ attempts: calls, calls, answered, effective_attempts: answered, short_calls: 0 },
    ...{ revenue: toSum(calls * 1000), cost: toSum(calls * 3000) },
  })

test('a gateway that is down fires once, and clears once when it is up again', async () => {
  await addRule({ ...DOWN, pending_seconds: 10, clear_seconds: 10 })
  await ping('DOWN')
  await judgeAfter()
  expect(await listed()).toEqual([])
  expect(await listed({ state: 'PENDING' })).toHaveLength(1)
  for (const seconds of [10, 5, 5]) await judgeAfter(seconds)
  expect(await listed()).toMatchObject([
    {
      ...{ state: 'FIRING', severity: 'CRITICAL', subject_id: viewers.gateways.london },
      ...{ sentence: 'It does not answer OPTIONS.', rule_name: 'Down', account_id: null },
    },
  ])
  await ping('UP')
  for (const seconds of [5, 5, 5, 5]) await judgeAfter(seconds)
  expect(await listed()).toMatchObject([{ state: 'CLEARED', clear_cause: 'RECOVERED' }])
  expect(await phases()).toEqual(['FIRED', 'CLEARED'])
  const [fired, cleared] = await events()
  expect(fired?.group_key).toBe(`SETTLEMENT ${viewers.london}`)
  expect(cleared?.sentence).toBe('It is over after 25 s: It does not answer OPTIONS.')
})

test('bad media and one-way audio of a gateway have their numbers', async () => {
  const media = { min_calls: 10, subject_kind: 'GATEWAY' } as const
  await addRule({ ...media, name: 'MOS', topic: 'MOS', comparison: 'BELOW', bound: '3.6' })
  await addRule({ ...media, name: 'Loss', topic: 'LOSS', comparison: 'ABOVE', bound: '2' })
  await addRule({
    ...{ ...media, name: 'One-way', topic: 'ONE_WAY_AUDIO', comparison: 'ABOVE', bound: '5' },
  })
  const measured = { quality_calls: 8, mos_sum: 250, loss_sum: 40, one_way_calls: 1 }
  await writeCalls(api.url, { additions: [{ ...attempts(20, 10), ...measured }] })
  await judgeAfter()
  expect((await listed()).map(({ sentence }) => sentence).sort()).toEqual([
    'MOS is 3.1 with 20 calls within 60 minutes, below 3.6.',
    'Packet loss is 5 % with 20 calls within 60 minutes, above 2 %.',
    'The share of calls with one-way audio is 10 % with 20 calls within 60 minutes, above 5 %.',
  ])
})

test('what was down for less than the pending time leaves nothing', async () => {
  await addRule({ ...DOWN, pending_seconds: 30 })
  await ping('DOWN')
  await judgeAfter()
  await ping('UP')
  await judgeAfter(10)
  expect(await listed({ state: 'PENDING' })).toEqual([])
  expect(await phases()).toEqual([])
})

test('a rule that cannot be read keeps no other rule from its alarm', async () => {
  const refused = { topic: 'LIMIT_HITS', subject_kind: 'CLIENT', comparison: 'ABOVE' } as const
  await addRule({ ...refused, name: 'Refused' })
  await addRule(DOWN)
  await ping('DOWN')
  await sql`alter table traffic_addition rename to traffic_addition_away`.execute(api.database)
  try {
    await expect(judgeAfter()).rejects.toThrow(/Refused: .*traffic_addition/)
  } finally {
    await sql`alter table traffic_addition_away rename to traffic_addition`.execute(api.database)
  }
  expect(await phases()).toEqual(['FIRED'])
  await ping('UP')
})

test('limits that turn calls away are alarms of gateway, carrier and reseller', async () => {
  const kinds = ['GATEWAY', 'SETTLEMENT', 'RESELLER'] as const
  const limits = { topic: 'LIMIT_HITS', comparison: 'ABOVE', bound: '100' } as const
  for (const subject_kind of kinds) await addRule({ ...limits, name: subject_kind, subject_kind })
  const body = resellerForm(await addTariff(api, 'RESELLER_COST'))
  const reseller = await api.admin.call(createReseller, { body })
  const ids = [viewers.gateways.london, viewers.london, reseller.data.id]
  await sql`insert into limit_hit (bucket, kind, subject_id, hits)
    select date_bin('15 minutes', now() - n * interval '15 minutes', '2000-01-01Z'), kind, id, 60
    from unnest(${kinds}::text[], ${ids}::bigint[]) s (kind, id), generate_series(0, 1) n`.execute(
    api.database,
  )
  await judgeAfter()
  const found = await listed({})
  expect(found.map(({ subject_kind }) => subject_kind).sort()).toEqual(kinds.toSorted())
  expect(new Set(found.map(({ sentence }) => sentence))).toEqual(
    new Set(['The number of calls over a limit is 120 within 60 minutes, above 100.']),
  )
  await sql`truncate limit_hit`.execute(api.database)
})

test('no restore test for 36 hours is an alarm, and one that passes clears it', async () => {
  const about = { topic: 'RESTORE_TEST_LATE', subject_kind: 'SWITCH', comparison: 'ABOVE' } as const
  await addRule({ ...about, name: 'Late', bound: '0' })
  const run = (text: string) => sql.raw(text).execute(api.database)
  await judgeAfter()
  expect(await listed({})).toEqual([])
  await run(`insert into backup_store (kind, address, since)
    values ('OWN', '/mnt/backups', now() - interval '35 hours')`)
  await run(
    `insert into restore_test (backup_name, ended_at, error) values ('b', now(), 'It broke')`,
  )
  await judgeAfter(10)
  expect(await listed({})).toEqual([])
  await run(`update backup_store set since = now() - interval '37 hours'`)
  await judgeAfter(10)
  expect(await listed({})).toMatchObject([
    { sentence: 'No restore test of the backups has succeeded for 36 hours.' },
  ])
  await run(`insert into restore_test (backup_name, ended_at) values ('b', now())`)
  await judgeAfter(10)
  expect(await listed({ state: 'FIRING' })).toEqual([])
  await run('truncate backup_store, restore_test')
})

test('few answers of a gateway and losses with its carrier have their numbers', async () => {
  await addRule({})
  await addRule({
    ...{ name: 'Losses', topic: 'MARGIN', subject_kind: 'SETTLEMENT', bound: '0' },
  })
  await addRule({ name: 'Losses to', topic: 'MARGIN', subject_kind: 'DESTINATION', bound: '0' })
  await writeCalls(api.url, { additions: [attempts(20, 2), attempts(20, 1)] })
  await judgeAfter()
  const sentences = (await listed({ sort: 'subject_name' })).map(({ sentence }) => sentence)
  expect(sentences.sort()).toEqual([
    'ASR is 7.5 % with 40 calls within 60 minutes, below 20 %.',
    'The margin is -200 % with 40 calls within 60 minutes, below 0 %.',
    'The margin is -200 % with 40 calls within 60 minutes, below 0 %.',
  ])
  expect((await events()).map(({ account_id }) => account_id)).toEqual([null, null, null])
})

test('fewer calls than the minimum decide nothing', async () => {
  await addRule({ min_calls: 41 })
  await writeCalls(api.url, { additions: [attempts(40, 0)] })
  await judgeAfter()
  expect(await listed()).toEqual([])
})

test('money that ends at the pace of a day has its days, and none without a call', async () => {
  const { acme } = viewers
  const about = { topic: 'MONEY_ENDS', subject_kind: 'CLIENT', bound: '10' } as const
  await addRule({ ...about, name: 'Ends', subject_ids: [acme] })
  await judgeAfter()
  expect(await listed()).toEqual([])
  const spent = trafficAt(now_ms, { account_id: acme, charged: toSum(1_000_000n) })
  await writeCalls(api.url, { additions: [spent] })
  await judgeAfter(60)
  expect(await listed()).toMatchObject([
    { sentence: 'What is left at the pace of a day is 5 days, below 10 days.' },
  ])
})

test('a figure is compared with the same hour of the last weeks', async () => {
  await addRule({ compares_with: 'SAME_HOUR', bound: '50', subject_kind: 'CLIENT' })
  const past = [1, 2].map((weeks) => attempts(100, 60, now_ms - weeks * WEEK_MS - QUARTER_MS))
  await writeCalls(api.url, { additions: [...past, attempts(100, 20)] })
  await judgeAfter()
  expect(await listed()).toMatchObject([
    {
      account_id: viewers.acme,
      sentence:
        'ASR is 20 % with 100 calls within 60 minutes, 67 % below the usual 60 % of this hour.',
    },
  ])
})

test('a gateway without a single call is below a number of calls', async () => {
  const { london } = viewers.gateways
  await addRule({ topic: 'CALLS', bound: '5', subject_ids: [london] })
  await judgeAfter()
  expect(await listed()).toMatchObject([{ subject_id: london, last_value: '0' }])
})

test('a changed rule clears what it has fired, and a deleted one too', async () => {
  const id = await addRule(DOWN)
  await ping('DOWN')
  await judgeAfter()
  const body = { ...DOWN, severity: 'INFO' as const, version: 1 }
  await api.admin.call(rules.updateAlarmRule, { params: { id }, body })
  await judgeAfter(5)
  expect(await phases()).toEqual(['FIRED', 'CLEARED', 'FIRED'])
  await api.admin.call(rules.deleteAlarmRule, { params: { id } })
  await judgeAfter(5)
  const causes = (await listed()).map(({ clear_cause, severity }) => [clear_cause, severity])
  expect(causes).toEqual([
    ['RULE_CHANGED', 'INFO'],
    ['RULE_CHANGED', 'CRITICAL'],
  ])
})

test('a snoozed alarm is announced when the snooze ends, if it still fires', async () => {
  await addRule(DOWN)
  await ping('DOWN')
  await judgeAfter()
  const [{ id } = { id: 0 }] = await listed()
  const until_at = new Date(now_ms + 60_000).toISOString()
  await api.admin.call(alarms.snoozeAlarm, { params: { id }, body: { until_at } })
  await ping('UP')
  await judgeAfter(5)
  await ping('DOWN')
  await judgeAfter(5)
  expect(await phases()).toEqual(['FIRED', 'CLEARED'])
  expect(await listed()).toMatchObject([{ snoozed_until: expect.any(String) }, {}])
  await judgeAfter(60)
  expect(await phases()).toEqual(['FIRED', 'CLEARED', 'FIRED'])
})

test('a client sees its low balance, and nothing of gateways or of who takes care', async () => {
  await addRule(DOWN)
  await ping('DOWN')
  await addRule({
    ...{ name: 'Low', topic: 'LOW_BALANCE', subject_kind: 'CLIENT', bound: '1000000' },
  })
  await judgeAfter()
  const [own] = await listed({ topic: 'LOW_BALANCE', account_id: viewers.acme })
  const body = { note: 'I have called them.' }
  await api.admin.call(alarms.acknowledgeAlarm, { params: { id: own!.id }, body })
  const seen = await listed({}, client)
  expect(seen.map(({ topic, account_id }) => [topic, account_id])).toEqual([
    ['LOW_BALANCE', viewers.acme],
  ])
  expect(seen[0]).toMatchObject({
    ...{ rule_name: null, acknowledged_by_name: null, acknowledged_note: null },
    ...{ unit: 'MONEY', bound: '1000000' },
  })
  expect((await client.call(alarms.getAlarm, { params: { id: own!.id } })).status).toBe(200)
  const { data: counts } = await client.call(alarms.countAlarms, {})
  expect(counts).toMatchObject({ critical: 0, warning: 1, unacknowledged: 0 })
  expect(await listed({ is_acknowledged: 'true' })).toMatchObject([
    { acknowledged_note: 'I have called them.', acknowledged_by_name: 'admin' },
  ])
})

test('the rules of a new switch can all be judged', async () => {
  const fresh = await startApi()
  try {
    await doAlarms(fresh, Date.now())
    const { data } = await fresh.admin.call(rules.listAlarmRules, { query: {} })
    expect(data.length).toBeGreaterThan(20)
    for (const { id, version, subjects: _, firing, created_at, updated_at, ...body } of data) {
      const tried = await fresh.admin.call(rules.tryAlarmRule, { body })
      const fired = body.pending_seconds > 0 ? 0 : tried.data.breached
      expect([body.name, tried.status, firing]).toEqual([body.name, 200, fired])
    }
  } finally {
    await fresh.close()
  }
})
