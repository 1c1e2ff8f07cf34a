// Call records and the figures of the home page, from rows as the engine writes them.
import { beforeAll, describe, expect, test } from 'vitest'
import { getCallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { setTimezone } from '#contract/console/settings.ts'
import { setOwnTimezone } from '#contract/people/session.ts'
import { money, percent, rate, toSum } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { callIdAt, NO_PACKAGE, recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'

const HOUR = 3_600_000

const api = apiForFile()
let tariff_id: number
let account_id: number
let other_id: number

beforeAll(async () => {
  tariff_id = await addTariff(api, 'SELL', 'Gold')
  const add = (name: string) => addClientNamed(api, tariff_id, name)
  account_id = await add('Acme')
  other_id = await add('Other')
})

const setZone = (timezone: string) => api.admin.call(setTimezone, { body: { timezone } })
type Query = NonNullable<Parameters<typeof records>[0]>
function records(
  query: Parameters<typeof api.admin.call<typeof listCallRecords>>[1]['query'] = {},
) {
  return api.admin.call(listCallRecords, { query })
}

describe('call records', () => {
  test('are those of a range of time in the zone of the server', async () => {
    // Kathmandu is 5:45 ahead of UTC: its 10 March begins at 18:15 on the 9th.
    await setZone('Asia/Kathmandu')
    const midnight = Date.UTC(2026, 2, 9, 18, 15)
    const times = [midnight - 1000, midnight, midnight + 23 * HOUR, midnight + 24 * HOUR]
    await writeCalls(api.url, { records: times.map((time) => recordAt(time, { account_id })) })
    const query: Query = { from: '2026-03-10T00:00', to: '2026-03-11T00:00', sort: 'started_at' }
    const { data, page } = await records(query)
    expect(data.map(({ started_at }) => Date.parse(started_at))).toEqual(times.slice(1, 3))
    expect(page).toMatchObject({ total: 2, total_is_exact: true })
    await setZone('UTC')
    expect((await records(query)).data).toHaveLength(2)
    expect([page.sort, (await records()).page.sort]).toEqual(['started_at', '-started_at'])
    expect((await records({ from: '2026-02-30T00:00' })).status).toBe(400)
    // The user's own zone overrides that of the server.
    const setOwn = (timezone: string | null) =>
      api.admin.call(setOwnTimezone, { body: { timezone } })
    const found = async () =>
      (await records(query)).data.map(({ started_at }) => Date.parse(started_at))
    expect(await found()).toEqual(times.slice(2))
    await setOwn('Asia/Kathmandu')
    expect(await found()).toEqual(times.slice(1, 3))
    await setOwn(null)
  })

  test('of today are shown unless asked otherwise', async () => {
    await setZone('Pacific/Kiritimati')
    const now = Date.now()
    const zone = 14 * HOUR
    const today = Math.floor((now + zone) / (24 * HOUR)) * 24 * HOUR - zone
    const times = [today - 24 * HOUR, today - 1000, today + 1]
    await writeCalls(api.url, { records: times.map((time) => recordAt(time, { account_id })) })
    expect((await records()).data.map((call) => Date.parse(call.started_at))).toEqual([today + 1])
    const { data } = await records({ range: 'yesterday' })
    expect(data.map((call) => Date.parse(call.started_at))).toEqual([times[1], times[0]])
    await setZone('UTC')
  })

  test('of a month are those between two midnights of the zone', async () => {
    const now = new Date()
    const monthAt = (after: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after)
    const times = [monthAt(-1) - 1, monthAt(-1), monthAt(0) - 1, monthAt(0)]
    const called_number = '8801711'
    await writeCalls(api.url, {
      records: times.map((time) => recordAt(time, { account_id, called_number })),
    })
    const asked = async (range: Query['range']) => {
      const { data } = await records({ range, called_number: [called_number], sort: 'started_at' })
      return data.map((call) => Date.parse(call.started_at))
    }
    expect(await asked('last_month')).toEqual(times.slice(1, 3))
    expect(await asked('this_month')).toEqual(times.slice(3))
  })

  test('that have ended after a moment are those of a live list', async () => {
    const called_number = '8801811'
    const times = [1, 2, 3].map((second) => Date.UTC(2026, 3, 20) + second * 1000)
    const calls = times.map((time) => recordAt(time, { account_id, called_number }))
    await writeCalls(api.url, { records: calls })
    const { data } = await records({
      from: '2026-04-20T00:00',
      to: '2026-04-21T00:00',
      called_number: [called_number],
      ended_after: new Date((calls[0]?.ended_at ?? 0) * 1000).toISOString(),
    })
    expect(data.map((call) => Date.parse(call.started_at))).toEqual([times[2], times[1]])
  })

  test('have no gaps and no doubles between pages, also within a millisecond', async () => {
    const begin = Date.UTC(2026, 3, 1, 23, 59, 59, 990)
    const calls = Array.from({ length: 31 }, (_, at) =>
      recordAt(begin + Math.floor(at / 4), { account_id }),
    )
    await writeCalls(api.url, { records: calls })
    for (const sort of ['started_at', '-started_at'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const answer = await records({
          from: '2026-04-01T00:00',
          to: '2026-04-03T00:00',
          limit: 5,
          sort,
          ...(cursor && { cursor }),
        })
        seen.push(...answer.data.map(({ call_id }) => call_id))
        cursor = answer.page.next_cursor ?? undefined
      } while (cursor)
      expect(seen).toHaveLength(31)
      expect(new Set(seen)).toEqual(new Set(calls.map(({ call_id }) => call_id)))
    }
  })

  test('are one per call, and FAILED are all that were not answered', async () => {
    const at = Date.UTC(2026, 4, 1, 12)
    const failed = recordAt(at, { account_id, is_last: false })
    const answered = { status: 'ANSWERED', sip_code: 200, attempt_no: 2 } as const
    await writeCalls(api.url, {
      records: [
        failed,
        { ...failed, ...answered, is_last: true },
        recordAt(at, { account_id, status: 'CANCELLED', sip_code: 487 }),
        recordAt(at, { status: 'REJECTED', refusal: 'AUTH_UNKNOWN_IP', client_type: 'UNKNOWN' }),
        recordAt(at, { account_id: other_id }),
      ],
    })
    const day: Query = { from: '2026-05-01T00:00', to: '2026-05-02T00:00' }
    expect((await records(day)).data).toHaveLength(4)
    const statuses = (await records({ ...day, status: 'FAILED' })).data.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['CANCELLED', 'FAILED', 'REJECTED'])
    expect((await records({ ...day, account_id: [other_id] })).data).toMatchObject([
      { client_name: 'Other' },
    ])
    expect((await records({ ...day, sip_code: [487] })).data).toHaveLength(1)
    expect((await records({ ...day, type: 'retail' })).data).toHaveLength(0)
    expect((await records({ ...day, called_number: ['4420'] })).data).toHaveLength(4)
    expect((await records({ ...day, q: answered.status })).data).toHaveLength(0)
    expect((await records({ ...day, refusal: ['AUTH_UNKNOWN_IP'] })).data).toMatchObject([
      { client_name: null, client_type: 'UNKNOWN' },
    ])
  })

  test('are asked for by several values with commas between them, or without some', async () => {
    const ask = async (filter: string) => {
      const url = `/api/cdr?from=2026-05-01T00:00&to=2026-05-02T00:00&${filter}`
      const { statusCode, body } = await api.admin.send({ method: 'GET', url })
      return statusCode === 200 ? JSON.parse(body).data.length : statusCode
    }
    expect(await ask(`account_id=${account_id},%20${other_id}`)).toBe(3)
    expect(await ask(`account_id_not=${other_id}`)).toBe(3)
    expect(await ask(`account_id_not=${other_id}&sip_code_not=487,200`)).toBe(1)
    expect(await ask('account_id=7,x')).toBe(400)
    expect(await ask('account_id=,')).toBe(400)
    expect(await ask(`sip_code=${Array(101).fill(1)}`)).toBe(400)
  })

  test('leave as a file in which no cell is a formula', async () => {
    const at = Date.UTC(2026, 5, 1, 12)
    const caller_name = '=cmd|"/C calc"!A0'
    await writeCalls(api.url, {
      records: [recordAt(at, { account_id, caller_name, cost: money(5) })],
    })
    const answer = await api.admin.send({
      method: 'GET',
      url: '/api/cdr?from=2026-06-01T00:00&to=2026-06-02T00:00&format=csv',
    })
    const [head, row] = answer.body.split('\r\n')
    expect(head).toMatch(/^call_id,attempt_no,/)
    expect(row).toContain(`"'=cmd|""/C calc""!A0"`)
    expect(row).toContain(',-0.000005,')
  })

  test('of one call show the attempts, the charges and the way it went', async () => {
    const at = Date.UTC(2026, 6, 1, 12)
    const first = recordAt(at, { account_id, is_last: false })
    const { call_id, started_at } = first
    const record = { ...first, attempt_no: 2, is_last: true, status: 'ANSWERED' } as const
    const terms = {
      rate: rate(1_230_000),
      currency: 'USD',
      first_increment: 60,
      vat_percent: percent(190_000),
    }
    const charge = {
      call_id,
      started_at,
      tariff_id,
      rate_id: 1,
      prefix: '44',
      terms,
      ...NO_PACKAGE,
    }
    const sums = { duration_seconds: 9, billed_seconds: 60, net: money(12_300), vat: money(2_337) }
    const paid = { parent_id: 1, currency: 'USD', attempts: 0, income: money(0) }
    const known = { known_by: 'ADDRESS', username: null } as const
    const found = { account_id, client: 'Acme', ...known, source: '192.0.2.7' }
    await writeCalls(api.url, {
      records: [first, record],
      charges: [{ ...charge, ...sums, ...paid, account_id, depth: 0, amount: money(14_637) }],
      entries: [
        {
          account_id,
          counter_account_id: 1,
          kind: 'CALL',
          amount: money(-14_637),
          balance_after: toSum(985_363),
          call_id,
        },
      ],
      logs: [{ call_id, started_at, steps: [{ step: 'CALLER', ...found }] }],
    })
    const { data } = await api.admin.call(getCallRecord, { params: { call_id } })
    expect(data.attempts.map(({ attempt_no }) => attempt_no)).toEqual([1, 2])
    expect(data.call).toMatchObject({ call_id, attempt_no: 2, client_name: 'Acme' })
    expect(data.charges).toMatchObject([
      {
        account_name: 'Acme',
        tariff_name: 'Gold',
        rate: 1_230_000,
        first_rate: 1_230_000,
        amount: 14_637,
        depth: 0,
      },
    ])
    expect(data.charges[0]?.balance_after).toBe(985_363n)
    expect(data.steps).toEqual([
      { step: 'CALLER', result: 'OK', text: '192.0.2.7 is Acme.', facts: found },
    ])
    const missing = await api.admin.call(getCallRecord, { params: { call_id: callIdAt(at) } })
    expect(missing.status).toBe(404)
  })
})
