// Revenue, cost and margin are the same numbers on every screen: of the operator, with clients
// of its own, under a reseller and under two; of each reseller; and what clients and carriers see.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createReseller, getResellerFigures } from '#contract/accounts/resellers.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { getCallTotals, listCallRecords } from '#contract/calls/call-records.ts'
import { getResellerCallTotals, listResellerRecords } from '#contract/calls/reseller-records.ts'
import { homeTraffic } from '#contract/console/home.ts'
import type { Payer } from '#core/account/payer.ts'
import { type ClosedCall, closeCall } from '#core/call/close-call.ts'
import { marginPercentOf } from '#core/call/earnings.ts'
import { type Fx, money, parseSum, rate, type Sum } from '#core/money.ts'
import { encodeTerms } from '#core/tariff/stored-terms.ts'
import type { Terms } from '#core/tariff/terms.ts'
import { apiForFile } from '#test/support/api.ts'
import { callIdAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addEuro, addGateway, addTariff } from '#test/support/configuration.ts'
import { LONG, makeAttempt, makeCall, makeEnd, NOT_ANSWERED } from '#test/support/ended-calls.ts'
import { resellerForm, settlementForm } from '#test/support/forms.ts'
import { makeTerms, share, worth } from '#test/support/terms.ts'

const FX: Readonly<Record<string, Fx>> = { USD: worth('1'), EUR: worth('1.25') }

const api = apiForFile()
/** The payers of each client's calls, the client first. */
let chains: readonly (readonly [number, ...number[]])[]
let resellers: readonly [number, number]
let settlement: number
let gateway: number

beforeAll(async () => {
  await addEuro(api)
  const [sell, cost, buy] = [
    await addTariff(api, 'SELL'),
    await addTariff(api, 'RESELLER_COST'),
    await addTariff(api, 'BUY'),
  ]
  const reseller = async (name: string, above: Parameters<typeof resellerForm>[2]) => {
    const body = { ...resellerForm(cost, name, above), currency: currencyOf(name) }
    return (await api.admin.call(createReseller, { body })).data
  }
  const client = (name: string, parent_id: number | null) =>
    addClientNamed(api, sell, name, parent_id)
  const top = await reseller('EUR-top', null)
  const low = await reseller('USD-low', top)
  resellers = [top.id, low.id]
  chains = [
    [await client('direct', null)],
    [await client('under', top.id), top.id],
    [await client('below', low.id), low.id, top.id],
  ]
  const form = { ...settlementForm(buy, 'carrier'), currency: 'EUR' }
  settlement = (await api.admin.call(createSettlement, { body: form })).data.id
  gateway = await addGateway(api, settlement)
})

const currencyOf = (name: string): string => name.slice(0, 3)
const currencyOfId = (id: number): string =>
  id === resellers[0] || id === settlement ? 'EUR' : 'USD'

/** Prices of one party: some with VAT, some that credit instead of charging. */
const price = fc.record({
  per_minute: fc.nat(9_000_000),
  fee: fc.nat(5000),
  vat: fc.constantFrom('0', '19', '8.1'),
  reverse_billing: fc.constantFrom(false, false, false, false, true),
})
type Price = typeof price extends fc.Arbitrary<infer P> ? P : never

function termsOf({ per_minute, fee, vat, reverse_billing }: Price, id: number): Terms {
  const currency = currencyOfId(id)
  const fx = FX[currency] ?? worth('1')
  return makeTerms({
    rate: rate(per_minute),
    first_rate: rate(per_minute),
    attempt_fee: money(fee),
    vat_percent: share(vat),
    reverse_billing,
    currency,
    tariff_fx: fx,
    party_fx: fx,
  })
}

const call = fc.record({
  chain: fc.nat(2),
  prices: fc.tuple(price, price, price, price),
  seconds: fc.option(fc.nat(400)),
})
type Drawn = typeof call extends fc.Arbitrary<infer C> ? C : never

function closed({ chain, prices, seconds }: Drawn, started_at: number): ClosedCall {
  const base = makeCall()
  const [client] = base.payers
  const ids = chains[chain] ?? chains[0] ?? [0]
  const payerOf = (account_id: number, depth: number): Payer => ({
    ...client,
    account_id,
    depth,
    parent_id: ids[depth + 1] ?? 1,
    price: { ...client.price, terms: termsOf(prices[depth] ?? prices[0], account_id) },
  })
  const [first, ...others] = ids
  const route = base.routes[0]
  const buy = route?.buy
  if (!route || !buy) throw new Error('The test call has a route')
  const bought = { ...buy.price, terms: termsOf(prices[3], settlement) }
  const over = {
    ...route,
    gateway_id: gateway,
    settlement_id: settlement,
    buy: { ...buy, account_id: settlement, parent_id: 1, price: bought },
  }
  const one = {
    ...base,
    call_id: callIdAt(started_at * 1000),
    started_at,
    identity: { ...base.identity, account_id: first, reseller_ids: others },
    payers: [payerOf(first, 0), ...others.map((id, at) => payerOf(id, at + 1))] as const,
    routes: [over],
  }
  const failed = makeAttempt(gateway, { sent_at: started_at, ended_at: started_at + 1 })
  const end =
    seconds === null
      ? { ...NOT_ANSWERED, sip_code: 503, ended_at: started_at + 2, attempts: [failed] }
      : {
          ringing_at: started_at,
          answered_at: started_at,
          ended_at: started_at + seconds,
          gateway_id: gateway,
          attempts: [failed],
        }
  return closeCall(one, makeEnd(end), LONG)
}

async function write(calls: readonly Drawn[]) {
  await sql`truncate call_record, call_charge, traffic_addition`.execute(api.database)
  const at = Math.floor(Date.now() / 1000) - calls.length
  const all = calls.map((drawn, nth) => closed(drawn, at + nth))
  const records = all.flatMap((one) => one.records)
  const charges = all.flatMap(({ charges: of, records: [record] }) =>
    of.map(({ payer, charge, attempts, income }) => ({
      call_id: record?.call_id ?? '',
      started_at: record?.started_at ?? 0,
      account_id: payer.account_id,
      depth: payer.depth,
      parent_id: payer.parent_id,
      tariff_id: payer.price.tariff_id,
      rate_id: payer.price.rate_id,
      prefix: payer.price.prefix,
      terms: encodeTerms(payer.price.terms),
      currency: payer.price.terms.currency,
      attempts,
      income,
      package_subscription_id: null,
      package_seconds: 0,
      ...charge,
    })),
  )
  await writeCalls(api.url, { records, charges })
  return { charges }
}

interface Money {
  readonly revenue: Sum
  readonly cost: Sum
  readonly margin: Sum
}
const NOTHING: Money = { revenue: 0n as Sum, cost: 0n as Sum, margin: 0n as Sum }
type Loose = { readonly [K in keyof Money]: number | bigint | null }
const total = (rows: readonly Loose[]): Money =>
  rows.reduce<Money>(
    (sum, row) => ({
      revenue: (sum.revenue + BigInt(row.revenue ?? 0)) as Sum,
      cost: (sum.cost + BigInt(row.cost ?? 0)) as Sum,
      margin: (sum.margin + BigInt(row.margin ?? 0)) as Sum,
    }),
    NOTHING,
  )

/** All rows of a list as they leave in a file. */
async function exported(url: string): Promise<Loose[]> {
  const { body } = await api.admin.send({ method: 'GET', url })
  const [head = '', ...lines] = body.trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const read = (name: string) => parseSum(cells[names.indexOf(name)] ?? '') ?? 0n
    return { revenue: read('revenue'), cost: read('cost'), margin: read('margin') }
  })
}

const RANGE = { range: '1h' } as const

/** The margin by the charges, computed apart: top payer's net less the carriers', in dollars. */
function operatorOf(charges: Awaited<ReturnType<typeof write>>['charges']): bigint {
  const byCall = Map.groupBy(charges, ({ call_id }) => call_id)
  return [...byCall.values()].reduce((sum, of) => {
    const top = of.filter(({ depth }) => depth >= 0).toSorted((a, b) => b.depth - a.depth)[0]
    const worthOf = ({ net, currency }: (typeof of)[number]) => {
      const scaled = BigInt(net) * BigInt(FX[currency] ?? 0)
      const half = scaled < 0n ? -50_000_000n : 50_000_000n
      return (scaled + half) / 100_000_000n
    }
    const paid = of.filter(({ depth }) => depth < 0).map(worthOf)
    return sum + (top ? worthOf(top) : 0n) - paid.reduce((left, one) => left + one, 0n)
  }, 0n)
}

test('all revenue less all cost is all margin, on home, in lists, totals and files', async () => {
  const some = fc.array(call, { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(some, async (calls) => {
      const { charges } = await write(calls)
      const query = { ...RANGE, type: 'all' as const }
      const ask = { ...query, limit: 1000 }
      const { data: rows } = await api.admin.call(listCallRecords, { query: ask })
      expect(rows).toHaveLength(calls.length)
      for (const row of rows) {
        expect(row.margin).toBe(BigInt(row.revenue) - BigInt(row.cost))
        expect(row.margin_percent).toBe(marginPercentOf(row))
        expect([row.revenue, row.cost].every((amount) => amount >= 0)).toBe(true)
      }
      const listed = total(rows)
      expect(listed.margin).toBe(listed.revenue - listed.cost)
      expect(listed.margin).toBe(operatorOf(charges))
      const { data: totals } = await api.admin.call(getCallTotals, { query })
      expect(totals).toMatchObject({ ...listed, calls: calls.length, currency: 'USD' })
      expect(totals.margin_percent).toBe(marginPercentOf(listed))
      expect(total(await exported('/api/cdr?range=1h&type=all&format=csv'))).toEqual(listed)
      const { data: points } = await api.admin.call(homeTraffic, {})
      expect(total(points)).toEqual(listed)
      for (const [account_id] of chains) {
        const own = { ...query, account_id: [account_id] }
        const { data: part } = await api.admin.call(getCallTotals, { query: own })
        expect(part).toMatchObject(total(rows.filter((row) => row.account_id === account_id)))
      }
    }),
    { numRuns: 6 },
  )
})

test('a reseller has its own, and clients and carriers see what they pay and get', async () => {
  const some = fc.array(call, { minLength: 5, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(some, async (calls) => {
      const { charges } = await write(calls)
      for (const reseller_id of resellers) {
        const query = { ...RANGE, reseller_id: [reseller_id] }
        const ask = { ...query, limit: 1000 }
        const { data: rows } = await api.admin.call(listResellerRecords, { query: ask })
        const listed = total(rows)
        expect(listed.margin).toBe(listed.revenue - listed.cost)
        const { data: totals } = await api.admin.call(getResellerCallTotals, { query })
        const currency = currencyOfId(reseller_id)
        expect(totals).toMatchObject(
          rows.length > 0 ? [{ ...listed, currency, calls: rows.length }] : [],
        )
        const params = { id: reseller_id }
        const { data: figures } = await api.admin.call(getResellerFigures, { params })
        expect(total(figures.days)).toEqual(listed)
      }
      const chargedTo = (id: number) =>
        charges
          .filter(({ account_id }) => account_id === id)
          .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      for (const [name, id] of [
        ['direct', chains[0]?.[0] ?? 0],
        ['carrier', settlement],
      ] as const) {
        const portal = await api.signIn(name, 'CLIENT')
        const points = (await portal.call(homeTraffic, {})).data
        expect(points.filter((one) => 'revenue' in one || 'cost' in one)).toEqual([])
        expect(points.reduce((sum, { charged }) => sum + (charged ?? 0n), 0n)).toBe(chargedTo(id))
      }
    }),
    { numRuns: 4 },
  )
})
