import { beforeAll, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import { createInvoice, issueInvoice, voidInvoice } from '#contract/invoices/invoices.ts'
import {
  deleteCdrPartitions,
  listCdrPartitions,
  listRetentionRuns,
} from '#contract/partitions/cdr-partitions.ts'
import { listActivities } from '#contract/people/activities.ts'
import { asSqlConnection } from '#db/database.ts'
import { apiForFile } from '#test/support/api.ts'
import { openCall, recordAt, writeCalls } from '#test/support/calls.ts'
import { signInAdmin } from '#test/support/people.ts'
import { addViewers } from '#test/support/viewers.ts'

const api = apiForFile()
const LONG_AGO = Date.parse('2026-03-10T12:00:00Z')

beforeAll(async () => {
  await writeCalls(api.url, { records: [recordAt(LONG_AGO), recordAt(LONG_AGO + 86_400_000)] })
})

type Query = NonNullable<CallOf<typeof listCdrPartitions>['query']>
const list = async (query: Query) =>
  (await api.admin.call(listCdrPartitions, { query: { ...query, limit: 1000 } })).data
const remove = (...partitions: string[]) =>
  api.admin.call(deleteCdrPartitions, { body: { partitions, export: false, force: false } })

test('the list has every partition with its bounds in UTC, its size and its state', async () => {
  const [row] = await list({ q: 'call_record_20260310' })
  expect(row).toMatchObject({
    parent: 'call_record',
    from_at: '2026-03-10T00:00:00Z',
    to_at: '2026-03-11T00:00:00Z',
    state: 'PAST',
    rows: null,
    size_bytes: 8192,
    removed_at: null,
  })
  expect(row?.total_bytes).toBeGreaterThan(8192)
  const parents = new Set((await list({})).map(({ parent }) => parent))
  expect(parents).toEqual(
    new Set([
      'call_record',
      'call_charge',
      'routing_log',
      'auth_failure',
      'sip_message',
      'call_recording',
      'activity_log',
      'ledger_entry',
    ]),
  )
})

test('the list is filtered by table, state and time', async () => {
  const charges = await list({ parent: 'call_charge' })
  expect(new Set(charges.map(({ parent }) => parent))).toEqual(new Set(['call_charge']))
  const current = await list({ state: 'CURRENT' })
  expect(current.map(({ parent }) => parent).sort()).toEqual([
    'activity_log',
    'auth_failure',
    'ledger_entry',
  ])
  const period = {
    from: '2026-03-10T06:00',
    to: '2026-03-10T07:00',
    parent: 'routing_log',
  } as const
  expect((await list(period)).map(({ name }) => name)).toEqual(['routing_log_20260310'])
})

test('the partitions of today and of the past come first, those of the future last', async () => {
  const states = (await list({})).map(({ state }) => state)
  expect(states[0]).toBe('CURRENT')
  const first = states.indexOf('FUTURE')
  expect(first).toBeGreaterThan(0)
  expect(new Set(states.slice(first))).toEqual(new Set(['FUTURE']))
})

test('three months of activities and eight days of failures are made ahead', async () => {
  const future = await list({ state: 'FUTURE' })
  const of = (parent: string) => future.filter((row) => row.parent === parent).length
  expect(of('activity_log')).toBeGreaterThanOrEqual(3)
  expect(of('ledger_entry')).toBeGreaterThanOrEqual(3)
  expect(of('auth_failure')).toBeGreaterThanOrEqual(7)
})

test('a partition of the past is removed on request, which is an activity', async () => {
  await remove('call_record_20260310', 'call_charge_20260310')
  const rows = await list({ state: 'WAITING' })
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'call_charge_20260310',
    'call_record_20260310',
  ])
  expect(rows[0]).toMatchObject({ requested_by: 'admin', wants_export: false, error: '' })
  const { data } = await api.admin.call(listActivities, { query: { entity: 'cdr_partition' } })
  expect(data.map(({ entity_name }) => entity_name).sort()).toEqual([
    'call_charge_20260310',
    'call_record_20260310',
  ])
})

test('what cannot be removed is named with its reason, and all of it stays', async () => {
  const [current] = await list({ state: 'CURRENT', parent: 'auth_failure' })
  const [future] = await list({ state: 'FUTURE', parent: 'activity_log' })
  for (const [name, reason] of [
    [current?.name, 'rows are still added'],
    [future?.name, 'rows to come'],
    ['call_charge_20260311', 'call records of the same day first'],
  ]) {
    const refused = await api.admin.call(deleteCdrPartitions, {
      body: { partitions: ['routing_log_20260311', name ?? ''], export: true, force: false },
    })
    expect(refused.problem).toMatchObject({ code: 'in-use' })
    expect(refused.problem.message).toContain(`${name}: `)
    expect(refused.problem.message).toContain(reason)
  }
  const started_at = (LONG_AGO + 86_400_000) / 1000
  await writeCalls(api.url, { opened: [openCall(1, { started_at })] })
  const open = await api.admin.call(deleteCdrPartitions, {
    body: { partitions: ['call_record_20260311'], export: true, force: false },
  })
  expect(open.problem.message).toContain('not closed')
  const unknown = await api.admin.call(deleteCdrPartitions, {
    body: { partitions: ['account'], export: true, force: false },
  })
  expect(unknown.problem.code).toBe('not-found')
  expect(await list({ state: 'WAITING', q: '20260311' })).toEqual([])
})

test('one that is removed stays in the list with what it held', async () => {
  const owner = asSqlConnection(api.database)
  await owner.query(`insert into partition_removal (name, parent, from_at, to_at, state, row_count,
      wants_export, removed_at, export_file)
    values ('call_record_20250101', 'call_record', '2025-01-01Z', '2025-01-02Z', 'REMOVED', 7,
      true, now(), 'call_record_20250101-9.csv.gz')`)
  expect(await list({ state: 'REMOVED' })).toMatchObject([
    {
      name: 'call_record_20250101',
      rows: 7,
      total_bytes: 0,
      requested_by: 'retention',
      export_file: 'call_record_20250101-9.csv.gz',
    },
  ])
})

test('the runs of the retention say when, and what was removed last', async () => {
  const owner = asSqlConnection(api.database)
  await owner.query(`insert into retention_run (kind, removed_count, removed_at)
    values ('session', 3, now()), ('call_record', 0, null)`)
  const { data } = await api.admin.call(listRetentionRuns, {})
  expect(data.map(({ kind, removed_count }) => [kind, removed_count])).toEqual([
    ['call_record', 0],
    ['session', 3],
  ])
})

test('what is not invoiced is marked, and deleted by force alone, with a permission', async () => {
  const { acme, ids } = await addViewers(api, Date.parse('2026-08-31T23:59:30Z'))
  const owner = asSqlConnection(api.database)
  for (const month of ['2026-08-01', '2026-09-01']) {
    await owner.query(`select make_partition('ledger_entry', $1)`, [month])
  }
  await owner.query(
    `insert into ledger_entry (at, account_id, counter_account_id, kind, amount, balance_after,
      call_id) values ('2026-09-01T00:00:30Z', $1, 1, 'CALL', -12300, 0, $2)`,
    [acme, ids.own],
  )
  const uninvoiced = async () => {
    const rows = [...(await list({ q: '20260831' })), ...(await list({ q: 'ledger_entry_202609' }))]
    return rows.filter((row) => row.is_uninvoiced).map(({ name }) => name)
  }
  const bill = async (from_on: string | null, to_on: string) => {
    const body = { account_id: acme, from_on, to_on }
    const { data } = await api.admin.call(createInvoice, { body })
    const params = { id: data.id }
    expect((await api.admin.call(issueInvoice, { params })).status).toBe(200)
    return params
  }
  // The call began on the last day of August, and was charged in September.
  const waiting = ['call_record_20260831', 'call_charge_20260831', 'ledger_entry_202609']
  expect(await uninvoiced()).toEqual([])
  await bill('2026-08-01', '2026-08-31')
  expect(await uninvoiced()).toEqual(waiting)
  const params = await bill(null, '2026-09-30')
  expect(await uninvoiced()).toEqual([])
  await api.admin.call(voidInvoice, { params, body: { reason: 'Wrong' } })
  expect(await uninvoiced()).toEqual(waiting)

  const refused = await remove('call_record_20260831')
  expect(refused.problem.message).toContain('not invoiced yet')
  const anna = await signInAdmin(api, 'anna', {
    permissions: ['cdr_partitions.view', 'cdr_partitions.delete'],
  })
  const body = { partitions: ['call_record_20260831'], export: false, force: true }
  expect((await anna.call(deleteCdrPartitions, { body })).status).toBe(403)
  expect((await api.admin.call(deleteCdrPartitions, { body })).status).toBe(204)
  expect(await list({ state: 'WAITING', q: '20260831' })).toHaveLength(1)
})
