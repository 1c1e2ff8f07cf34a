import { beforeAll, expect, test } from 'vitest'
import { lookupGatewayGroups } from '#contract/console/lookups.ts'
import * as groups from '#contract/routing/gateway-groups.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addGateways,
  lastActivity,
  named,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { routePlanForm, routeRuleForm, routeTargetForm } from '#test/support/forms.ts'

const api = apiForFile()
let gateway_ids: number[]
beforeAll(async () => {
  gateway_ids = await addGateways(api, [named('gateway'), named('gateway')])
})

const member = (gateway_id: number | undefined, priority = 100, weight = 100) => ({
  gateway_id: gateway_id ?? 0,
  priority,
  weight,
})
const formOf = (members: ReturnType<typeof member>[], name = named('group')) => ({
  name,
  description: '',
  status: 'active' as const,
  members,
})

test('a gateway group is added, read, changed, listed and deleted', async () => {
  const before = await routingChangeNumber(api)
  const [first, second] = gateway_ids
  const body = formOf([member(first, 10, 1), member(second, 20, 3)])
  const { data } = await api.admin.call(groups.createGatewayGroup, { body })
  expect(data).toMatchObject({ name: body.name, members_count: 2, active_count: 2, version: 1 })
  // The highest priority is tried first, and listed first.
  expect(data.members.map(({ gateway_id }) => gateway_id)).toEqual([second, first])
  const params = { id: data.id }
  expect((await api.admin.call(groups.getGatewayGroup, { params })).data).toEqual(data)

  const change = { ...formOf([member(first)], body.name), status: 'blocked' as const, version: 1 }
  const changed = await api.admin.call(groups.updateGatewayGroup, { params, body: change })
  expect(changed.data).toMatchObject({ members_count: 1, status: 'blocked', version: 2 })
  expect((await lastActivity(api)).changes).toMatchObject({
    status: ['active', 'blocked'],
    members: [[member(second, 20, 3), member(first, 10, 1)], [member(first)]],
  })
  const again = await api.admin.call(groups.updateGatewayGroup, { params, body: change })
  expect(again.problem).toMatchObject({
    code: 'changed-meanwhile',
    message: 'Changed by admin while you were editing.',
    changed: { by: 'admin', at: expect.any(String) },
  })
  const query = { gateway_id: first ?? 0, status: 'blocked' } as const
  const list = await api.admin.call(groups.listGatewayGroups, { query })
  expect(list.data.map(({ id }) => id)).toEqual([data.id])
  expect((await api.admin.call(groups.deleteGatewayGroup, { params })).status).toBe(204)
  expect((await api.admin.call(groups.getGatewayGroup, { params })).status).toBe(404)
  expect(await routingChangeNumber(api)).toBe(before + 3)
})

test('a gateway group has gateways that exist, each once', async () => {
  const [first] = gateway_ids
  const refused = async (members: ReturnType<typeof member>[]) =>
    (await api.admin.call(groups.createGatewayGroup, { body: formOf(members) })).problem.fields
  expect(await refused([])).toHaveProperty('members')
  expect(await refused([member(first), member(first)])).toHaveProperty('members')
  expect(await refused([member(first), member(999_999)])).toHaveProperty('members.1.gateway_id')
  expect(await refused([member(first, 0)])).toHaveProperty('members.0.priority')
})

test('a gateway group is found by its name, once for each name', async () => {
  const body = formOf([member(gateway_ids[0])])
  await api.admin.call(groups.createGatewayGroup, { body })
  const same = await api.admin.call(groups.createGatewayGroup, { body })
  expect(same.problem).toMatchObject({
    code: 'already-exists',
    fields: { name: expect.any(String) },
  })
  const { data } = await api.admin.call(lookupGatewayGroups, { query: { q: body.name } })
  expect(data).toMatchObject([{ name: body.name, status: 'active', hint: /^gateway/ }])
})

test('a gateway group is not deleted while a rule names it', async () => {
  const body = formOf([member(gateway_ids[0])])
  const { data: group } = await api.admin.call(groups.createGatewayGroup, { body })
  const targets = [{ ...routeTargetForm(0), gateway_id: null, gateway_group_id: group.id }]
  const rules = [{ ...routeRuleForm('', []), targets }]
  const plan = { ...routePlanForm([], named('plan')), rules }
  expect((await api.admin.call(createRoutePlan, { body: plan })).status).toBe(200)
  const params = { id: group.id }
  const kept = await api.admin.call(groups.deleteGatewayGroup, { params })
  expect(kept.problem.message).toContain(plan.name)
  const read = await api.admin.call(groups.getGatewayGroup, { params })
  expect(read.data.used_by_count).toBe(1)
})
