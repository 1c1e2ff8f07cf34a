// Permission groups that hide prices, or cost and margin: no answer, file, filter or sort order has
// them, whatever other permissions its users have.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  createWholesaleClient,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { getCallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { search } from '#contract/console/search.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createInvoice, getInvoice, listInvoices } from '#contract/invoices/invoices.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { listLedger } from '#contract/payments/payments.ts'
import { createPermissionGroup, setAssignments } from '#contract/people/permission-groups.ts'
import { me } from '#contract/people/session.ts'
import { createUser } from '#contract/people/users.ts'
import { updateGateway } from '#contract/routing/gateways.ts'
import { createRoutePlan, updateRoutePlan } from '#contract/routing/route-plans.ts'
import { createTariff, listTariffs, updateTariff } from '#contract/tariffs/tariffs.ts'
import { listTrafficReport } from '#contract/traffic/traffic-reports.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { clientForm, packageForm, routePlanForm, tariffForm } from '#test/support/forms.ts'
import { permissionGroupForm, signInAdmin, userForm } from '#test/support/people.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let package_id: number
let route_plan_id: number
let without: Record<'prices' | 'costs', Session>

const HIDES = { prices: { hides_prices: true }, costs: { hides_costs: true } } as const

/** An admin with every permission, from whom a group hides something. */
const adminWithout = (what: keyof typeof HIDES) =>
  signInAdmin(api, `no-${what}`, { permissions: PERMISSIONS, ...HIDES[what] })

beforeAll(async () => {
  viewers = await addViewers(api)
  package_id = (await api.admin.call(createPackage, { body: packageForm })).data.id
  const plan = routePlanForm([viewers.gateways.london], 'Plan')
  route_plan_id = (await api.admin.call(createRoutePlan, { body: plan })).data.id
  without = { prices: await adminWithout('prices'), costs: await adminWithout('costs') }
})

/** The price of the only answered call, its cost, and the margin. */
const AMOUNTS = { prices: /0\.0123(?!\d*[1-9])/, costs: /0\.0070?11?0*(?!\d)/, margin: /0\.005289/ }

/** The lists, and one thing of each kind; reports of the day in which the call is. */
const urls = (): string[] => {
  const { acme, london, gateways, tariffs, ids } = viewers
  const things = [
    `/api/cdr/${ids.own}`,
    `/api/active-calls/${ids.active}`,
    `/api/wholesale-clients/${acme}`,
    `/api/settlements/${london}`,
    `/api/gateways/${gateways.london}`,
    `/api/packages/${package_id}`,
    ...Object.values(tariffs).flatMap((id) => [`/api/tariffs/${id}`, `/api/tariffs/${id}/rates`]),
  ]
  const lists = [...ENDPOINTS.values()]
    .filter(
      ({ method, path, needs }) => method === 'GET' && !path.includes(':') && needs !== 'anyone',
    )
    .map(({ path }) => path)
  const files = [
    '/api/settlements',
    '/api/wholesale-clients',
    '/api/cdr',
    '/api/active-calls',
    '/api/reports/traffic',
    '/api/packages',
  ]
  return [...lists, ...things, ...files.map((path) => `${path}?format=csv`)]
}

/** One after the other: of one user few heavy queries run, and few wait. */
async function bodies(session: Session): Promise<[url: string, body: string][]> {
  const found: [string, string][] = []
  for (const url of urls()) {
    const { statusCode, body } = await session.send({ method: 'GET', url })
    found.push([url, statusCode === 200 ? body : ''])
  }
  return found
}
/** The pages that a session opens, each once, and then searches for any amount. */
async function searchPages(session: Session) {
  const pages = await bodies(session)
  return (amount: RegExp) => pages.flatMap(([url, body]) => (amount.test(body) ? [url] : []))
}

test('who sees everything finds the amounts of the call in records and totals', async () => {
  const placesOf = await searchPages(api.admin)
  const prices = placesOf(AMOUNTS.prices)
  expect(prices).toContain(`/api/cdr/${viewers.ids.own}`)
  expect(prices).toContain('/api/cdr?format=csv')
  expect(placesOf(AMOUNTS.costs)).toContain('/api/cdr')
  expect(placesOf(AMOUNTS.margin)).toContain('/api/cdr/totals')
})

test.each(['prices', 'costs'] as const)(
  'without %s no answer and no file has them',
  async (what) => {
    const placesOf = await searchPages(without[what])
    expect(placesOf(AMOUNTS[what])).toEqual([])
    expect(placesOf(AMOUNTS.margin)).toEqual([])
  },
)

test('the other side stays', async () => {
  const call = { params: { call_id: viewers.ids.own } }
  const priced = (await without.costs.call(getCallRecord, call)).data
  expect(priced.call.sell_amount).toBe(12_300)
  expect(priced.charges.map(({ depth }) => depth)).toEqual([0])
  const bought = (await without.prices.call(getCallRecord, call)).data
  expect(bought.call.destination).toBe('Kingdom')
  expect(bought.charges.map(({ depth }) => depth)).toEqual([-1, -1])
})

describe('tariffs', () => {
  test('of the hidden side do not exist', async () => {
    const kinds = async (session: Session) =>
      new Set((await session.call(listTariffs, {})).data.map(({ kind }) => kind))
    expect(await kinds(without.costs)).toEqual(new Set(['SELL']))
    expect(await kinds(without.prices)).toEqual(new Set(['BUY']))
    const { sell, buy } = viewers.tariffs
    const status = async (session: Session, id: number, rest = '') =>
      (await session.send({ method: 'GET', url: `/api/tariffs/${id}${rest}` })).statusCode
    expect(await status(without.prices, sell)).toBe(404)
    expect(await status(without.prices, sell, '/rates')).toBe(404)
    expect(await status(without.costs, buy, '/rates/replaced?prefix=44')).toBe(404)
    expect(await status(without.costs, sell, '/rates')).toBe(200)
  })

  test('are not made of a hidden kind, nor turned into one', async () => {
    // Who sees no margin does not send it.
    const { max_loss_percent: _, ...form } = tariffForm
    const body = { ...form, name: 'Hidden', kind: 'BUY' } as BodyOf<typeof createTariff>
    const made = await without.costs.call(createTariff, { body })
    expect(made.problem.fields).toHaveProperty('kind')
    const open = { ...body, kind: 'SELL' } as const
    const { id, version } = (await without.costs.call(createTariff, { body: open })).data
    const turned = await without.costs.call(updateTariff, {
      params: { id },
      body: { ...body, version },
    })
    expect(turned.problem.fields).toHaveProperty('kind')
  })

  test('are found by their names, but no price is', async () => {
    const kinds = async (session: Session, q: string) =>
      (await session.call(search, { query: { q } })).data
        .filter(({ kind }) => kind === 'RATE')
        .map(({ hint }) => hint.split(' ')[0])
    expect(await kinds(api.admin, '4420')).toContain('Gold')
    expect(await kinds(without.prices, '4420')).not.toContain('Gold')
    expect(await kinds(without.costs, '4420')).toContain('Gold')
    expect(await kinds(without.costs, '4420')).not.toContain('London')
  })
})

test('an order or a filter by what is hidden is refused', async () => {
  const sorted = async (session: Session, sort: 'revenue' | '-margin' | 'sold_rate' | 'seconds') =>
    (await session.call(listTrafficReport, { query: { sort } })).status
  expect(await sorted(without.prices, 'seconds')).toBe(200)
  expect(await sorted(without.prices, 'revenue')).toBe(400)
  expect(await sorted(without.prices, 'sold_rate')).toBe(400)
  expect(await sorted(without.costs, 'revenue')).toBe(200)
  expect(await sorted(without.costs, '-margin')).toBe(400)
  const packages = '/api/packages?sort=price'
  expect((await without.prices.send({ url: packages })).statusCode).toBe(400)
  expect((await without.costs.send({ url: packages })).statusCode).toBe(200)
})

test('what is nothing but prices is not permitted', async () => {
  const of = async (session: Session) => (await session.call(me, {})).data.permissions
  for (const session of Object.values(without)) {
    const held = (await of(session)).map((permission) => permission.split('.')[0])
    expect(held).not.toContain('re_ratings')
    expect(held).not.toContain('reconciliations')
  }
  expect(await of(without.prices)).not.toContain('packages.edit')
  expect(await of(without.prices)).not.toContain('invoices.view')
  expect(await of(without.prices)).not.toContain('ledger.view')
  expect(await of(without.costs)).toContain('packages.edit')
})

test('without costs, ledger and invoices have the money of clients, not of carriers', async () => {
  const { acme, london } = viewers
  const month = { from_on: '2026-01-01', to_on: '2026-01-31' }
  const make = (session: Session, account_id: number) =>
    session.call(createInvoice, { body: { account_id, ...month } })
  const { data: theirs } = await make(api.admin, london)
  expect((await make(without.costs, london)).status).not.toBe(200)
  const { data: own } = await make(without.costs, acme)
  const seen = (await without.costs.call(listInvoices, {})).data.map(({ id }) => id)
  expect(seen).toEqual([own.id])
  const refused = await without.costs.call(getInvoice, { params: { id: theirs.id } })
  expect(refused.status).toBe(404)
  const accounts = async (session: Session) =>
    new Set((await session.call(listLedger, {})).data.map(({ account_id }) => account_id))
  expect(await accounts(api.admin)).toContain(london)
  expect(await accounts(without.costs)).toContain(acme)
  expect(await accounts(without.costs)).not.toContain(london)
})

test('nobody gives to others, or to himself, what is hidden from him', async () => {
  const body = { ...permissionGroupForm, name: 'Open', ...HIDES.prices }
  const open = await without.prices.call(createPermissionGroup, {
    body: { ...body, hides_prices: false },
  })
  expect(open.problem.fields?.permissions).toContain('prices')
  expect((await without.prices.call(createPermissionGroup, { body })).status).toBe(200)
  const costs = await without.costs.call(createPermissionGroup, { body })
  expect(costs.problem.fields?.permissions).toContain('costs and margins')
  const none = await without.costs.call(listCallRecords, {})
  expect(none.data[0]).not.toHaveProperty('margin')
  const user = (await without.costs.call(createUser, { body: { ...userForm, username: 'new' } }))
    .data
  const changes = [{ user_id: user.id, group_ids: [1] }]
  const assigned = await without.costs.call(setAssignments, { body: { changes } })
  expect(assigned.problem.code).toBe('bad-input')
})

describe('a form', () => {
  const rules = (): Record<string, { url: string; form: z.ZodObject; fields: object }> => ({
    client: {
      url: `/api/wholesale-clients/${viewers.acme}`,
      form: updateWholesaleClient.body,
      fields: {
        max_sell_rate: '0.31415926',
        min_profit_percent: '3.1416',
        on_net_rate: '0.271828',
      },
    },
    gateway: {
      url: `/api/gateways/${viewers.gateways.london}`,
      form: updateGateway.body,
      fields: { max_buy_rate: '0.14142135', min_profit_percent: '1.4142' },
    },
    'route plan': {
      url: `/api/route-plans/${route_plan_id}`,
      form: updateRoutePlan.body,
      fields: { min_profit_percent: '2.2361', min_profit_abs: '0.022361' },
    },
    tariff: {
      url: `/api/tariffs/${viewers.tariffs.sell}`,
      form: updateTariff.body,
      fields: { max_loss_percent: '1.7321' },
    },
  })
  const read = async (session: Session, url: string) =>
    JSON.parse((await session.send({ url })).payload).data
  const save = (session: Session, url: string, payload: object) =>
    session.send({ method: 'PUT', url, payload })
  /** The body that a form sends: of the answer that was read, the fields of the form. */
  const sent = (form: z.ZodObject, found: object) =>
    Object.fromEntries(
      Object.entries({ ...found, ...('rules' in found && { rules: [] }) }).filter(
        ([name]) => name in form.shape,
      ),
    )

  beforeAll(async () => {
    for (const { url, form, fields } of Object.values(rules())) {
      const body = { ...sent(form, await read(api.admin, url)), ...fields }
      expect((await save(api.admin, url, body)).statusCode).toBe(200)
    }
  })

  const HIDDEN = {
    client: { prices: ['max_sell_rate', 'min_profit_percent', 'on_net_rate'] },
    gateway: {
      costs: ['max_buy_rate', 'min_profit_percent'],
      prices: ['min_profit_percent'],
    },
    'route plan': { costs: ['min_profit_percent', 'min_profit_abs'] },
    tariff: { costs: ['max_loss_percent'] },
  } as const
  const cases = Object.entries(HIDDEN).flatMap(([what, of]) =>
    Object.entries(of).map(([hidden, fields]) => [what, hidden as 'prices', fields] as const),
  )

  test.each(cases)(
    'of a %s, saved without %s, leaves them as they were',
    async (what, by, fields) => {
      const { url, form, fields: all } = rules()[what]!
      const session = without[by]
      const found = await read(session, url)
      for (const field of fields) expect(found).not.toHaveProperty(field)
      const saved = await save(session, url, sent(form, found))
      expect(saved.statusCode, saved.payload).toBe(200)
      expect(await read(api.admin, url)).toMatchObject(all)
      const { version } = JSON.parse(saved.payload).data
      const guessed = { ...sent(form, found), version, [fields[0]!]: '0' }
      const refused = await save(session, url, guessed)
      expect(JSON.parse(refused.payload).fields).toEqual({ [fields[0]!]: 'Unknown field.' })
    },
  )

  test('of a new client without prices has those of a new client', async () => {
    const form = clientForm(viewers.tariffs.sell, 'Nadja')
    const { max_sell_rate, min_profit_percent, on_net_rate, password, ...body } = form
    const url = '/api/wholesale-clients'
    const payload = z.encode(createWholesaleClient.body, body as typeof form)
    const made = await without.costs.send({ method: 'POST', url, payload })
    expect(made.statusCode).toBe(400)
    const { id } = JSON.parse(
      (
        await without.costs.send({
          method: 'POST',
          url,
          payload: { ...payload, max_sell_rate: null, on_net_rate: '0' },
        })
      ).payload,
    ).data
    const after = await read(api.admin, `${url}/${id}`)
    expect(after).toMatchObject({ max_sell_rate: null, min_profit_percent: null, on_net_rate: '0' })
  })

  test('that changed them says in the activities that it did, and not to what', async () => {
    const said = async (session: Session, q = '') =>
      (await session.send({ url: `/api/logs/activities?range=today&q=${q}` })).payload
    for (const { fields } of Object.values(rules())) {
      for (const value of Object.values(fields)) {
        expect(await said(api.admin, value)).toContain(value)
        for (const session of Object.values(without)) {
          expect(await said(session)).not.toContain(value)
          expect(JSON.parse(await said(session, value)).data).toEqual([])
        }
      }
    }
    expect(await said(without.costs)).toContain('min_profit_percent')
  })
})
