import { expect, test } from 'vitest'
import { lookupFailoverPolicies } from '#contract/console/lookups.ts'
import * as policies from '#contract/routing/failover-policies.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { DEFAULT_FAILOVER_RULES } from '#core/gateway/failover-policy.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addSettlement,
  lastActivity,
  named,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { gatewayForm } from '#test/support/forms.ts'

const api = apiForFile()

const busy = { codes: [486], causes: null, action: 'stop' as const, reply_code: 603 }
const gone = {
  codes: [404],
  causes: [1],
  action: 'stop_after_two_gateways' as const,
  reply_code: null,
}
const formOf = (rules: (typeof busy | typeof gone)[], name = named('policy')) => ({
  name,
  description: '',
  rules,
})

test('an installation begins with the default policy', async () => {
  const { data } = await api.admin.call(lookupFailoverPolicies, { query: {} })
  expect(data).toMatchObject([{ name: 'Default', is_default: true }])
  const params = { id: data[0]?.id ?? 0 }
  const policy = await api.admin.call(policies.getFailoverPolicy, { params })
  expect(policy.data.rules).toEqual(DEFAULT_FAILOVER_RULES)
  const kept = await api.admin.call(policies.deleteFailoverPolicy, { params })
  expect(kept.problem.code).toBe('in-use')
})

test('a failover policy is added, read, changed, listed and deleted', async () => {
  const before = await routingChangeNumber(api)
  const body = formOf([busy, gone])
  const { data } = await api.admin.call(policies.createFailoverPolicy, { body })
  expect(data).toMatchObject({ ...body, rules_count: 2, is_default: false, used_by_count: 0 })
  const params = { id: data.id }
  expect((await api.admin.call(policies.getFailoverPolicy, { params })).data).toEqual(data)
  const change = { ...body, rules: [gone], version: 1 }
  const changed = await api.admin.call(policies.updateFailoverPolicy, { params, body: change })
  expect(changed.data).toMatchObject({ rules: [gone], rules_count: 1, version: 2 })
  expect((await lastActivity(api)).changes).toEqual({ rules: [[busy, gone], [gone]] })
  const stale = await api.admin.call(policies.updateFailoverPolicy, { params, body: change })
  expect(stale.problem.code).toBe('changed-meanwhile')
  const list = await api.admin.call(policies.listFailoverPolicies, { query: { q: body.name } })
  expect(list.data.map(({ id }) => id)).toEqual([data.id])
  expect((await api.admin.call(policies.deleteFailoverPolicy, { params })).status).toBe(204)
  expect(await routingChangeNumber(api)).toBe(before + 3)
})

test.each([
  ['a code that is no refusal', { ...busy, codes: [200] }, 'rules.0.codes.0'],
  ['no code', { ...busy, codes: [] }, 'rules.0.codes'],
  ['a code twice', { ...busy, codes: [486, 486] }, 'rules.0.codes'],
  ['a cause that does not exist', { ...gone, causes: [128] }, 'rules.0.causes.0'],
  ['no cause at all', { ...gone, causes: [] }, 'rules.0.causes'],
  ['an answer that is none', { ...busy, reply_code: 200 }, 'rules.0.reply_code'],
  ['an answer for some causes only', { ...gone, reply_code: 480 as never }, 'rules.0.reply_code'],
])('a rule is refused with %s', async (_, rule, field) => {
  const body = formOf([rule])
  const { problem } = await api.admin.call(policies.createFailoverPolicy, { body })
  expect(Object.keys(problem.fields ?? {})).toEqual([field])
})

test('a failover policy is not deleted while a gateway uses it', async () => {
  const { data: policy } = await api.admin.call(policies.createFailoverPolicy, {
    body: formOf([busy]),
  })
  const form = gatewayForm(await addSettlement(api), named('gateway'))
  const body = { ...form, failover_policy_id: policy.id }
  await api.admin.call(createGateway, { body })
  const params = { id: policy.id }
  const kept = await api.admin.call(policies.deleteFailoverPolicy, { params })
  expect(kept.problem.message).toContain(body.name)
  const read = await api.admin.call(policies.getFailoverPolicy, { params })
  expect(read.data.used_by_count).toBe(1)
})
