// The figures of the targets of a route rule.
import { beforeAll, expect, test } from 'vitest'
import { listGateways } from '#contract/routing/gateways.ts'
import { compareRouteTargets } from '#contract/routing/route-targets.ts'
import { asSqlConnection } from '#db/database.ts'
import { apiForFile } from '#test/support/api.ts'
import { signInAdmin } from '#test/support/people.ts'
import { type Ids, writeWorld } from '#test/support/write-world.ts'

const api = apiForFile()
let ids: Ids
beforeAll(async () => {
  const rates = (rows: Readonly<Record<string, number>>) =>
    Object.entries(rows).map(([prefix, rate]) => ({ prefix, rate }))
  ids = await writeWorld(asSqlConnection(api.database), {
    tariffs: {
      Gold: { kind: 'SELL', rates: rates({ '44': 3_000_000 }) },
      Cheap: { kind: 'SELL', rates: rates({ '44': 2_900_000 }) },
      'Reseller cost': { kind: 'RESELLER_COST', rates: rates({ '44': 2_800_000 }) },
      Flat: { kind: 'BUY', rates: rates({ '44': 2_640_000 }) },
      Detailed: { kind: 'BUY', rates: rates({ '44': 1_000_000, '4477': 14_000_000 }) },
    },
    route_plans: { Plan: { rules: [{ dst_prefix: '44', targets: ['Borealis', 'Cumulus'] }] } },
    resellers: { Reseller: { tariff: 'Reseller cost' } },
    clients: {
      Direct: { tariff: 'Gold', terms: { route_plan: 'Plan' } },
      // The operator is paid by its reseller.
      Below: { tariff: 'Cheap', reseller: 'Reseller', terms: { route_plan: 'Plan' } },
    },
    settlements: {
      North: { tariff: 'Flat', gateways: { Borealis: { host: '192.0.2.9' } } },
      South: { tariff: 'Detailed', gateways: { Cumulus: { host: '192.0.2.8' } } },
    },
    gateway_groups: { Both: { members: [{ gateway: 'Borealis' }, { gateway: 'Cumulus' }] } },
  })
})

const asked = () => ({
  prefix: '44',
  route_plan_id: ids.get('Plan')!,
  gateway_ids: `${ids.get('Borealis')},${ids.get('Cumulus')}`,
})

test('targets have their rates, the lowest margin and a warning of a shorter prefix', async () => {
  const { data } = await api.admin.call(compareRouteTargets, { query: asked() })
  expect(data.sell).toMatchObject({ tariff_name: 'Reseller cost', prefix: '44', lowest: 2_800_000 })
  expect(data.targets).toMatchObject([
    {
      gateway_name: 'Borealis',
      settlement_name: 'North',
      buy: { prefix: '44', lowest: 2_640_000, highest: 2_640_000, longer: 0 },
      margin: 160_000,
    },
    {
      gateway_name: 'Cumulus',
      buy: { prefix: '44', lowest: 1_000_000, highest: 14_000_000, longer: 1 },
      margin: -11_200_000,
    },
  ])
  expect(data.shorter_prefixes).toEqual([
    {
      gateway_name: 'Borealis',
      prefix: '44',
      rate: 2_640_000,
      at: '4477',
      count: 1,
      other: { gateway_name: 'Cumulus', prefix: '4477', rate: 14_000_000 },
    },
  ])
})

test('a group has the figures of its members; a plan without clients has no margin', async () => {
  const query = { prefix: '4477', gateway_group_ids: String(ids.get('Both')) }
  const { data } = await api.admin.call(compareRouteTargets, { query })
  expect(data.sell).toBeNull()
  expect(data.targets.map((one) => [one.gateway_name, one.buy?.prefix, one.margin])).toEqual([
    ['Borealis', '44', null],
    ['Cumulus', '4477', null],
  ])
})

test('gateways are found by their ids', async () => {
  const query = { ids: String(ids.get('Cumulus')) }
  const { data } = await api.admin.call(listGateways, { query })
  expect(data.map(({ name }) => name)).toEqual(['Cumulus'])
})

test('who does not see costs gets neither rates nor warnings', async () => {
  const group = { permissions: ['route_plans.view'], hides_costs: true } as const
  const seller = await signInAdmin(api, 'seller', group)
  const { data } = await seller.call(compareRouteTargets, { query: asked() })
  expect(data.sell).toMatchObject({ tariff_name: 'Reseller cost' })
  expect(data).not.toHaveProperty('shorter_prefixes')
  expect(data.targets[0]).not.toHaveProperty('buy')
  expect(data.targets[0]).not.toHaveProperty('margin')
})
