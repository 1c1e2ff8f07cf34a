// The rules of route plans: each plan is read and saved once, as a whole, so that a change of
// thousands of its rules is one version of the plan, and one line of its history.
import { type BulkFault, ruleFilter } from '#contract/bulk-changes/bulk-changes.ts'
import { issueText } from '#contract/issue-texts.ts'
import {
  routePlanForm,
  routeRuleForm,
  routeTargetForm,
  type WholeRoutePlan,
  wrongShares,
} from '#contract/routing/route-plans.ts'
import { matchesSearch, ruleName } from '#core/routing/rule-texts.ts'
import type { Tx } from '#db/database.ts'
import { callHandler } from '../http/call-handler.ts'
import { badField } from '../http/problem.ts'
import {
  type BulkRequest,
  faultOf,
  findByHandler,
  type KindOfThings,
  type PlannedChange,
  problemOfPart,
  type Thing,
} from './thing.ts'

type Rule = WholeRoutePlan['rules'][number]

/** The fields of a form, without what was read beside them. */
const fieldsOf = (form: { readonly shape: object }, row: object): Record<string, unknown> => {
  const values = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.keys(form.shape).map((field) => [field, values[field]]))
}

const asForm = (rule: Rule): Thing['row'] => ({
  ...fieldsOf(routeRuleForm, rule),
  targets: rule.targets.map((target) => fieldsOf(routeTargetForm, target)),
})

const idOf = (plan: WholeRoutePlan, rule: Rule): string => `${plan.id}/${rule.id}`

const thingsOf = (plan: WholeRoutePlan, rules = plan.rules): readonly Thing[] =>
  rules.map((rule) => ({
    id: idOf(plan, rule),
    name: `${ruleName(rule)} of ${plan.name}`,
    version: plan.version,
    row: asForm(rule),
  }))

async function findPlan(request: BulkRequest, tx: Tx, id: number) {
  const plan = await findByHandler(request, tx, 'getRoutePlan', { id })
  return plan as WholeRoutePlan | undefined
}

async function listRules(
  request: BulkRequest,
  tx: Tx,
  filter: Readonly<Record<string, string>>,
): Promise<readonly Thing[]> {
  const { data, error } = ruleFilter.safeDecode(filter as never, { error: issueText })
  if (!data) {
    const [issue] = error.issues
    const path = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : issue?.path
    throw badField(['filter', ...(path ?? [])].join('.'), issue?.message ?? 'Invalid value.')
  }
  const { route_plan_id, q = '', gateway_id, gateway_group_id, status } = data
  const plan = await findPlan(request, tx, route_plan_id)
  if (!plan) return []
  const rules = plan.rules.filter(
    (rule) =>
      (status === undefined || rule.status === status) &&
      leadsTo(rule, 'gateway_id', gateway_id) &&
      leadsTo(rule, 'gateway_group_id', gateway_group_id) &&
      matchesSearch(rule, namesIn(rule), q),
  )
  return thingsOf(plan, rules)
}

const leadsTo = (
  { targets }: Rule,
  field: 'gateway_id' | 'gateway_group_id',
  id: number | undefined,
): boolean => id === undefined || targets.some((target) => target[field] === id)

const namesIn = (rule: Rule): readonly string[] =>
  [
    rule.src_list_name,
    rule.client_name,
    rule.reseller_name,
    rule.window_name,
    ...rule.targets.map(({ name }) => name),
  ].filter((name) => name !== null)

const planIdOf = (id: string): number => Number(/^(\d{1,15})\/\d{1,15}$/.exec(id)?.[1] ?? 0)

async function findRules(
  request: BulkRequest,
  tx: Tx,
  ids: readonly string[],
): Promise<readonly Thing[]> {
  const wanted = new Set(ids)
  const found: Thing[] = []
  for (const plan_id of new Set(ids.map(planIdOf))) {
    const plan = plan_id === 0 ? undefined : await findPlan(request, tx, plan_id)
    if (plan) found.push(...thingsOf(plan).filter(({ id }) => wanted.has(id)))
  }
  return found
}

/** A fault of one rule, or of none in particular. */
interface Wrong {
  readonly id?: string | undefined
  readonly field: string | null
  readonly message: string
}

/** Undefined for a rule that is removed. */
type Becomes = (rule: Rule) => object | undefined

/** Saves the plan with what its rules become, unless it has changed since its things were read. */
async function savePlan(
  request: BulkRequest,
  tx: Tx,
  { id, version }: { readonly id: number; readonly version: number | undefined },
  becomes: Becomes,
  is_kept: boolean,
): Promise<readonly Wrong[]> {
  const plan = (await callHandler(request, tx, 'getRoutePlan', {
    params: { id },
  })) as WholeRoutePlan
  const kept = plan.rules.filter((rule) => becomes(rule) !== undefined)
  const rules = kept.map(becomes) as Parameters<typeof wrongShares>[0]['rules']
  const idAt = (at: number) => kept[at] && idOf(plan, kept[at])
  const shares = wrongShares({ mode: plan.mode, rules })
  if (shares.length > 0) {
    return shares.map(({ at, message }) => ({ id: idAt(at), field: 'targets', message }))
  }
  const body = { ...fieldsOf(routePlanForm, plan), rules, version }
  const save = () => callHandler(request, tx, 'updateRoutePlan', { params: { id }, body })
  const problem = await problemOfPart(tx, save, is_kept)
  if (!problem) return []
  const fields = Object.entries(problem.details.fields ?? {})
  if (fields.length === 0) return [{ field: null, message: problem.message }]
  return fields.map(([path, message]) => {
    const [, at, field] = /^rules\.(\d+)\.(\w+)/.exec(path) ?? []
    return { id: idAt(Number(at ?? -1)), field: field ?? path, message }
  })
}

/** By their plans, with the version that was read. */
function* byPlan<T>(all: readonly T[], thingOf: (one: T) => Thing) {
  for (const [id, ofPlan] of Map.groupBy(all, (one) => planIdOf(thingOf(one).id))) {
    const things = new Map(ofPlan.map((one) => [thingOf(one).id, one]))
    yield { id, version: ofPlan.map(thingOf)[0]?.version, things }
  }
}

/** Leaves out the rules with faults, until the rest can be saved. */
async function saveRules(
  request: BulkRequest,
  tx: Tx,
  changes: readonly PlannedChange[],
  is_kept: boolean,
): Promise<readonly BulkFault[]> {
  const faults: BulkFault[] = []
  for (const { id: plan_id, version, things } of byPlan(changes, ({ thing }) => thing)) {
    const becomes = (rule: Rule) => things.get(`${plan_id}/${rule.id}`)?.body ?? asForm(rule)
    while (things.size > 0) {
      const wrong = await savePlan(request, tx, { id: plan_id, version }, becomes, is_kept)
      const [first] = wrong
      if (!first) break
      const own = wrong.filter(({ id }) => things.has(id ?? ''))
      // A fault elsewhere in the plan is a fault of each of them.
      const all = [...things.keys()].map((id) => ({ ...first, id, field: null }))
      for (const { id = '', field, message } of own.length > 0 ? own : all) {
        const change = things.get(id)
        if (change) faults.push(faultOf(change.thing, field, message))
        things.delete(id)
      }
    }
  }
  return faults
}

async function removeRules(
  request: BulkRequest,
  tx: Tx,
  all: readonly Thing[],
): Promise<readonly BulkFault[]> {
  const faults: BulkFault[] = []
  for (const { id, version, things } of byPlan(all, (thing) => thing)) {
    const becomes = (rule: Rule) => (things.has(`${id}/${rule.id}`) ? undefined : asForm(rule))
    const [wrong] = await savePlan(request, tx, { id, version }, becomes, true)
    if (!wrong) continue
    faults.push(...[...things.values()].map((thing) => faultOf(thing, null, wrong.message)))
  }
  return faults
}

export const planRules: KindOfThings = {
  form: () => routeRuleForm,
  find: findRules,
  list: listRules,
  save: saveRules,
  remove: removeRules,
}
