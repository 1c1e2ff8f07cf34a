// Route plans with their rules, and what they refer to.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import * as gatewayGroups from '#contract/routing/gateway-groups.ts'
import * as gateways from '#contract/routing/gateways.ts'
import * as plans from '#contract/routing/route-plans.ts'
import { money, percent, rate } from '#core/money.ts'
import type { CostMultiplier } from '#core/routing/route-plan.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addGateway,
  addSettlement,
  lastActivity,
  named,
} from '#test/support/configuration.ts'
import {
  gatewayGroupForm,
  routePlanForm,
  routeRuleForm,
  routeTargetForm,
} from '#test/support/forms.ts'
import { addList, addTranslation, addWindow } from '#test/support/route-lists.ts'

const api = apiForFile()
let gateway_ids: number[]
beforeAll(async () => {
  const settlement_id = await addSettlement(api)
  gateway_ids = [await addGateway(api, settlement_id), await addGateway(api, settlement_id)]
})

type Form = BodyOf<typeof plans.createRoutePlan>
type Rule = Form['rules'][number]
type Target = Rule['targets'][number]

const planForm = (change: Partial<Form> = {}): Form => ({
  ...routePlanForm(gateway_ids, named('plan')),
  ...change,
})
const rule = (dst_prefix: string, change: Partial<Rule> = {}): Rule => ({
  ...routeRuleForm(dst_prefix, change.targets ? [] : gateway_ids),
  ...change,
})
const target = (change: Partial<Target> = {}): Target => ({
  ...routeTargetForm(gateway_ids[0] ?? 0),
  ...change,
})
const blocking = rule('', { action: 'BLOCK', targets: [] })
const create = (form: Form) => api.admin.call(plans.createRoutePlan, { body: form })
const added = async (form: Form = planForm()) => (await create(form)).data
const update = (id: number, form: Form, version = 1) =>
  api.admin.call(plans.updateRoutePlan, { params: { id }, body: { ...form, version } })
const read = async (id: number) =>
  (await api.admin.call(plans.getRoutePlan, { params: { id } })).data
const remove = (id: number) => api.admin.call(plans.deleteRoutePlan, { params: { id } })

async function addGroup(): Promise<number> {
  const body = gatewayGroupForm(gateway_ids, named('group'))
  return (await api.admin.call(gatewayGroups.createGatewayGroup, { body })).data.id
}

describe('a route plan', () => {
  test('keeps all that it and its rules say, and names what they refer to', async () => {
    const { data: src_list } = await addList(api)
    const [src_list_id, dst_list_id] = [src_list.id, (await addList(api)).data.id]
    const { data: window } = await addWindow(api)
    const { id: client_id, form: client } = await addClient(api)
    const [gateway_group_id, translation_id] = [
      await addGroup(),
      (await addTranslation(api, {})).data.id,
    ]
    const fallback = await added()
    const form = planForm({
      description: 'All of it',
      mode: 'PERCENT',
      max_attempts: 3,
      max_setup_seconds: 90,
      rate_delta: rate(1_000_000),
      profit_mode: 'PER_MINUTE',
      min_profit_percent: percent(-50_000),
      min_profit_abs: money(2_000),
      dst_list_id,
      src_list_id,
      parent_plan_id: fallback.id,
      rules: [
        rule('44', {
          src_prefix: '1202',
          src_list_id,
          client_id,
          tags: ['gold', 'night'],
          match_mode: 'LONGEST_THEN_SHORTER',
          min_length: 10,
          max_length: 14,
          window_id: window.id,
          exclusive: true,
          description: 'By night',
          targets: [
            target({
              gateway_id: null,
              gateway_group_id,
              priority: 5,
              weight: 7,
              percent: 60,
              is_static: true,
              strip_digits: 2,
              prepend: '00',
              translation_id,
              channel_limit: 30,
              cost_multiplier: 12_500 as CostMultiplier,
              valid_from: '2026-01-01T00:00:00Z',
              valid_until: '2027-01-01T00:00:00Z',
            }),
            target({ percent: 40 }),
            target({ gateway_id: gateway_ids[1] ?? 0, percent: 9, status: 'blocked' }),
          ],
        }),
        rule('44', { action: 'BLOCK', block_sip_code: 484, block_reason: 'No', targets: [] }),
      ],
    })
    const plan = await added(form)
    expect(plan).toMatchObject({
      ...form,
      rules: form.rules.map(({ id: _, ...one }) => one),
      parent_plan_name: fallback.name,
      rules_count: 2,
      used_by_count: 0,
    })
    expect(plan.rules[0]).toMatchObject({ client_name: client.name, reseller_name: null })
    expect(plan.rules[0]?.window_name).toBe(window.name)
    expect(plan.rules[0]?.src_list_name).toBe(src_list.name)
    const names = plan.rules[0]?.targets.map(({ name }) => name.replace(/\d/g, ''))
    expect(names).toEqual(['group', 'gateway', 'gateway'])
    expect(await read(plan.id)).toEqual(plan)
  })

  test('keeps the ids of the rules and targets that stay, in whatever order', async () => {
    const form = planForm({ rules: [rule('1'), rule('2'), rule('3')] })
    const plan = await added(form)
    const [one, two, three] = plan.rules
    const kept = (at: number): Rule => ({ ...form.rules[at]!, id: plan.rules[at]?.id ?? 0 })
    const turned = { ...kept(0), targets: kept(0).targets.toReversed(), src_prefix: '7' }
    const changed = { ...form, rules: [kept(2), rule('4'), turned] }
    const { data } = await update(plan.id, changed)
    expect(data.rules.map(({ id }) => id)).toEqual([three?.id, expect.any(Number), one?.id])
    expect(data.rules.map(({ id }) => id)).not.toContain(two?.id)
    const ids = (targets: readonly { readonly id: number }[] = []) => targets.map(({ id }) => id)
    expect(ids(data.rules[2]?.targets)).toEqual(ids(one?.targets).toReversed())
    expect(data.rules[2]?.src_prefix).toBe('7')
  })

  test('is logged by the rules that differ, and those that changed places', async () => {
    const form = planForm({ rules: [rule('1'), rule('2'), rule('2', { src_prefix: '9' })] })
    const plan = await added(form)
    const own = form.rules.map((one, at) => ({ ...one, id: plan.rules[at]?.id ?? 0 }))
    await update(plan.id, { ...form, rules: [own[0]!, own[2]!, own[1]!] })
    const { changes } = await lastActivity(api)
    const logged = changes as { rules: [{ dst_prefix: string }[], { dst_prefix: string }[]] }
    expect(logged.rules.map((side) => side.map((one) => one.dst_prefix))).toEqual([
      ['2', '2'],
      ['2', '2'],
    ])
  })

  test('is copied with its rules, under another name', async () => {
    const form = planForm({ mode: 'QUALITY', rules: [rule('44', { tags: ['gold'] }), rule('')] })
    const plan = await added(form)
    const [params, name] = [{ id: plan.id }, named('copy')]
    const { data } = await api.admin.call(plans.copyRoutePlan, { params, body: { name } })
    expect(data).toMatchObject({ ...form, name, rules: form.rules.map(({ id: _, ...r }) => r) })
    expect(data.rules[0]?.id).not.toBe(plan.rules[0]?.id)
    expect(await read(plan.id)).toEqual(plan)
    const again = await api.admin.call(plans.copyRoutePlan, { params, body: { name } })
    expect(again.problem.fields).toHaveProperty('name')
    const missing = { params: { id: 999_999 }, body: { name: named('copy') } }
    expect((await api.admin.call(plans.copyRoutePlan, missing)).status).toBe(404)
  })

  test('of thousands of rules is saved and read', async () => {
    const rules = Array.from({ length: 3000 }, (_, at) => rule(String(10_000 + at)))
    const plan = await added(planForm({ rules }))
    expect(plan.rules).toHaveLength(3000)
    const form = planForm({ rules: rules.map((one, at) => ({ ...one, id: plan.rules[at]!.id })) })
    const { data } = await update(plan.id, form)
    expect(data.rules).toHaveLength(3000)
    expect(data.rules[2999]?.id).toBe(plan.rules[2999]?.id)
  })

  test('is found by its gateways, those of a group too, and by what falls back to it', async () => {
    const gateway_group_id = await addGroup()
    const targets = [target({ gateway_id: null, gateway_group_id })]
    const plan = await added(planForm({ rules: [rule('', { targets })] }))
    const child = await added(planForm({ rules: [], parent_plan_id: plan.id }))
    const found = async (query: object) =>
      (await api.admin.call(plans.listRoutePlans, { query })).data.map(({ id }) => id)
    expect(await found({ gateway_group_id })).toEqual([plan.id])
    expect(await found({ gateway_id: gateway_ids[0], q: plan.name })).toEqual([plan.id])
    expect(await found({ parent_plan_id: plan.id })).toEqual([child.id])
    expect(await found({ mode: 'PERCENT', q: plan.name })).toEqual([])
  })
})

describe('a route plan is refused', () => {
  test.each<[string, () => Partial<Form>, string]>([
    [
      'a gateway',
      () => ({ rules: [rule('', { targets: [target({ gateway_id: 999_999 })] })] }),
      'rules.0.targets.0.gateway_id',
    ],
    [
      'a gateway group',
      () => ({
        rules: [rule('', { targets: [target({ gateway_id: null, gateway_group_id: 999_999 })] })],
      }),
      'rules.0.targets.0.gateway_group_id',
    ],
    [
      'a translation',
      () => ({ rules: [rule('', { targets: [target({ translation_id: 999_999 })] })] }),
      'rules.0.targets.0.translation_id',
    ],
    ['a list of numbers', () => ({ dst_list_id: 999_999 }), 'dst_list_id'],
    [
      'a list of callers',
      () => ({ rules: [rule('', { src_list_id: 999_999 })] }),
      'rules.0.src_list_id',
    ],
    ['hours', () => ({ rules: [rule(''), rule('', { window_id: 999_999 })] }), 'rules.1.window_id'],
    ['a client', () => ({ rules: [rule('', { client_id: 999_999 })] }), 'rules.0.client_id'],
    ['a reseller', () => ({ rules: [rule('', { reseller_id: 999_999 })] }), 'rules.0.reseller_id'],
    ['a fallback plan', () => ({ parent_plan_id: 999_999 }), 'parent_plan_id'],
    ['a rule of another plan', () => ({ rules: [rule('', { id: 999_999 })] }), 'rules.0.id'],
  ])('with %s that does not exist', async (_, change, field) => {
    const { problem } = await create(planForm(change()))
    expect(problem.fields).toHaveProperty([field])
  })

  test.each<[string, () => Partial<Form>, string]>([
    [
      'a target that is both a gateway and a group',
      () => ({ rules: [rule('', { targets: [target({ gateway_group_id: 1 })] })] }),
      'rules.0.targets.0.gateway_id',
    ],
    [
      'the same gateway twice in a rule',
      () => ({ rules: [rule('', { targets: [target(), target()] })] }),
      'rules.0.targets',
    ],
    [
      'a rule that leads nowhere',
      () => ({ rules: [rule('', { targets: [] })] }),
      'rules.0.targets',
    ],
    [
      'shares that do not add up',
      () => ({
        mode: 'PERCENT',
        rules: [blocking, rule('1', { targets: [target({ percent: 90 })] })],
      }),
      'rules.1.targets',
    ],
    [
      'lengths that no number has',
      () => ({ rules: [rule('', { min_length: 9, max_length: 8 })] }),
      'rules.0.max_length',
    ],
    [
      'a target that ends before it begins',
      () => ({
        rules: [
          rule('', {
            targets: [
              target({ valid_from: '2026-01-02T00:00:00Z', valid_until: '2026-01-01T00:00:00Z' }),
            ],
          }),
        ],
      }),
      'rules.0.targets.0.valid_until',
    ],
  ])('with %s', async (_, change, field) => {
    const { rules, ...rest } = planForm(change())
    // As JSON on the wire: a client of the API need not use our form.
    const wire = z.encode(plans.createRoutePlan.body, planForm())
    const targetOf = (one: Target) => ({ ...one, cost_multiplier: '1' })
    const payload = {
      ...wire,
      mode: rest.mode,
      rules: rules.map((one) => ({ ...one, targets: one.targets.map(targetOf) })),
    }
    const answer = await api.admin.send({ method: 'POST', url: '/api/route-plans', payload })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual([field])
  })

  test('with a pool instead of a list', async () => {
    const { data: pool } = await addList(api, { mode: 'RANDOM' })
    const { problem } = await create(planForm({ src_list_id: pool.id }))
    expect(problem.fields).toHaveProperty('src_list_id')
  })

  test('when it would fall back to itself, or through too many others', async () => {
    const first = await added()
    const chain = [first]
    for (let at = 0; at < 4; at++) {
      chain.push(await added(planForm({ parent_plan_id: chain.at(-1)?.id ?? 0 })))
    }
    const last = chain.at(-1)?.id ?? 0
    const circle = await update(first.id, planForm({ parent_plan_id: last }))
    expect(circle.problem.fields).toHaveProperty('parent_plan_id')
    const itself = await update(first.id, planForm({ parent_plan_id: first.id }))
    expect(itself.problem.fields).toHaveProperty('parent_plan_id')
    const sixth = await added(planForm({ parent_plan_id: last }))
    const seventh = await create(planForm({ parent_plan_id: sixth.id }))
    expect(seventh.problem.fields).toHaveProperty('parent_plan_id')
  })

  test('when somebody else has changed it meanwhile, even if a rule is gone', async () => {
    const form = planForm({ rules: [rule('1'), rule('2')] })
    const plan = await added(form)
    const own = form.rules.map((one, at) => ({ ...one, id: plan.rules[at]?.id ?? 0 }))
    expect((await update(plan.id, { ...form, rules: own.slice(1) })).status).toBe(200)
    const late = await update(plan.id, { ...form, rules: own })
    expect(late.problem.code).toBe('changed-meanwhile')
  })
})

describe('a route plan in use', () => {
  test('is not deleted while a client or another plan has it, nor its gateway', async () => {
    const gateway_id = await addGateway(api, await addSettlement(api))
    const plan = await added({ ...planForm(), rules: [routeRuleForm('', [gateway_id])] })
    const { form } = await addClient(api, { route_plan_id: plan.id })
    const child = await added(planForm({ parent_plan_id: plan.id }))
    const refused = await remove(plan.id)
    expect(refused.problem.message).toContain(form.name)
    expect(refused.problem.message).toContain(child.name)
    expect(await read(plan.id)).toMatchObject({ used_by_count: 2, wholesale_count: 1 })
    const gateway = await api.admin.call(gateways.deleteGateway, { params: { id: gateway_id } })
    expect(gateway.problem.message).toContain(plan.name)
    expect((await remove(child.id)).status).toBe(204)
  })
})
