// The data that the engine loads about route plans, and about the addresses that clients call from.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { CostMultiplier } from '#core/routing/route-plan.ts'
import { databaseForFile } from '#test/support/database.ts'
import { routePlanForm, routeRuleForm, routeTargetForm } from '#test/support/forms.ts'
import { makePlan, makeRule, makeTarget } from '#test/support/route-plans.ts'
import { makeWorld, type World } from '#test/support/world.ts'
import { insertRoutePlan } from '../routing/route-plans.ts'
import { type RuleValues, writeRouteRules } from '../routing/route-rules.ts'
import { loadRoutePlans } from './configuration.ts'
import { loadConfiguration } from './load.ts'

const fresh = databaseForFile()
let client: pg.Client
let world: World
beforeAll(async () => {
  client = await fresh.connect()
  world = await makeWorld(client)
})

async function write(rules: RuleValues[], name: string): Promise<number> {
  return fresh.database.transaction().execute(async (tx) => {
    const { rules: _, ...plan } = routePlanForm([], name)
    const id = await insertRoutePlan(tx, { ...plan, mode: 'PERCENT', parent_plan_id: 1 })
    await writeRouteRules(tx, id, rules)
    return id
  })
}

const load = async (id: number) => (await loadRoutePlans(client)).find((plan) => plan.id === id)

test('a route plan is loaded with all that a decision asks of it', async () => {
  const [gateway_id] = world.gateway_ids
  const target = {
    ...routeTargetForm(gateway_id),
    percent: 70,
    prepend: '00',
    cost_multiplier: 12_500 as CostMultiplier,
    valid_from: '2026-01-01T00:00:00Z',
  }
  const rule = { ...routeRuleForm('44', []), src_prefix: '1', client_id: world.client_id }
  const rules = [
    { ...rule, tags: ['gold'], exclusive: true, targets: [target] },
    { ...routeRuleForm('', []), action: 'BLOCK' as const, block_sip_code: 480 as const },
  ]
  const id = await write(rules, 'All of it')
  const { rules: loaded, ...plan } = (await load(id))!
  const { rules: _, ...made } = makePlan({ id, name: 'All of it', mode: 'PERCENT' })
  expect(plan).toEqual({ ...made, profit_mode: 'PER_CALL', parent_plan_id: 1 })
  expect(loaded.toSorted((a, b) => a.position - b.position)).toEqual([
    makeRule({
      id: expect.any(Number),
      dst_prefix: '44',
      src_prefix: '1',
      client_id: world.client_id,
      tags: ['gold'],
      exclusive: true,
      targets: [
        makeTarget({
          id: expect.any(Number),
          gateway_id,
          percent: 70,
          prepend: '00',
          cost_multiplier: 12_500 as CostMultiplier,
          valid_from_ms: Date.UTC(2026, 0, 1),
        }),
      ],
    }),
    makeRule({
      id: expect.any(Number),
      position: 2,
      action: 'BLOCK',
      block_sip_code: 480,
      targets: [],
    }),
  ])
})

test('rules and targets that are blocked come along, and say so', async () => {
  const [first, second] = world.gateway_ids
  const off = { ...routeTargetForm(first), status: 'blocked' as const }
  const rules = [
    { ...routeRuleForm('1', []), targets: [off, routeTargetForm(second)] },
    { ...routeRuleForm('2', [first]), status: 'blocked' as const },
  ]
  const plan = await load(await write(rules, 'Partly blocked'))
  const loaded = plan?.rules.toSorted((a, b) => a.position - b.position)
  expect(loaded).toMatchObject([
    {
      status: 'active',
      targets: [
        { gateway_id: first, status: 'blocked', position: 1 },
        { gateway_id: second, status: 'active', position: 2 },
      ],
    },
    { status: 'blocked' },
  ])
})

test('networks of a client are those whose address alone tells who calls, each once', async () => {
  const { rows } = await client.query<{ id: number }>(
    `insert into account (kind, parent_id, name, tariff_id)
     values ('WHOLESALE', 1, 'Many addresses', $1) returning id`,
    [world.sell_tariff_id],
  )
  const id = rows[0]?.id ?? 0
  await client.query('insert into client (account_id) values ($1)', [id])
  const addIp = (ip: string, tech_prefix: string, auth_username: string | null, status: string) =>
    client.query(
      `insert into client_ip (account_id, ip, tech_prefix, auth_username, auth_ha1, status)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, ip, tech_prefix, auth_username, auth_username && '0'.repeat(32), status],
    )
  await addIp('203.0.113.0/24', '', null, 'active')
  await addIp('203.0.113.0/24', '99', null, 'active')
  await addIp('198.51.100.1', '', null, 'active')
  await addIp('192.0.2.0/24', '', 'trunk', 'active')
  await addIp('198.51.100.2', '', null, 'blocked')
  const { client_networks } = await loadConfiguration(client, new Map())
  const networks = client_networks.get(id)?.toSorted()
  expect(networks).toEqual(['198.51.100.1/32', '203.0.113.0/24'])
})
