// Five resellers, each below the other: every one of them makes its prices, adds accounts and
// recharges them in its own area, and a real call of the lowest client is paid through all of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { listResellerRecords } from '#contract/calls/reseller-records.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createInvoice, issueInvoice, listInvoices } from '#contract/invoices/invoices.ts'
import { listStatementDays } from '#contract/invoices/statements.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { me } from '#contract/people/session.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { money, rate } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import { asSqlConnection } from '#db/database.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { type RunningSipp, runSipp, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type Session, startApi, type TestApi } from '../support/api.ts'
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts'
import {
  clientForm,
  clientIpForm,
  gatewayForm,
  rateForm,
  rechargeForm,
  resellerForm,
  routePlanForm,
  settlementForm,
  tariffForm,
} from '../support/forms.ts'
import { withoutUnseen } from '../support/seen-body.ts'

const SWITCH = '127.0.57.1'
const CALLER = '127.0.57.11'
const GATEWAY = '127.0.57.21'
const DAY_MS = 86_400_000
const LEVELS = Array.from({ length: RESELLER_LEVELS }, (_, above) => above + 1)
const nameOf = (level: number) => `level${level}`
/** The carrier's, then those of each level, and of the client; each counts in steps of its own. */
const PRICES = [0.01, 0.0123, 0.0257, 0.03, 0.0411, 0.0599, 0.0777] as const
const STEPS = [1, 60, 6, 30, 1, 10, 1] as const

const rechargeOf = (level: number) => 100 - 10 * level
const FOR_CLIENT = 2

let kamailio: RunningKamailio
let api: TestApi
let engine: EngineProcess
let gateway: RunningSipp
const resellers: Session[] = []
const ids: number[] = []
let client_id: number

/** The form as the user has it. */
const sent = <F extends object>(session: Session, endpoint: Endpoint, form: F) =>
  (session === api.admin ? form : withoutUnseen('RESELLER', endpoint, form)) as F

async function addTariff(session: Session, kind: 'SELL' | 'BUY' | 'RESELLER_COST', at: number) {
  const steps = { first_increment: STEPS[at] ?? 1, next_increment: STEPS[at] ?? 1 }
  const form = { ...tariffForm, ...steps, name: `Price ${at} ${kind}`, kind }
  const { data } = await session.call(createTariff, { body: sent(session, createTariff, form) })
  const price = rate(Math.round((PRICES[at] ?? 0) * 1e8))
  const body = sent(session, createTariffRate, { ...rateForm, prefix: '44', rate: price })
  await session.call(createTariffRate, { params: { tid: data.id }, body })
  return data.id
}

async function recharge(session: Session, account_id: number, amount: number) {
  const body = sent(session, createPayment, rechargeForm(account_id, amount))
  expect((await session.call(createPayment, { body })).status).toBe(200)
}

async function addClient(session: Session, level: number, tariff_id: number): Promise<number> {
  const form = clientForm(tariff_id, `Client ${level}`)
  const body = sent(session, createWholesaleClient, { ...form, username: `client${level}` })
  const { data, problem } = await session.call(createWholesaleClient, { body })
  expect(problem).not.toHaveProperty('code')
  return data.id
}

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 19_600 })
  api = await startApi()
  const { admin } = api
  const settlement = settlementForm(await addTariff(admin, 'BUY', 0))
  const settlement_id = (await admin.call(createSettlement, { body: settlement })).data.id
  const target = { ...gatewayForm(settlement_id, 'Hidden gateway'), host: GATEWAY, port: 5060 }
  const gateway_id = (await admin.call(createGateway, { body: target })).data.id
  const body = { ...routePlanForm([gateway_id], 'Hidden plan'), name_for_resellers: 'Standard' }
  const client_plan_ids = [(await admin.call(createRoutePlan, { body })).data.id]
  let above = admin
  for (const level of LEVELS) {
    const cost = await addTariff(above, 'RESELLER_COST', level)
    const parent = level === 1 ? null : { id: ids.at(-1) ?? 0, level: level - 1 }
    const form = resellerForm(cost, nameOf(level), parent)
    const body = sent(above, createReseller, { ...form, ...(level === 1 && { client_plan_ids }) })
    const { data, problem } = await above.call(createReseller, { body })
    expect(problem).not.toHaveProperty('code')
    ids.push(data.id)
    await recharge(above, data.id, rechargeOf(level))
    above = await api.signIn(nameOf(level), 'RESELLER')
    resellers.push(above)
    client_id = await addClient(above, level, await addTariff(above, 'SELL', level + 1))
    await recharge(above, client_id, FOR_CLIENT)
  }
  const address = sent(above, createClientIp, clientIpForm(client_id, CALLER))
  expect((await above.call(createClientIp, { body: address })).status).toBe(200)
  engine = await startEngineProcess(api.engine_url, kamailio)
  gateway = await startSipp({ scenario: 'gateway', address: GATEWAY })
  const call = { scenario: 'caller', address: CALLER, to: SWITCH, number: '+442071838750' }
  const { successful } = await runSipp({ ...call, places: { TALK_MS: 2500 } })
  expect(successful).toBe(1)
  await until('the call has its record', async () => {
    const { data } = await admin.call(listCallRecords, { query: { status: 'ANSWERED' } })
    return data.length === 1
  })
})

afterAll(async () => {
  await gateway?.stop()
  await engine?.stop()
  await api?.close()
  await kamailio?.stop()
})

const recordOf = async (session: Session) => {
  const { data } = await session.call(listResellerRecords, {})
  expect(data).toHaveLength(1)
  return data[0]!
}
const balanceOf = async (session: Session) => (await session.call(me, {})).data.balance

test('each reseller has its own revenue, which is the cost of the one below', async () => {
  const records = await Promise.all(resellers.map(recordOf))
  const [whole] = (await api.admin.call(listCallRecords, { query: { status: 'ANSWERED' } })).data
  const client = await api.signIn('client5', 'CLIENT')
  const [own] = (await client.call(listCallRecords, {})).data
  // The operator first, the client last.
  const paid = [BigInt(whole?.revenue ?? 0), ...records.map(({ revenue }) => revenue)]
  expect(records.map(({ cost }) => cost)).toEqual(paid.slice(0, -1))
  expect(paid.at(-1)).toBe(BigInt(own?.sell_amount ?? 0))
  expect(new Set(paid).size).toBe(RESELLER_LEVELS + 1)
  for (const { revenue, cost, margin } of records) expect(margin).toBe(revenue - cost)
  const margins = records.reduce((sum, { margin }) => sum + margin, 0n)
  expect(margins + BigInt(whole?.revenue ?? 0)).toBe(paid.at(-1))
})

test('each reseller is paid from below, and has paid the one above, to the millionth', async () => {
  for (const [at, session] of resellers.entries()) {
    const { revenue, cost } = await recordOf(session)
    const level = at + 1
    const given = level === RESELLER_LEVELS ? 0 : rechargeOf(level + 1)
    const kept = BigInt(money((rechargeOf(level) - given - FOR_CLIENT) * 1_000_000))
    expect(await balanceOf(session)).toBe(kept + revenue - cost)
  }
})

test('nobody reads the numbers or the name of another one above it', async () => {
  for (const [at, session] of resellers.entries()) {
    const { response } = await session.call(listResellerRecords, {})
    const client_records = await session.call(listCallRecords, {})
    const others = LEVELS.filter((level) => level <= at).map(nameOf)
    for (const hidden of ['Hidden gateway', 'Hidden plan', 'Carrier', GATEWAY, ...others]) {
      expect(response.body).not.toContain(hidden)
    }
    expect(client_records.status).toBe(403)
    const below = at + 1 < RESELLER_LEVELS ? await recordOf(resellers[at + 1]!) : undefined
    if (below) expect(response.body).not.toContain(`"revenue":"${Number(below.revenue) / 1e6}"`)
  }
})

test('each invoices the next, and the statements agree', async () => {
  const today = dayIn('UTC', api.clock.now)
  api.clock.now += 2 * DAY_MS
  const issuers = [await api.signIn('admin', 'ADMIN')]
  for (const level of LEVELS) issuers.push(await api.signIn(nameOf(level), 'RESELLER'))
  for (const [at, issuer] of issuers.entries()) {
    const account_id = ids[at] ?? client_id
    const body = { account_id, from_on: null, to_on: today }
    const draft = await issuer.call(createInvoice, { body })
    const issued = await issuer.call(issueInvoice, { params: { id: draft.data.id } })
    expect(issued.data).toMatchObject({ state: expect.stringMatching(/PAID|ISSUED/) })
    const payer = issuers[at + 1] ?? (await api.signIn('client5', 'CLIENT'))
    const got = await payer.call(listInvoices, { query: { is_own: 'true' } })
    expect(got.data.map(({ amount }) => amount)).toEqual([issued.data.amount])
    const days = await payer.call(listStatementDays, { query: {} })
    const closing = days.data.map((day) => day.closing)
    expect(closing.at(0)).toBe(await balanceOf(payer))
  }
  expect(await findBreaches(asSqlConnection(api.database), INVARIANTS)).toEqual([])
})
