// Bulk changes of the rules of route plans: one version of the plan, and back again.
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/bulk-changes/bulk-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createRoutePlan, getRoutePlan, updateRoutePlan } from '#contract/routing/route-plans.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import {
  addGateways,
  addTimeWindow,
  lastActivity,
  named,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { routePlanForm, routeRuleForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'

type Body = BodyOf<typeof contract.createBulkChange>
type PlanForm = BodyOf<typeof createRoutePlan>
type Rule = PlanForm['rules'][number]

const api = apiForFile()
let paris: number
let rome: number
beforeAll(async () => {
  ;[paris = 0, rome = 0] = await addGateways(api, ['Paris', 'Rome'])
})

const blocking: Rule = { ...routeRuleForm('44', []), action: 'BLOCK' }

async function addPlan(rules: Rule[], change: Partial<PlanForm> = {}): Promise<number> {
  const body = { ...routePlanForm([], named('plan')), rules, ...change }
  return (await api.admin.call(createRoutePlan, { body })).data.id
}
const read = async (id: number) => (await api.admin.call(getRoutePlan, { params: { id } })).data
const gatewaysOf = async (id: number) =>
  (await read(id)).rules.map(({ targets }) => targets.map(({ name }) => name))

/** As the form of the plan does. */
async function save(id: number, change: (rules: Rule[]) => Rule[]): Promise<void> {
  const { rules, ...plan } = await read(id)
  const fields = Object.entries(plan).filter(([field]) => field in updateRoutePlan.body.shape)
  const forms = rules.map(({ targets, ...rule }) => ({
    ...pick(rule, blocking),
    targets: targets.map((target) => pick(target, routeRuleForm('', [1]).targets[0]!)),
  }))
  const body = { ...Object.fromEntries(fields), rules: change(forms as Rule[]) }
  const saved = await api.admin.call(updateRoutePlan, { params: { id }, body: body as never })
  expect(saved.status).toBe(200)
}
const pick = (row: object, like: object) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => field in like))

const bodyFor = (filter: Body['filter'], ...operations: Body['operations']): Body => ({
  resource: 'route_rules',
  ids: null,
  filter,
  operations,
  digest: null,
  skips_faults: false,
})
const ofPlan = (id: number, more = {}) => ({ route_plan_id: String(id), ...more })
const toRome = (): Body['operations'][number] => ({
  field: 'targets',
  kind: 'replace_target',
  value: `gateway/${paris}`,
  by: `gateway/${rome}`,
})
const change = (body: Body, session: Session = api.admin) =>
  session.call(contract.createBulkChange, { body })
async function changed(body: Body) {
  const { digest } = (await change(body)).data
  return change({ ...body, digest })
}
const undo = (id: number | null, skips_faults = false) =>
  api.admin.call(contract.undoBulkChange, {
    params: { id: id ?? 0 },
    body: { dry_run: false, skips_faults },
  })

test('rules that a search finds are changed as one version of the plan, and undone', async () => {
  const id = await addPlan([
    routeRuleForm('331', [paris]),
    blocking,
    { ...routeRuleForm('332', [paris]), description: 'Mobile' },
    routeRuleForm('49', [rome]),
  ])
  const window_id = await addTimeWindow(api)
  const body = bodyFor(ofPlan(id, { q: 'PARIS' }), toRome(), {
    field: 'window_id',
    kind: 'set',
    value: window_id,
  })
  const before = await read(id)
  const preview = await change(body)
  expect(preview.data).toMatchObject({ id: null, matched: 2, changed: 2, faults_count: 0 })
  const [first] = preview.data.examples
  expect(first).toMatchObject({ id: `${id}/${before.rules[0]!.id}`, name: `331 of ${before.name}` })
  expect(first?.names.gateway_id).toEqual({ [paris]: 'Paris', [rome]: 'Rome' })
  expect(await read(id)).toEqual(before)

  const engine = await routingChangeNumber(api)
  const { data } = await change({ ...body, digest: preview.data.digest })
  expect(data).toMatchObject({ changed: 2, unchanged: 0 })
  expect(await gatewaysOf(id)).toEqual([['Rome'], [], ['Rome'], ['Rome']])
  const after = await read(id)
  expect(after.version).toBe(before.version + 1)
  expect(after.rules.map((rule) => rule.window_id)).toEqual([window_id, null, window_id, null])
  expect(after.rules.map((rule) => rule.id)).toEqual(before.rules.map((rule) => rule.id))
  expect(await routingChangeNumber(api)).toBeGreaterThan(engine)

  expect((await undo(data.id)).data).toMatchObject({ changed: 2, faults_count: 0 })
  const back = await read(id)
  const withoutTimes = ({ version: _, updated_at: __, rules, ...plan }: typeof back) => ({
    ...plan,
    rules: rules.map(({ targets, ...rule }) => ({
      ...rule,
      targets: targets.map(({ id: ___, ...target }) => target),
    })),
  })
  expect(withoutTimes(back)).toEqual(withoutTimes(before))
  const { entity, entity_name } = await lastActivity(api)
  expect([entity, entity_name]).toEqual(['bulk_change', 'undo of 2 route rules'])
})

test('a plan saved after the preview, or rules changed since, are left alone', async () => {
  const id = await addPlan([routeRuleForm('1', [paris]), routeRuleForm('2', [paris])])
  const body = bodyFor(ofPlan(id), toRome())
  const { digest } = (await change(body)).data
  await save(id, (rules) => rules.map((rule) => ({ ...rule, description: 'new' })))
  const late = await change({ ...body, digest })
  expect(late.problem).toMatchObject({ code: 'changed-meanwhile' })

  const { data } = await changed(body)
  await save(id, ([one, two]) => [{ ...one!, targets: two!.targets, status: 'blocked' }, two!])
  await save(id, ([one, two]) => [one!, { ...two!, targets: routeRuleForm('', [paris]).targets }])
  const refused = await undo(data.id)
  expect(refused.problem.message).toMatch(
    /^1 of 2 cannot be changed: 2 of plan\d+: Changed since\.$/,
  )
  const { data: undone } = await undo(data.id, true)
  expect(undone).toMatchObject({ changed: 1, faults: [{ name: /^2 of /, field: 'targets' }] })
  const { rules } = await read(id)
  expect(rules.map(({ status }) => status)).toEqual(['blocked', 'active'])
  expect(await gatewaysOf(id)).toEqual([['Paris'], ['Paris']])
})

test('what the form of the plan refuses is the fault of its rule', async () => {
  const shared = routeRuleForm('1', [paris, rome])
  const whole = routeRuleForm('2', [paris])
  const sharing = (rule: Rule, ...percents: number[]): Rule => ({
    ...rule,
    targets: rule.targets.map((target, at) => ({ ...target, percent: percents[at] ?? 0 })),
  })
  const rules = [
    sharing(shared, 60, 40),
    sharing(whole, 100),
    sharing({ ...shared, dst_prefix: '3' }, 0, 100),
  ]
  const id = await addPlan(rules, { mode: 'PERCENT' })
  const remove = { field: 'targets', kind: 'remove_target', value: `gateway/${paris}` } as const
  const { data } = await change(bodyFor(ofPlan(id), remove))
  expect(data).toMatchObject({ matched: 3, changed: 1, faults_count: 2 })
  expect(data.faults.map(({ name, message }) => [name, message]).toSorted()).toEqual([
    [expect.stringMatching(/^1 of /), expect.stringContaining('40 %')],
    [expect.stringMatching(/^2 of /), 'A route rule needs at least one gateway.'],
  ])
  const gone = { field: 'window_id', kind: 'set', value: 999_999 } as const
  const { data: missing } = await change(bodyFor(ofPlan(id), gone))
  expect(missing).toMatchObject({ changed: 0, faults_count: 3 })
  expect(missing.faults[0]).toMatchObject({ field: 'window_id', message: /does not exist/ })
  const skipping = { ...bodyFor(ofPlan(id), remove), skips_faults: true }
  expect((await changed(skipping)).data).toMatchObject({ changed: 1, faults_count: 2 })
  expect(await gatewaysOf(id)).toEqual([['Paris', 'Rome'], ['Paris'], ['Rome']])
})

test('rules are chosen by their ids, of several plans, and deleted', async () => {
  const ids = [await addPlan([routeRuleForm('1', [paris])]), await addPlan([blocking])]
  const rules = await Promise.all(
    ids.map(async (id) => `${id}/${(await read(id)).rules[0]?.id ?? 0}`),
  )
  const chosen = { ids: [...rules, `${ids[0]}/0`, 'x'], filter: null }
  const block = { field: 'status', kind: 'set', value: 'blocked' } as const
  const { data } = await changed({ ...bodyFor(null, block), ...chosen })
  expect(data).toMatchObject({ matched: 2, changed: 2 })
  for (const id of ids) expect((await read(id)).rules[0]?.status).toBe('blocked')
  const deletion = { resource: 'route_rules' as const, ...chosen, count: 2 }
  const deleted = await api.admin.call(contract.createBulkDeletion, { body: deletion })
  expect(deleted.data).toMatchObject({ deleted: 2, faults_count: 0 })
  for (const id of ids) expect((await read(id)).rules).toEqual([])
  expect((await undo(data.id)).problem.message).toContain('Deleted since.')
})

test('requests without a plan, a target or the permission are refused', async () => {
  const id = await addPlan([routeRuleForm('1', [paris])])
  const fieldsOf = async (body: Body) => Object.keys((await change(body)).problem.fields ?? {})
  expect(await fieldsOf(bodyFor({}, toRome()))).toEqual(['filter.route_plan_id'])
  expect(await fieldsOf(bodyFor(ofPlan(id, { host: 'x' }), toRome()))).toEqual(['filter.host'])
  const wrong = (part: object) => bodyFor(ofPlan(id), { ...toRome(), ...part })
  expect(await fieldsOf(wrong({ value: 'Paris' }))).toEqual(['operations.0.value'])
  expect(await fieldsOf(wrong({ by: undefined }))).toEqual(['operations.0.by'])
  expect(await fieldsOf(wrong({ field: 'status' }))).toEqual(['operations.0.kind'])
  expect(await fieldsOf(wrong({ kind: 'set', by: undefined }))).toEqual(['operations.0.kind'])
  const permissions = PERMISSIONS.filter((one) => one !== 'route_plans.edit')
  const viewer = await signInAdmin(api, 'viewer', { permissions })
  expect((await change(bodyFor(ofPlan(id), toRome()), viewer)).status).toBe(403)
})
