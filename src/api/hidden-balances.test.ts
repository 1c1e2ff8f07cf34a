// Permission groups that hide prices or costs hide balances too: the difference of two looks at one
// is what the calls in between cost.
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createReseller } from '#contract/accounts/resellers.ts'
import { deleteSettlement, updateSettlement } from '#contract/accounts/settlements.ts'
import {
  deleteWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { tryAlarmRule } from '#contract/alarms/alarm-rules.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { getSettlementUses, getWholesaleClientUses } from '#contract/console/uses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { money } from '#core/money.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { insertEvents } from '#db/notifications/events.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { resellerForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import { changeBalance, changeRows } from '#test/support/rows.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let reseller_id: number
let alarm_id: number
let without: Record<'both' | 'prices' | 'costs', Session>

const LOW = 'The available amount is 6.419754 USD, below 9 USD.'
const OWED = 'The spent share of the credit limit is 34.118713%, above 30%.'

/** Payments and their balances have permissions of their own. */
const adminWithout = (name: keyof typeof without, hiding: object) =>
  signInAdmin(api, `no-${name}`, {
    permissions: PERMISSIONS.filter((permission) => !permission.startsWith('payments.')),
    ...hiding,
  })

async function addAlarm(account_id: number, topic: 'LOW_BALANCE' | 'CREDIT_SPENT', text: string) {
  const now = new Date().toISOString()
  const subject_kind = topic === 'LOW_BALANCE' ? 'CLIENT' : 'SETTLEMENT'
  const subject = { subject_kind, subject_id: account_id, subject_name: 'Account' } as const
  const { id } = await api.database
    .insertInto('alarm')
    .values({
      ...{ rule_id: null, topic, severity: 'CRITICAL', state: 'FIRING', rule: RULE },
      ...{ account_id, ...subject, subject_key: String(account_id), sentence: text },
      ...{ began_at: now, fired_at: now, announced_at: now, currency: 'USD' },
      ...{ first_value: 6_419_754, last_value: 341_187, worst_value: 6_419_754 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertEvents(api.database, [
    {
      ...{ topic, phase: 'FIRED', severity: 'WARNING', alarm_id: id, account_id, ...subject },
      ...{ group_key: '', sentence: text, payload: {}, occurred_at: now },
    },
  ])
  return id
}

const RULE = JSON.stringify({
  ...{ name: 'Money', bound: 9_000_000, comparison: 'BELOW', compares_with: 'BOUND' },
  ...{ window_minutes: 60, min_calls: 0, pending_seconds: 0, clear_seconds: 0 },
})

beforeAll(async () => {
  viewers = await addViewers(api)
  const { acme, london, rita } = viewers
  const cost = await addTariff(api, 'RESELLER_COST')
  const { data } = await api.admin.call(createReseller, { body: resellerForm(cost, 'Amber') })
  reseller_id = data.id
  await changeBalance(api, acme, { balance: money(7_654_321), held: money(1_234_567) })
  await changeBalance(api, rita, { balance: money(3_141_592) })
  await changeBalance(api, reseller_id, { balance: money(8_765_432) })
  // Above what it has, so that the home page lists it.
  const low_balance_threshold = money(9_000_000)
  await changeRows(api, 'reseller', { account_id: reseller_id }, { low_balance_threshold })
  await changeBalance(api, london, { balance: money(265_151_413), max_debt: money(777_131_313) })
  await changeRows(api, 'settlement', { account_id: london }, { client_id: acme })
  // Unused clients have existed for longer than a month.
  await changeRows(api, 'account', { id: rita }, { created_at: '2020-01-01T00:00:00Z' })
  alarm_id = await addAlarm(acme, 'LOW_BALANCE', LOW)
  await addAlarm(london, 'CREDIT_SPENT', OWED)
  without = {
    both: await adminWithout('both', { hides_prices: true, hides_costs: true }),
    prices: await adminWithout('prices', { hides_prices: true }),
    costs: await adminWithout('costs', { hides_costs: true }),
  }
})

/** Balances, what is held and what is left of them, in answers and in sentences. */
const AMOUNTS = {
  payers: /7\.654321|1\.234567|6\.419754|8\.765432|3\.141592/,
  carriers: /265\.151413|777\.131313|34\.118713|34\.1187/,
}

/** Every answer to a GET, of lists also the file; those of one thing with the id of each account. */
function urls(): string[] {
  const { acme, rita, london } = viewers
  const ids = [acme, rita, london, reseller_id]
  const seen = [...ENDPOINTS.values()].filter(
    ({ method, needs, file_type }) => method === 'GET' && needs !== 'anyone' && !file_type,
  )
  const whole = seen.filter(({ path }) => !path.includes(':')).map(({ path }) => path)
  const single = seen.filter(({ path }) => path.split(':').length === 2)
  const files = ['wholesale-clients', 'retail-clients', 'resellers', 'settlements', 'alarms']
  return [
    ...whole,
    ...single.flatMap(({ path }) => ids.map((id) => path.replace(/:\w+/, String(id)))),
    `/api/alarms/${alarm_id}`,
    ...[...files, 'unused-clients'].map((list) => `/api/${list}?format=csv`),
  ]
}

/** One after the other: of one user few heavy queries run, and few wait. */
async function placesOf(
  session: Session,
  addresses = urls(),
): Promise<Record<keyof typeof AMOUNTS, string[]>> {
  const places = { payers: [] as string[], carriers: [] as string[] }
  for (const url of addresses) {
    const { statusCode, body } = await session.send({ method: 'GET', url })
    if (statusCode !== 200) continue
    if (AMOUNTS.payers.test(body)) places.payers.push(url)
    if (AMOUNTS.carriers.test(body)) places.carriers.push(url)
  }
  return places
}

test('who sees everything finds balances in lists, files, alarms and the rest', async () => {
  const { payers, carriers } = await placesOf(api.admin)
  const { acme, rita, london } = viewers
  expect(payers).toEqual(
    expect.arrayContaining([
      ...['/api/home', '/api/alarms', '/api/alarms/counts', `/api/alarms/${alarm_id}`],
      ...['/api/bell', '/api/resellers/tree', `/api/resellers/${reseller_id}/figures`],
      ...['/api/wholesale-clients', `/api/wholesale-clients/${acme}`],
      ...['/api/retail-clients', `/api/retail-clients/${rita}/uses`, '/api/unused-clients'],
      ...['/api/resellers', '/api/settlements', '/api/unused-clients?format=csv'],
    ]),
  )
  expect(carriers).toEqual(
    expect.arrayContaining([
      ...['/api/settlements', `/api/settlements/${london}`, '/api/settlements?format=csv'],
      ...[`/api/settlements/${london}/uses`, '/api/alarms', '/api/bell'],
    ]),
  )
})

test('without prices and costs no answer and no file has a balance', async () => {
  expect(await placesOf(without.both)).toEqual({ payers: [], carriers: [] })
})

test('without prices those of carriers stay, and without costs those of clients', async () => {
  const mixed = ['/api/settlements', '/api/alarms', '/api/alarms/counts', '/api/bell']
  const ofPayers = ['/api/wholesale-clients', '/api/resellers', '/api/home']
  const lists = [...mixed, ...ofPayers]
  expect(await placesOf(without.prices, lists)).toEqual({ payers: [], carriers: mixed })
  expect(await placesOf(without.costs, lists)).toEqual({ payers: lists, carriers: [] })
})

test('no list is sorted by a hidden balance', async () => {
  const status = async (session: Session, list: string, sort: string) =>
    (await session.send({ url: `/api/${list}?sort=${sort}` })).statusCode
  const sorts = [
    ...(['wholesale-clients', 'retail-clients', 'resellers'] as const).flatMap((list) =>
      ['balance', '-balance', 'available'].map((sort) => [list, sort] as const),
    ),
    ['unused-clients', '-balance'] as const,
  ]
  for (const [list, sort] of sorts) {
    expect(await status(without.both, list, sort), `${list} by ${sort}`).toBe(400)
    expect(await status(without.costs, list, sort), `${list} by ${sort}`).toBe(200)
  }
  expect(await status(without.both, 'settlements', 'balance')).toBe(400)
  expect(await status(without.costs, 'settlements', '-balance')).toBe(400)
  expect(await status(without.prices, 'settlements', 'balance')).toBe(200)
})

describe('the form of a settlement account without costs', () => {
  const read = async (session: Session) =>
    JSON.parse((await session.send({ url: `/api/settlements/${viewers.london}` })).payload).data
  const save = async (values: object) => {
    const found = await read(without.costs)
    const names = Object.keys((updateSettlement.body as z.ZodObject).shape)
    const sent = Object.entries(found).filter(([name]) => names.includes(name))
    const payload = { ...Object.fromEntries(sent), ...values }
    const url = `/api/settlements/${viewers.london}`
    const { payload: answer } = await without.costs.send({ method: 'PUT', url, payload })
    return JSON.parse(answer)
  }

  test('leaves the max debt as it is, and takes no other', async () => {
    expect(await save({ company: 'Changed' })).toMatchObject({ data: { company: 'Changed' } })
    expect(await read(api.admin)).toMatchObject({ max_debt: '777.131313', company: 'Changed' })
    expect((await save({ max_debt: '1' })).fields).toEqual({ max_debt: 'Unknown field.' })
  })

  test('makes no prepaid account without a max debt', async () => {
    expect((await save({ billing_type: 'PREPAID' })).data).toMatchObject({
      billing_type: 'PREPAID',
    })
    await save({ billing_type: 'POSTPAID' })
    await changeBalance(api, viewers.london, { max_debt: null })
    const { fields } = await save({ billing_type: 'PREPAID' })
    expect(fields).toEqual({ billing_type: 'A prepaid account needs a max debt.' })
    await changeBalance(api, viewers.london, { max_debt: money(777_131_313) })
  })
})

describe('a refusal names no hidden balance', () => {
  test('of a deletion, and before it', async () => {
    const { acme, london, rita } = viewers
    const text = 'The balance is not 0. You can block it instead.'
    const ofCarrier = await without.costs.call(deleteSettlement, { params: { id: london } })
    expect(ofCarrier.status).toBe(409)
    const uses = async (session: Session) => [
      (await session.call(getWholesaleClientUses, { params: { id: acme } })).data.obstacles[0],
      (await session.call(getSettlementUses, { params: { id: london } })).data.obstacles[0],
    ]
    const [owed, owing] = ['7.654321', '265.151413'].map(
      (sum) => `Its balance is ${sum} USD, not 0.`,
    )
    expect(await uses(without.both)).toEqual(Array(2).fill('Its balance is not 0.'))
    expect(await uses(without.prices)).toEqual(['Its balance is not 0.', owing])
    expect(await uses(without.costs)).toEqual([owed, 'Its balance is not 0.'])
    const url = `/api/retail-clients/${rita}`
    const refused = await without.prices.send({ method: 'DELETE', url })
    expect(JSON.parse(refused.payload).message).toBe(text)
    const held = await without.prices.call(deleteWholesaleClient, { params: { id: acme } })
    expect(held.problem.message).not.toMatch(AMOUNTS.payers)
  })

  test('of a credit limit that is used', async () => {
    const { acme } = viewers
    await changeBalance(api, acme, { balance: money(-2_718_281), credit_limit: money(5_000_000) })
    const params = { id: acme }
    const found = (await api.admin.call(getWholesaleClient, { params })).data
    const { shape } = updateWholesaleClient.body
    const hidden = ['max_sell_rate', 'on_net_rate', 'min_profit_percent']
    const save = async (session: Session, names: readonly string[]) => {
      const entries = Object.entries(found).filter(([name]) => names.includes(name))
      const body = { ...Object.fromEntries(entries), billing_type: 'POSTPAID', credit_limit: 1 }
      const call = { params, body: body as unknown as BodyOf<typeof updateWholesaleClient> }
      return (await session.call(updateWholesaleClient, call)).problem.fields
    }
    const all = Object.keys(shape)
    const least = 'At least 3.952848: used, lent or reserved for active calls.'
    expect(await save(api.admin, all)).toEqual({ credit_limit: least })
    const less = all.filter((name) => !hidden.includes(name))
    const blind = 'Too low for what is used, lent or reserved for active calls.'
    expect(await save(without.prices, less)).toEqual({ credit_limit: blind })
  })
})

test('no rule of alarms is tried on what is hidden', async () => {
  const body: BodyOf<typeof tryAlarmRule> = {
    ...{ name: 'Low', topic: 'LOW_BALANCE', severity: 'WARNING', status: 'active' },
    ...{ subject_kind: 'CLIENT', subject_ids: [], destinations: [], bound: '1000' },
    ...{ comparison: 'BELOW', compares_with: 'BOUND', window_minutes: 60, min_calls: 0 },
    ...{ pending_seconds: 0, clear_seconds: 0 },
  }
  const { problem } = await without.prices.call(tryAlarmRule, { body })
  expect(problem.fields).toEqual({ topic: 'The values of this condition are hidden from you.' })
  expect((await api.admin.call(tryAlarmRule, { body })).status).toBe(200)
  const calls: typeof body = { ...body, topic: 'CALLS' }
  expect((await without.prices.call(tryAlarmRule, { body: calls })).status).toBe(200)
})
