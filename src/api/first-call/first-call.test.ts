// The test line as a carrier: what one click makes, on an empty switch and beside what is there.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestLine, getFirstCall } from '#contract/first-call/first-call.ts'
import { getGateway } from '#contract/routing/gateways.ts'
import { getRoutePlan } from '#contract/routing/route-plans.ts'
import { asSqlConnection } from '#db/database.ts'
import { apiForFile, startApi, type TestApi } from '#test/support/api.ts'
import { tariffOf } from '#test/support/world.ts'
import { writeWorld } from '#test/support/write-world.ts'

const api = apiForFile({ test_line_port: 5099 })

const runs = (of: TestApi) =>
  sql`insert into process_state (name, state) values ('test-line', 'running')`.execute(of.database)

test('it is offered while the program runs', async () => {
  expect((await api.admin.call(getFirstCall, {})).data.test_line).toBe('NOT_RUNNING')
  await runs(api)
  expect((await api.admin.call(getFirstCall, {})).data.test_line).toBe('OFFERED')
})

test('on an empty switch only the client is missing afterwards', async () => {
  const { data } = await api.admin.call(createTestLine, {})
  const { steps, next, test_line } = (await api.admin.call(getFirstCall, {})).data
  expect(test_line).toBe('SET_UP')
  expect(next).toBe('client')
  expect(steps.slice(0, 5).map(({ state }) => state)).toEqual(Array(5).fill('DONE'))
  expect(steps.slice(0, 5).flatMap(({ things }) => things.map(({ name }) => name))).toEqual([
    'Test line sale',
    ...Array(4).fill('Test line'),
  ])
  const gateway = await api.admin.call(getGateway, { params: { id: data.gateway_id } })
  expect(gateway.data).toMatchObject({
    host: '127.0.0.1',
    port: 5099,
    dst_prefixes: ['9993246', '9998663'],
  })
})

test('a second one is refused, and leaves nothing behind', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from tariff_rate`.execute(api.database)).rows
  const before = await count()
  const { problem } = await api.admin.call(createTestLine, {})
  expect(problem.code).toBe('already-exists')
  expect(await count()).toEqual(before)
})

test('tariffs and plans that are there get a rate and a rule, and keep theirs', async () => {
  const other = await startApi()
  try {
    const ids = await writeWorld(asSqlConnection(other.database), {
      tariffs: { Sell: tariffOf('SELL', 3_000_000), Buy: tariffOf('BUY', 1_000_000) },
      route_plans: { Plan: { rules: [{ targets: ['Good'] }] } },
      settlements: { Northern: { tariff: 'Buy', gateways: { Good: { host: '192.0.2.9' } } } },
    })
    const { gateway_id } = (await other.admin.call(createTestLine, {})).data
    const id = ids.get('Plan') ?? 0
    const { data: plan } = await other.admin.call(getRoutePlan, { params: { id } })
    expect(plan.rules.map(({ dst_prefix, targets }) => [dst_prefix, targets.length])).toEqual([
      ['', 1],
      ['999', 1],
    ])
    expect(plan.rules[1]?.targets[0]?.gateway_id).toBe(gateway_id)
    const { rows } = await sql<{ name: string; rate: number }>`
      select t.name, r.rate from tariff_rate r join tariff t on t.id = r.tariff_id
      where r.prefix = '999' order by t.name`.execute(other.database)
    expect(rows.map(({ name }) => name)).toEqual(['Sell', 'Test line'])
    expect(rows[0]?.rate).toBeGreaterThan(0)
    expect(rows[1]?.rate).toBe(0)
  } finally {
    await other.close()
  }
})
