// A carrier's file of calls compared with ours: what each row is, what the classes add up to, and
// the dispute about it.

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import {
  compareReconciliation,
  deleteReconciliation,
  disputeReconciliation,
  getReconciliation,
  listReconciliationRows,
  listReconciliationSums,
  listReconciliations,
  type OneReconciliation,
  readCallFileAgain,
  stopReconciliation,
} from '#contract/reconciliations/reconciliations.ts'
import { money } from '#core/money.ts'
import { deleteOldReconciliationRows } from '#db/reconciliations/reconciliation-retention.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff, lastActivity } from '#test/support/configuration.ts'
import { doReconciliations } from '#test/support/do-jobs.ts'
import { settlementForm } from '#test/support/forms.ts'
import { insertSettledCalls, uploadCalls } from '#test/support/reconciliations.ts'

const api = apiForFile()
let settlement_id: number
beforeAll(async () => {
  const tariff_id = await addTariff(api, 'BUY')
  const form = settlementForm(tariff_id)
  const { data } = await api.admin.call(createSettlement, { body: form })
  settlement_id = data.id
  await insertSettledCalls(api, settlement_id, [
    { at: '2026-11-20T10:00:00.400Z', number: '447900000001', ms: 60_200, amount: 610_000 },
    { at: '2026-11-20T11:00:00.000Z', number: '447900000002', ms: 30_000, amount: 300_000 },
    { at: '2026-11-20T12:00:00.000Z', number: '0033100000003', ms: 90_000, amount: 900_000 },
    { at: '2026-11-20T13:00:00.000Z', number: '+33100000004', ms: 10_000, amount: 100_000 },
    // A call of another day.
    { at: '2026-11-21T13:00:00.000Z', number: '33100000004', ms: 10_000, amount: 100_000 },
  ])
})

const LINES = [
  'Start time;B-Number;Duration (s);Cost USD;Destination',
  '20.11.2026 11:00:02;+44 7900 000001;61;0,61;UK Mobile',
  '20.11.2026 12:00:01;447900000002;36;0,36;UK Mobile',
  '20.11.2026 13:00:00;33100000003;90;0,95;France',
  '20.11.2026 15:00:00;33100000099;12;0,12;France',
  '20.11.2026 16:00:00;3,31E+10;12;0,12;France',
  '24.11.2026 15:00:00;33100000098;12;0,12;France',
]
const DAY = { from_at: '2026-11-19T23:00:00Z', until_at: '2026-11-20T23:00:00Z' }

/** The usual options, set again because those of an earlier test are remembered for the carrier. */
const USUAL = {
  ...{ time_zone: 'Europe/Berlin', rounding: 'UP', first_increment: 1, next_increment: 1 },
  ...{ duration_tolerance: 1, with_vat: false },
}

async function compared(lines: readonly string[], change: object = {}, period: object = DAY) {
  const { data } = await uploadCalls(api.admin, settlement_id, `${lines.join('\n')}\n`)
  const { id, layout, options } = data
  if (!layout || !options) throw new Error('the file has no layout')
  const changed = { ...options, ...USUAL, ...change }
  const body = { layout, options: changed, ...period } as never
  const started = await api.admin.call(compareReconciliation, { params: { id }, body })
  expect(started.status).toBe(200)
  await doReconciliations(api)
  return (await api.admin.call(getReconciliation, { params: { id } })).data
}

const rowsOf = async (id: number, query: object = {}) =>
  (await api.admin.call(listReconciliationRows, { params: { id }, query })).data

test('each row of both sides is in one class, with the money of its difference', async () => {
  const one = await compared(LINES)
  expect([one.state, one.error]).toEqual(['COMPARED', ''])
  const rows = await rowsOf(one.id, { sort: 'number' })
  const texts = rows.map((row) => [
    row.class,
    row.called_number,
    row.line,
    row.our_seconds,
    row.their_seconds,
    row.difference,
  ])
  expect(texts).toEqual([
    ['INVALID', '', 6, null, null, null],
    ['OTHER_RATE', '33100000003', 4, 90, 90, 50_000],
    ['ONLY_OURS', '33100000004', null, 10, null, -100_000],
    ['OUTSIDE', '33100000098', 7, null, 12, null],
    ['ONLY_THEIRS', '33100000099', 5, null, 12, 120_000],
    ['MATCHED', '447900000001', 2, 61, 61, 0],
    ['OTHER_DURATION', '447900000002', 3, 30, 36, 60_000],
  ])
  expect(rows[0]).toMatchObject({ column_name: 'B-Number', value: '3,31E+10' })
  expect(rows[0]?.reason).toBe('Shortened by a spreadsheet: its end is lost.')
  expect(rows[1]).toMatchObject({ our_at: '2026-11-20T12:00:00Z', currency: 'USD' })
  const sum = (of: 'our_amount' | 'their_amount' | 'difference') =>
    one.classes
      .filter((each) => !['OUTSIDE', 'INVALID'].includes(each.class))
      .reduce((all, each) => all + each[of], 0n)
  expect(sum('difference')).toBe(sum('their_amount') - sum('our_amount'))
  expect(one.difference).toBe(130_000n)
  const { data: sums } = await api.admin.call(listReconciliationSums, {
    params: { id: one.id },
    query: { sort: 'destination' },
  })
  expect(sums.map((each) => [each.destination, each.our_calls, each.their_calls])).toEqual([
    ['France', 2, 2],
    ['UK', 2, 2],
  ])
  const differences = await rowsOf(one.id, { class: 'DIFFERENCES' })
  expect(differences.map(({ difference }) => Number(difference))).toEqual([
    ...[120_000, -100_000, 60_000, 50_000],
  ])
  expect(await rowsOf(one.id, { q: '4479', destination: 'UK' })).toHaveLength(2)
})

test('stray rows of another day are left out of the period of a file', async () => {
  const [head = '', ...lines] = LINES
  const usual = Array.from({ length: 150 }, () => lines[0] ?? '')
  const whole = { from_at: null, until_at: null }
  const one = await compared([head, ...usual, lines[5] ?? ''], {}, whole)
  expect([one.from_at, one.until_at]).toEqual(['2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'])
  expect(await rowsOf(one.id, { class: 'OUTSIDE' })).toHaveLength(1)
})

test('the next file of a carrier is read and compared as its last one', async () => {
  const { data } = await uploadCalls(api.admin, settlement_id, LINES.join('\n'))
  expect(data.options?.time_zone).toBe('Europe/Berlin')
  expect(data.layout).toMatchObject({ decimal: '.,', date_order: null, separator: ';' })
  const read = { encoding: 'utf-8', separator: ',', worksheet: 0, reads_hidden: false } as const
  const again = await api.admin.call(readCallFileAgain, { params: { id: data.id }, body: read })
  expect(again.data.layout?.separator).toBe(',')
  const params = { id: data.id }
  expect((await api.admin.call(stopReconciliation, { params })).status).toBe(409)
  expect((await api.admin.call(deleteReconciliation, { params })).status).toBe(204)
})

test('a comparison is stopped before its end, and started again', async () => {
  const { data } = await uploadCalls(api.admin, settlement_id, LINES.join('\n'))
  const params = { id: data.id }
  const { layout, options } = data
  const body = { layout, options: { ...options, ...USUAL }, ...DAY } as never
  const compare = () => api.admin.call(compareReconciliation, { params, body })
  const stateOf = async () => (await api.admin.call(getReconciliation, { params })).data.state
  expect((await compare()).status).toBe(200)
  const stopped = await api.admin.call(stopReconciliation, { params })
  expect([stopped.status, await stateOf()]).toEqual([200, 'UPLOADED'])
  await doReconciliations(api)
  expect(await stateOf()).toBe('UPLOADED')
  expect((await compare()).status).toBe(200)
  await doReconciliations(api)
  expect(await stateOf()).toBe('COMPARED')
  const changes = { state: ['COMPARING', 'COMPARED'] }
  expect(await lastActivity(api)).toMatchObject({ username: 'admin', changes })
})

test('durations are rounded and billed as by the carrier, in the days of its file', async () => {
  const file = [LINES[0] ?? '', LINES[1] ?? '', LINES[2] ?? '']
  const period = { from_at: null, until_at: null }
  const increments = { first_increment: 30, next_increment: 6, duration_tolerance: 0 }
  const change = { ...increments, rounding: 'DOWN', with_vat: true }
  const one = await compared(file, change, period)
  expect([one.from_at, one.until_at]).toEqual(['2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'])
  const rows = await rowsOf(one.id, { q: '4479', sort: 'number' })
  expect(rows.map((row) => [row.class, row.our_seconds])).toEqual([
    ['OTHER_DURATION', 60],
    ['OTHER_DURATION', 30],
  ])
})

test('totals are compared by destination, prefix or day', async () => {
  const byDestination = await compared([
    'Destination,Calls,Minutes,Amount',
    'uk,2,1.5167,0.91',
    'Spain,1,1,1',
  ])
  const shown = async ({ id }: OneReconciliation) =>
    (await rowsOf(id)).map((row) => [row.class, row.destination, row.our_calls, row.difference])
  expect(await shown(byDestination)).toEqual([
    ['ONLY_OURS', 'France', 2, -1_000_000],
    ['ONLY_THEIRS', 'Spain', null, 1_000_000],
    ['MATCHED', 'uk', 2, 0],
  ])
  const byPrefix = await compared(['Prefix,Calls,Seconds,Amount', '44,2,91,0.91', '33,1,100,1'])
  expect(await shown(byPrefix)).toEqual([
    ['OTHER_DURATION', '33', 2, 0],
    ['MATCHED', '44', 2, 0],
  ])
  const byDay = await compared(['Date,Seconds,Amount', '2026-11-20,191,2.91'])
  expect(await shown(byDay)).toEqual([['OTHER_RATE', '2026-11-20', 4, 1_000_000]])
})

test('a file that lacks a column, or a period, is refused with the reason', async () => {
  const { data } = await uploadCalls(api.admin, settlement_id, 'Destination,Minutes\nSpain,1\n')
  const { id, layout, options } = data
  if (!layout || !options) throw new Error('the file has no layout')
  const start = async (body: object) => {
    const all = { layout, options, from_at: null, until_at: null, ...body } as never
    const answer = await api.admin.call(compareReconciliation, { params: { id }, body: all })
    return JSON.stringify(answer.problem)
  }
  expect(await start({})).toContain('Required: the file has no times.')
  expect(await start({ layout: { ...layout, content: 'CALLS' } })).toContain(
    'Select the column of the called number.',
  )
  expect((await uploadCalls(api.admin, settlement_id, '')).status).toBe(400)
})

test('calls whose numbers are masked are compared by day alone', async () => {
  const masked = (until: string | null) =>
    sql`update number_masking set begun_until = ${until}`.execute(api.database)
  await masked('2026-11-20T00:00:00Z')
  try {
    const reason = 'Numbers of our calls before 2026-11-20 UTC are masked: begin after them.'
    expect((await compared(LINES)).error).toBe(reason)
    const totals = ['Destination;Minutes;Cost USD', 'UK;2;0,97']
    expect((await compared(totals)).error).toBe('')
    const after = { from_at: '2026-11-20T00:00:00Z', until_at: DAY.until_at }
    expect((await compared(LINES, {}, after)).error).toBe('')
  } finally {
    await masked(null)
  }
})

test('a dispute has an amount and notes, and keeps the reconciliation', async () => {
  const one = await compared(LINES.slice(0, 4))
  const params = { id: one.id }
  const dispute = (body: object) =>
    api.admin.call(disputeReconciliation, { params, body: body as never })
  const opened = await dispute({ state: 'OPEN', amount: '0.11', note: 'Sent to billing.' })
  expect(opened.data).toMatchObject({ dispute_state: 'OPEN', dispute_amount: money(110_000) })
  const settled = await dispute({ state: 'SETTLED', amount: '0.06', note: 'Credit note 7.' })
  expect(settled.data.notes.map(({ text }) => text)).toEqual(['Sent to billing.', 'Credit note 7.'])
  const { data: listed } = await api.admin.call(listReconciliations, {
    query: { dispute_state: 'SETTLED', settlement_id: String(settlement_id) } as never,
  })
  expect(listed.map(({ id }) => id)).toEqual([one.id])
  expect((await api.admin.call(deleteReconciliation, { params })).status).toBe(409)
  await deleteOldReconciliationRows(api.database, 0)
  expect(await rowsOf(one.id)).toEqual([])
  const { data: kept } = await api.admin.call(getReconciliation, { params })
  expect([kept.rows_removed_at === null, kept.difference]).toEqual([false, one.difference])
})

test('numbers that may be thousands are a question, which is answered', async () => {
  const file = [
    'Start time;B-Number;Duration (s);Cost',
    '20.11.2026 11:00:02;447900000001;61;1,234',
  ]
  const { data } = await uploadCalls(api.admin, settlement_id, file.join('\n'))
  const params = { id: data.id }
  const { layout, options } = data
  const compare = (decimal: string | null) =>
    api.admin.call(compareReconciliation, {
      params,
      body: { layout: { ...layout, decimal }, options: { ...options, ...USUAL }, ...DAY } as never,
    })
  const { status, problem } = await compare(layout!.decimal)
  const field = { 'layout.decimal': expect.stringMatching(/such as 1,234: is the mark/) }
  expect([status, problem.fields]).toEqual([400, field])
  expect((await compare(',.')).status).toBe(200)
  await doReconciliations(api)
  const [row] = await rowsOf(data.id, { class: 'OTHER_RATE' })
  expect(row?.their_amount).toBe(money(1_234_000_000))
})
