// What the engine loads of route plans.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CostMultiplier } from '#core/routing/route-plan.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { routePlanForm, routeRuleForm, routeTargetForm } from '#test/support/forms.ts'
import { makePlan, makeRule, makeTarget } from '#test/support/route-plans.ts'
import { makeWorld, type World } from '#test/support/world.ts'
import { makeClient } from '../database.ts'
import { insertRoutePlan } from '../route-plans.ts'
import { type RuleValues, writeRouteRules } from '../route-rules.ts'
import { loadRoutePlans } from './configuration.ts'

let fresh: FreshDatabase
let client: pg.Client
let world: World
beforeAll(async () => {
  fresh = await freshDatabase()
  client = makeClient(fresh.url, 'test')
  await client.connect()
  world = await makeWorld(client)
})
afterAll(async () => {
  await client.end()
  await fresh.close()
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
