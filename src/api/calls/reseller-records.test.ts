// The calls of resellers: each has the calls of its tree with its own two sides of the money, and
// nothing of the operator, of other levels, or of other trees.
import { beforeAll, expect, test } from 'vitest'
import { getResellerRecord, listResellerRecords } from '#contract/calls/reseller-records.ts'
import { lookupUsers } from '#contract/console/lookups.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { chargedMinute } from '#test/support/chain-call.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import type { resellerForm } from '#test/support/forms.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
let citrine: Session
const ids = { amber: 0, beryl: 0, cole: 0, dana: 0 }
/** Below Beryl, which is below Amber; right below Amber, not answered. */
const calls = { cole: '', dana: '' }

beforeAll(async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  const sell = await addTariff(api, 'SELL')
  const addReseller = (name: string, above: Parameters<typeof resellerForm>[2]) =>
    addResellerNamed(api, cost, name, above)
  const addClient = (name: string, parent_id: number) => addClientNamed(api, sell, name, parent_id)
  ids.amber = await addReseller('Amber', null)
  ids.beryl = await addReseller('Beryl', { id: ids.amber, level: 1 })
  await addReseller('Citrine', null)
  ids.cole = await addClient('Cole', ids.beryl)
  ids.dana = await addClient('Dana', ids.amber)
  const { record, charges } = chargedMinute(ids.cole, [ids.beryl, ids.amber], cost)
  const priced = charges.map((charge, depth) => ({
    ...charge,
    terms: { rate: 3 - depth } as never,
    prefix: ['4420', '442', '44'][depth] ?? '',
  }))
  const failed = recordAt(Date.now() - 60_000, {
    ...{ account_id: ids.dana, reseller_ids: [ids.amber] },
    ...{ status: 'REJECTED', refusal: 'NO_PROFIT', sip_code: 503 },
  })
  await writeCalls(api.url, { records: [record, failed], charges: priced })
  Object.assign(calls, { cole: record.call_id, dana: failed.call_id })
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
  citrine = await api.signIn('citrine', 'RESELLER')
})

const open = (session: Session, call_id: string) =>
  session.call(getResellerRecord, { params: { call_id } })

test('a reseller opens a call, and has the rates of its own two sides', async () => {
  expect((await open(amber, calls.cole)).data).toMatchObject({
    ...{ client_name: 'Cole', child_name: 'Beryl', failure: null, destination: 'United Kingdom' },
    ...{ revenue: 25_000n, cost: 20_000n, margin: 5_000n, cost_rate: 1, child_rate: 2 },
    ...{ prefix: '44', child_prefix: '442', billed_seconds: 60, child_billed_seconds: 60 },
  })
  expect((await open(beryl, calls.cole)).data).toMatchObject({
    ...{ client_name: 'Cole', child_name: 'Cole', revenue: 30_000n, cost: 25_000n },
    ...{ prefix: '442', child_prefix: '4420', cost_rate: 2, child_rate: 3 },
  })
})

test('it has the fields of the list and its own more, and none of the operator', async () => {
  const { data } = await open(amber, calls.cole)
  const [row] = (await amber.call(listResellerRecords, {})).data
  const more = Object.keys(data).filter((name) => !(name in (row ?? {})))
  expect(more.toSorted()).toEqual([
    'answered_at',
    'caller_number',
    'child_billed_seconds',
    'child_name',
    'child_prefix',
    'child_rate',
    'child_rate_currency',
    'ended_at',
  ])
  expect(Object.keys(row ?? {}).filter((name) => !(name in data))).toEqual([])
  expect(Object.keys(data).join(' ')).not.toMatch(/gateway|settlement|buy|refusal|reseller|level/)
})

test('a failed call has its reason in outward words, and the account below by name', async () => {
  const { data } = await open(amber, calls.dana)
  expect(data).toMatchObject({
    ...{ status: 'REJECTED', failure: 'NETWORK_BUSY', child_name: 'Dana', client_name: 'Dana' },
    ...{ prefix: null, child_prefix: null, cost_rate: null, child_rate: null },
  })
  const { body } = await amber.send({ url: `/api/reseller-cdr/${calls.dana}` })
  expect(body).not.toMatch(/PROFIT|refusal|gateway/)
})

test('an admin has it for the nearest reseller, with its name', async () => {
  expect((await open(api.admin, calls.cole)).data).toMatchObject({
    ...{ reseller_name: 'Beryl', child_name: 'Cole', child_rate: 3 },
  })
})

test('a call of another tree does not exist', async () => {
  const statusOf = async (session: Session, id: string) => (await open(session, id)).status
  expect(await statusOf(citrine, calls.cole)).toBe(404)
  expect(await statusOf(beryl, calls.dana)).toBe(404)
  expect(await statusOf(amber, '1')).toBe(404)
  expect(await statusOf(await api.signIn('cole', 'CLIENT'), calls.cole)).toBe(403)
})

test('calls are found by the client, or by a reseller with all below it', async () => {
  const found = async (session: Session, query: object) =>
    (await session.call(listResellerRecords, { query })).data.map(({ call_id }) => call_id)
  expect(await found(amber, { account_id: [ids.beryl] })).toEqual([calls.cole])
  expect(await found(amber, { account_id: [ids.dana] })).toEqual([calls.dana])
  expect(await found(amber, { account_id: [ids.dana], status: 'FAILED' })).toEqual([calls.dana])
  expect(await found(amber, { account_id_not: [ids.beryl] })).toEqual([calls.dana])
  expect(await found(beryl, { account_id: [ids.dana] })).toEqual([])
  expect(await found(beryl, { account_id: [ids.amber] })).toEqual([calls.cole])
  const { data } = await beryl.call(lookupUsers, { query: {} })
  expect(data.map(({ id }) => id).filter((id) => ![ids.beryl, ids.cole].includes(id))).toEqual([])
})
