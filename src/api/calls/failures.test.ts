// Why calls failed: admins see the refusal, and clients and resellers a reason that says nothing of
// the operator.
import { beforeAll, expect, test } from 'vitest'
import { getCallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { listResellerRecords } from '#contract/calls/reseller-records.ts'
import { seenWith, seesField } from '#contract/field-rights.ts'
import { fieldRightsOf } from '#core/permission/field-rights.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'

const DAY = Date.UTC(2026, 2, 9, 12)
const RANGE = { from: '2026-03-09T00:00', to: '2026-03-10T00:00' }
const PATH = `/api/cdr?type=all&from=${RANGE.from}&to=${RANGE.to}`

/** One call a minute: its refusal, its SIP code, and what its client is shown. */
const CALLS = [
  ['NO_PROFIT', 503, 'NETWORK_BUSY'],
  ['BALANCE_SETTLEMENT', 503, 'NETWORK_BUSY'],
  ['LIMIT_CHANNEL_RESELLER', 503, 'NETWORK_BUSY'],
  ['BALANCE_RESELLER', 402, 'NETWORK_BUSY'],
  ['BALANCE_LOW', 402, 'BALANCE_LOW'],
  ['ALL_ROUTES_FAILED', 404, 'NUMBER_WRONG'],
  [null, 486, 'BUSY'],
] as const
const FAILURES = CALLS.map(([, , failure]) => failure)
const REFUSALS = CALLS.map(([refusal]) => refusal)

const api = apiForFile()
let client: Session

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const reseller_id = await addResellerNamed(api, await addTariff(api, 'RESELLER_COST'), 'Top')
  const account_id = await addClientNamed(api, tariff_id, 'Acme')
  const records = CALLS.map(([refusal, sip_code], minute) =>
    recordAt(DAY + minute * 60_000, {
      ...{ account_id, reseller_ids: [reseller_id], refusal, sip_code },
      status: refusal === null || refusal === 'ALL_ROUTES_FAILED' ? 'FAILED' : 'REJECTED',
    }),
  )
  const answered = recordAt(DAY - 60_000, { account_id, status: 'ANSWERED', sip_code: 200 })
  const attempt = { ...answered, attempt_no: 0, is_last: false, sip_code: null }
  await writeCalls(api.url, { records: [{ ...attempt, status: 'FAILED' }, answered, ...records] })
  client = await api.signIn('acme', 'CLIENT')
})

const query = { ...RANGE, type: 'all', sort: 'started_at' } as const

test('a client has a reason for each failed call, and no refusal', async () => {
  const { data } = await client.call(listCallRecords, { query })
  expect(data.map(({ failure }) => failure)).toEqual([null, ...FAILURES])
  const answers = [
    (await client.send({ url: PATH })).body,
    (await client.send({ url: `${PATH}&format=csv` })).body,
    (await client.send({ url: `/api/cdr/${data[1]?.call_id}` })).body,
  ]
  for (const body of answers) {
    expect(body).toContain('NETWORK_BUSY')
    expect(body).not.toMatch(/refusal|PROFIT|SETTLEMENT|RESELLER|ROUTES|gateway|margin/i)
  }
})

test('a file of a client has the reasons as a column', async () => {
  const url = `${PATH}&sort=started_at&format=csv&fields=sip_code,failure`
  const [, ...lines] = (await client.send({ url })).body.trim().split('\r\n')
  const written = CALLS.map(([, sip_code, failure]) => `${sip_code},${failure}`)
  expect(lines).toEqual(['200,', ...written])
})

test('an admin has the refusal too, and attempts before the last have no reason', async () => {
  const { data } = await api.admin.call(listCallRecords, { query })
  expect(data.map(({ refusal }) => refusal)).toEqual([null, ...REFUSALS])
  expect(data.map(({ failure }) => failure)).toEqual([null, ...FAILURES])
  const params = { call_id: data[0]?.call_id ?? '' }
  const { attempts } = (await api.admin.call(getCallRecord, { params })).data
  expect(attempts.map(({ status, failure }) => [status, failure])).toEqual([
    ['FAILED', null],
    ['ANSWERED', null],
  ])
})

test('a call below a reseller has the reason for it, and the refusal for admins only', async () => {
  const { data } = await api.admin.call(listResellerRecords, {
    query: { ...RANGE, sort: 'started_at' },
  })
  expect(data.map(({ refusal, failure }) => [refusal, failure])).toEqual(
    CALLS.map(([refusal, , failure]) => [refusal, failure]),
  )
  const rights = fieldRightsOf('RESELLER')
  const sees = (name: string) => seesField(rights, listResellerRecords, name)
  expect([sees('failure'), sees('refusal')]).toEqual([true, false])
  const { answer } = seenWith(listResellerRecords, rights)
  const [row] = (answer as typeof listResellerRecords.answer).encode(data)
  expect(row).toMatchObject({ failure: 'NETWORK_BUSY', status: 'REJECTED' })
  expect(row).not.toHaveProperty('refusal')
})
