// Makes the test line a carrier like any other, with a price and a route.

import { settlementForm } from '#contract/accounts/settlements.ts'
import {
  NEW_GATEWAY,
  NEW_PLAN,
  NEW_RATE,
  NEW_SETTLEMENT,
  NEW_TARIFF,
  newRule,
} from '#contract/blank-forms.ts'
import { newTarget } from '#contract/bulk-changes/change-targets.ts'
import { gatewayForm } from '#contract/routing/gateways.ts'
import { routePlanForm, routeRuleForm, routeTargetForm } from '#contract/routing/route-plans.ts'
import { tariffRateForm } from '#contract/tariffs/tariff-rates.ts'
import { tariffForm } from '#contract/tariffs/tariffs.ts'
import type { SetupFacts } from '#core/account/first-call.ts'
import { pick } from '#core/pick.ts'
import { TEST_LINE_ADDRESS, TEST_LINE_PREFIX, TEST_NUMBERS } from '#core/test-line.ts'
import { readSetup } from '#db/accounts/first-call.ts'
import type { Tx } from '#db/database.ts'
import { findReplacedRate } from '#db/tariffs/tariff-rates.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { toInstant } from '../http/app-context.ts'
import { callHandler, type HandlerRequest } from '../http/call-handler.ts'

const NAME = 'Test line'
/** Per minute: enough to see that a call is charged. */
const SELL_RATE = '0.01'

interface Created {
  readonly id: number
}

export async function setUpTestLine(
  request: HandlerRequest,
  tx: Tx,
): Promise<{ gateway_id: number }> {
  const create = async (endpoint: string, body: object) =>
    (await callHandler(request, tx, endpoint, { body })) as Created
  const addTariff = (kind: 'BUY' | 'SELL', name: string) =>
    create('createTariff', tariffForm.parse({ ...SECONDS, name, kind }))
  const { facts } = await readSetup(tx, request.caller.scope)

  const buy = await addTariff('BUY', NAME)
  await addRate(request, tx, buy.id, '0')
  const account = { ...NEW_SETTLEMENT, name: NAME, tariff_id: buy.id }
  const settlement = await create('createSettlement', settlementForm.parse(account))
  const gateway = await create(
    'createGateway',
    gatewayForm.parse({
      ...NEW_GATEWAY,
      name: NAME,
      settlement_id: settlement.id,
      host: TEST_LINE_ADDRESS,
      port: request.test_line_port,
      dst_prefixes: Object.values(TEST_NUMBERS),
    }),
  )
  const sell =
    (await findSellTariff(request, tx, facts)) ?? (await addTariff('SELL', `${NAME} sale`)).id
  await addRate(request, tx, sell, SELL_RATE)
  await addRoute(request, tx, facts, gateway.id)
  return { gateway_id: gateway.id }
}

const SECONDS = { ...NEW_TARIFF, first_increment: 1, next_increment: 1 }

/** The newest that has rates of its own. */
async function findSellTariff(
  { caller }: HandlerRequest,
  tx: Tx,
  { sell_tariffs }: SetupFacts,
): Promise<number | undefined> {
  for (const { id, is_active } of sell_tariffs) {
    const tariff = is_active ? await findTariff(tx, caller.scope, id) : undefined
    if (tariff?.markup_state === null) return id
  }
  return undefined
}

async function addRate(request: HandlerRequest, tx: Tx, tid: number, rate: string): Promise<void> {
  const at = toInstant(request.clock.now_ms())
  const asked = { prefix: TEST_LINE_PREFIX, window_id: null, at, but_id: null }
  if (await findReplacedRate(tx, tid, asked)) return
  const values = { ...NEW_RATE, prefix: TEST_LINE_PREFIX, destination: NAME, rate }
  const body = tariffRateForm.parse(values)
  await callHandler(request, tx, 'createTariffRate', { params: { tid }, body })
}

/** In the newest plan, or in a new one. */
async function addRoute(
  request: HandlerRequest,
  tx: Tx,
  { route_plans }: SetupFacts,
  gateway_id: number,
): Promise<void> {
  const target = newTarget({ gateway_id, gateway_group_id: null }, 100)
  const rule = routeRuleForm.parse({ ...newRule(TEST_LINE_PREFIX), targets: [target] })
  const id = route_plans.find(({ is_active }) => is_active)?.id
  if (id === undefined) {
    const body = { ...routePlanForm.parse({ ...NEW_PLAN, name: NAME }), rules: [rule] }
    await callHandler(request, tx, 'createRoutePlan', { body })
    return
  }
  const found = (await callHandler(request, tx, 'getRoutePlan', { params: { id } })) as Plan
  const rules = found.rules.map((one) => ({
    ...pick(one, namesOf(routeRuleForm)),
    targets: one.targets.map((saved) => pick(saved, namesOf(routeTargetForm))),
  }))
  const plan = { ...pick(found, namesOf(routePlanForm)), version: found.version }
  const body = { ...plan, rules: [...rules, rule] }
  await callHandler(request, tx, 'updateRoutePlan', { params: { id }, body })
}

type Plan = Readonly<Record<string, unknown>> & {
  readonly version: number
  readonly rules: readonly (Readonly<Record<string, unknown>> & {
    readonly targets: readonly Readonly<Record<string, unknown>>[]
  })[]
}

const namesOf = (form: { readonly shape: object }): string[] => Object.keys(form.shape)
