import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { listActivities, listActivityEntities } from '#contract/people/activities.ts'
import { createRoutePlan, listRoutePlans } from '#contract/routing/route-plans.ts'
import { createTariff, updateTariff } from '#contract/tariffs/tariffs.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClientNamed, addGateway, addSettlement } from '#test/support/configuration.ts'
import { clientForm, rechargeForm, routePlanForm, tariffForm } from '#test/support/forms.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
let tariff_id: number
let client_id: number

beforeAll(async () => {
  const { data } = await api.admin.call(createTariff, { body: tariffForm })
  tariff_id = data.id
  const change = { ...tariffForm, name: 'Sell again', version: data.version }
  await api.admin.call(updateTariff, { params: { id: tariff_id }, body: change })
  client_id = await addClientNamed(api, tariff_id, 'Acme')
})

type Query = NonNullable<CallOf<typeof listActivities>['query']>
const list = async (query: Query) => (await api.admin.call(listActivities, { query })).data

test('a change has its person, its address, and each field before and after', async () => {
  const [changed] = await list({ entity: 'tariff', action: 'UPDATE' })
  expect(changed).toMatchObject({
    username: 'admin',
    ip: '127.0.0.1',
    entity_id: String(tariff_id),
    entity_name: 'Sell again',
    changes: { name: [tariffForm.name, 'Sell again'] },
  })
  expect(Object.keys(changed?.changes ?? {})).toEqual(['name'])
  expect(changed?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a password in a change is masked', async () => {
  const [added] = await list({ entity: 'wholesale_client' })
  expect(added?.changes.password).toEqual(['•••', '•••'])
  expect(JSON.stringify(await list({}))).not.toContain(clientForm(tariff_id).password)
})

test.each([
  ['person', { username: 'ADM' }, { username: 'nobody' }],
  ['action', { action: 'LOGIN' }, { action: 'EXECUTE' }],
  ['kind', { entity: 'tariff' }, { entity: 'gateway' }],
  ['field', { field: 'name' }, { field: 'no_such_field' }],
  ['address', { ip: '127.0.0.0/8' }, { ip: '192.0.2.0/24' }],
  ['text', { q: 'again' }, { q: 'no such text' }],
  ['time', { range: '15m' }, { range: 'last_month' }],
] as const)('the filter by %s finds what matches, and nothing else', async (_, found, none) => {
  expect((await list(found)).length).toBeGreaterThan(0)
  expect(await list(none)).toEqual([])
})

test('the history of one thing goes back further than today', async () => {
  await sql`select make_partition('activity_log', '2024-02-03')`.execute(api.database)
  await sql`insert into activity_log (at, username, action, entity, entity_id)
    values ('2024-02-03T04:05:06Z', 'admin', 'UPDATE', 'tariff', ${String(tariff_id)})`.execute(
    api.database,
  )
  const of_one = { entity: 'tariff', entity_id: String(tariff_id) }
  expect((await list(of_one)).map(({ action }) => action)).toEqual(['UPDATE', 'CREATE', 'UPDATE'])
  expect(await list({ ...of_one, range: 'today' })).toHaveLength(2)
})

test('an id in a change comes with the name of what it refers to', async () => {
  const [added] = await list({ entity: 'wholesale_client' })
  expect(added?.changes.tariff_id).toEqual([null, tariff_id])
  expect(added?.names).toEqual({ tariff_id: { [tariff_id]: 'Sell again' } })
  const plan = { ...routePlanForm([await addGateway(api, await addSettlement(api), 'North')]) }
  const gateway_id = plan.rules[0]?.targets[0]?.gateway_id ?? 0
  await api.admin.call(createRoutePlan, { body: plan })
  const [planned] = await list({ entity: 'route_plan' })
  expect(planned?.names).toEqual({ gateway_id: { [gateway_id]: 'North' } })
})

test('a page continues where the last one ended', async () => {
  const all = await list({})
  const first = await api.admin.call(listActivities, { query: { limit: 2 } })
  const cursor = first.page.next_cursor ?? ''
  const second = await api.admin.call(listActivities, { query: { limit: 2, cursor } })
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(
    all.slice(0, 4).map(({ id }) => id),
  )
})

test('the kinds are those of which there is an activity', async () => {
  const { data } = await api.admin.call(listActivityEntities, {})
  expect(data).toEqual([...data].sort())
  expect(data).toEqual(expect.arrayContaining(['session', 'tariff', 'wholesale_client']))
})

test('a refused request is noted once, and answers no activity to a client', async () => {
  const client = await api.signIn('acme', 'CLIENT')
  for (const endpoint of [listRoutePlans, listRoutePlans, listActivities]) {
    expect((await client.call(endpoint, {})).status).toBe(403)
  }
  const refused = await list({ action: 'REFUSED', username: 'acme' })
  expect(refused.map((row) => [row.entity, row.entity_name, row.changes.permission])).toEqual([
    ['activities', 'GET /api/logs/activities', [null, 'activities.view']],
    ['route_plans', 'GET /api/route-plans', [null, 'route_plans.view']],
  ])
})

test('an export of the log is an activity of its own', async () => {
  const file = await api.admin.send({ url: '/api/logs/activities?format=csv&entity=tariff' })
  expect(file.payload).toContain('Sell again')
  expect((await list({ action: 'EXPORT' }))[0]).toMatchObject({
    entity: 'activities',
    changes: { entity: [null, 'tariff'] },
  })
})

test('the chain of all that holds', async () => {
  const body = rechargeForm(client_id, 1)
  // A double click: two changes that wait for each other.
  const answers = await Promise.all([
    api.admin.call(createPayment, { body }),
    api.admin.call(createPayment, { body }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await checkBooksOf(api)
})
