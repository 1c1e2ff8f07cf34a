// The chain from nothing to a first call, as it is now: what each step has already, and what is
// there but still lacks something. Nothing of it is stored, so steps can be done in any order.
import { READINESS_GAPS, type ReadinessGap, type ReadinessItem } from './client-readiness.ts'

/** In the order in which each needs those before it. */
export const FIRST_CALL_STEPS = [
  'sell_tariff',
  'buy_tariff',
  'settlement',
  'gateway',
  'route_plan',
  'client',
  'source',
  'funds',
  'call',
] as const
export type FirstCallStepName = (typeof FIRST_CALL_STEPS)[number]

/** Why something does not count yet; gaps of clients are those of their readiness. */
export const SETUP_GAPS = [
  'BLOCKED',
  'WITHOUT_RATES',
  'TARIFF_WITHOUT_RATES',
  'WITHOUT_GATEWAY',
  'DOWN',
  'LOCKED',
  'IN_NO_PLAN',
  'WITHOUT_USABLE_GATEWAY',
] as const
export type SetupGap = (typeof SETUP_GAPS)[number] | ReadinessGap

export const SETUP_KINDS = [
  'tariff',
  'settlement',
  'gateway',
  'route_plan',
  'wholesale_client',
  'retail_client',
] as const

export interface SetupThing {
  readonly kind: (typeof SETUP_KINDS)[number]
  readonly id: number
  readonly name: string
  /** Null for what counts. */
  readonly gap: SetupGap | null
}

export interface FirstCallStep {
  readonly step: FirstCallStepName
  /** PARTLY: something counts, something else lacks something. */
  readonly state: 'DONE' | 'PARTLY' | 'OPEN'
  readonly things: SetupThing[]
}

interface Named {
  readonly id: number
  readonly name: string
  readonly is_active: boolean
}

export interface SetupTariff extends Named {
  readonly has_rates: boolean
}

export interface SetupFacts {
  readonly sell_tariffs: readonly SetupTariff[]
  readonly buy_tariffs: readonly SetupTariff[]
  readonly settlements: readonly (Named & {
    readonly tariff_has_rates: boolean
    readonly has_gateway: boolean
  })[]
  readonly gateways: readonly (Named & {
    readonly is_down: boolean
    readonly is_locked: boolean
    readonly in_plan: boolean
  })[]
  readonly route_plans: readonly (Named & { readonly has_gateway: boolean })[]
  readonly clients: readonly {
    readonly kind: 'WHOLESALE' | 'RETAIL'
    readonly id: number
    readonly name: string
    readonly gaps: readonly ReadinessGap[]
  }[]
  /** Whether a call was ever answered. */
  readonly was_answered: boolean
}

const tariffThings = (tariffs: readonly SetupTariff[]): SetupThing[] =>
  tariffs.map(({ id, name, is_active, has_rates }) => ({
    kind: 'tariff',
    id,
    name,
    gap: is_active ? (has_rates ? null : 'WITHOUT_RATES') : 'BLOCKED',
  }))

function settlementGap(one: SetupFacts['settlements'][number]): SetupGap | null {
  if (!one.is_active) return 'BLOCKED'
  return one.tariff_has_rates ? null : 'TARIFF_WITHOUT_RATES'
}

function gatewayGap(one: SetupFacts['gateways'][number]): SetupGap | null {
  if (!one.is_active) return 'BLOCKED'
  if (one.is_locked) return 'LOCKED'
  return one.is_down ? 'DOWN' : null
}

function planGap(one: SetupFacts['route_plans'][number]): SetupGap | null {
  if (!one.is_active) return 'BLOCKED'
  return one.has_gateway ? null : 'WITHOUT_USABLE_GATEWAY'
}

const CLIENT_ITEMS: Readonly<Record<'client' | 'source' | 'funds', readonly ReadinessItem[]>> = {
  client: ['account', 'tariff', 'route_plan', 'resellers'],
  source: ['source', 'bans'],
  funds: ['funds'],
}

/** The clients by what this step looks after. */
const clientThings = ({ clients }: SetupFacts, items: readonly ReadinessItem[]): SetupThing[] =>
  clients.map(({ kind, id, name, gaps }) => ({
    kind: kind === 'WHOLESALE' ? 'wholesale_client' : 'retail_client',
    id,
    name,
    gap: gaps.find((gap) => items.includes(READINESS_GAPS[gap])) ?? null,
  }))

function stepOf(step: FirstCallStepName, things: SetupThing[]): FirstCallStep {
  const done = things.filter(({ gap }) => gap === null).length
  const is_done = done === things.length && done > 0
  return { step, state: is_done ? 'DONE' : done > 0 ? 'PARTLY' : 'OPEN', things }
}

export function findFirstCallSteps(facts: SetupFacts): FirstCallStep[] {
  const { settlements, gateways, route_plans } = facts
  const without_gateway = settlements.filter(({ has_gateway }) => !has_gateway)
  const unused = gateways.filter((one) => gatewayGap(one) === null && !one.in_plan)
  const ready = clientThings(facts, Object.values(CLIENT_ITEMS).flat())
  return [
    stepOf('sell_tariff', tariffThings(facts.sell_tariffs)),
    stepOf('buy_tariff', tariffThings(facts.buy_tariffs)),
    stepOf(
      'settlement',
      settlements.map((one) => thingOf('settlement', one, settlementGap(one))),
    ),
    stepOf('gateway', [
      ...gateways.map((one) => thingOf('gateway', one, gatewayGap(one))),
      ...without_gateway.map((one) => thingOf('settlement', one, 'WITHOUT_GATEWAY')),
    ]),
    stepOf('route_plan', [
      ...route_plans.map((one) => thingOf('route_plan', one, planGap(one))),
      ...unused.map((one) => thingOf('gateway', one, 'IN_NO_PLAN')),
    ]),
    stepOf('client', clientThings(facts, CLIENT_ITEMS.client)),
    stepOf('source', clientThings(facts, CLIENT_ITEMS.source)),
    stepOf('funds', clientThings(facts, CLIENT_ITEMS.funds)),
    {
      step: 'call',
      state: facts.was_answered ? 'DONE' : 'OPEN',
      things: ready.filter(({ gap }) => gap === null),
    },
  ]
}

const thingOf = (
  kind: SetupThing['kind'],
  { id, name }: Named,
  gap: SetupGap | null,
): SetupThing => ({ kind, id, name, gap })

/** A carrier that does not answer OPTIONS yet is no reason to wait with the other steps. */
const WAITS: readonly (SetupGap | null)[] = ['DOWN', 'GATEWAYS_DOWN']

/** All that the step lacks is an answer to OPTIONS. */
const isWaiting = ({ things }: FirstCallStep): boolean =>
  things.some(({ gap }) => WAITS.includes(gap))

/**
 * The first step of which nothing counts, at the end those that wait for a carrier; then, while no
 * client has everything, the first with something that lacks something. Null after the first
 * answered call.
 */
export function nextStep(steps: readonly FirstCallStep[]): FirstCallStepName | null {
  const call = steps.find(({ step }) => step === 'call')
  if (call?.state === 'DONE') return null
  const open = steps.filter(({ step, state }) => step !== 'call' && state === 'OPEN')
  const first = open.find((one) => !isWaiting(one)) ?? open[0]
  if (first) return first.step
  if (call && call.things.length > 0) return 'call'
  return steps.find(({ state }) => state === 'PARTLY')?.step ?? 'call'
}
