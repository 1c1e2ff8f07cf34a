// The words of the steps to a first call, and where each is done.
import type { FirstCall } from '#contract/first-call/first-call.ts'
import type { FirstCallStepName, SetupGap } from '#core/account/first-call.ts'
import type { Permission } from '#core/permission/permission.ts'
import { GAP_LABELS } from '../fields/readiness-labels.ts'
import { NEXT } from '../forms/FormPage.tsx'
import { paths } from '../navigation/paths.ts'
import { HEALTH } from '../ui/form/fold.ts'

type Step = FirstCall['steps'][number]
export type Thing = Step['things'][number]

interface StepText {
  readonly title: string
  readonly help: string
}

export const STEP_TEXTS: Readonly<Record<FirstCallStepName, StepText>> = {
  sell_tariff: {
    title: 'Sell tariff',
    help: 'What clients pay: a tariff, and its rates typed in or imported from a file.',
  },
  buy_tariff: {
    title: 'Buy tariff',
    help: 'What the carrier asks for: a tariff with the rates of its rate sheet.',
  },
  settlement: {
    title: 'Settlement account',
    help: 'The account of a carrier, with its buy tariff. A portal login is not needed.',
  },
  gateway: {
    title: 'Gateway',
    help: 'The SIP address of the carrier. A carrier may have several gateways.',
  },
  route_plan: {
    title: 'Route plan',
    help: 'Which gateways take which numbers. A rule with an empty prefix takes all.',
  },
  client: {
    title: 'Client',
    help: 'Wholesale clients call from IP addresses, retail clients register phones.',
  },
  source: {
    title: 'Address or SIP user',
    help: 'Where the calls of the client come from.',
  },
  funds: {
    title: 'Recharge',
    help: 'A prepaid client needs a balance, a postpaid one a credit limit.',
  },
  call: {
    title: 'Test call',
    help: 'Test the route of a number, then make the call.',
  },
}

const SETUP_LABELS: Readonly<Record<Exclude<SetupGap, keyof typeof GAP_LABELS>, string>> = {
  BLOCKED: 'not active',
  WITHOUT_RATES: 'no rates',
  TARIFF_WITHOUT_RATES: 'buy tariff without rates',
  WITHOUT_GATEWAY: 'no gateway',
  DOWN: 'answers no OPTIONS: switch its ping off or ask the carrier',
  LOCKED: 'locked',
  IN_NO_PLAN: 'in no route plan',
  WITHOUT_USABLE_GATEWAY: 'no usable gateway',
}

export const gapLabel = (gap: SetupGap): string =>
  gap in SETUP_LABELS
    ? SETUP_LABELS[gap as keyof typeof SETUP_LABELS]
    : GAP_LABELS[gap as keyof typeof GAP_LABELS]

/** Where a link of the console leads. */
interface Target {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly hash?: string
}

/** Where something is looked at, and where its gap is closed. */
export function targetOf({ kind, id, gap }: Thing): Target {
  const { admin } = paths
  switch (kind) {
    case 'tariff':
      return { to: gap === 'BLOCKED' ? admin.tariffs.edit(id) : admin.tariffRates(id).list }
    case 'settlement':
      return gap === 'WITHOUT_GATEWAY'
        ? { to: admin.gateways.add, search: { settlement_id: String(id) } }
        : { to: admin.settlements.edit(id) }
    case 'gateway':
      if (gap === 'IN_NO_PLAN') return { to: admin.routePlans.list }
      return { to: admin.gateways.edit(id), ...(gap === 'DOWN' && { hash: HEALTH }) }
    case 'route_plan':
      return { to: admin.routePlans.edit(id) }
    case 'wholesale_client':
      return { to: admin.wholesaleClients.edit(id), ...below(gap) }
    case 'retail_client':
      return { to: admin.retailClients.edit(id), ...below(gap) }
  }
}

/** Addresses and SIP users are below the form of the client. */
const below = (gap: Thing['gap']) =>
  gap === 'NO_ADDRESS' || gap === 'NO_SIP_USER' ? { hash: NEXT } : {}

export interface Offer extends Target {
  readonly label: string
  /** The missing thing, where the label does not say it. */
  readonly why?: string
  readonly needs: Permission
}

/** The things that a step offers to add, filled in with the things of the steps before it. */
const ADD: Readonly<Record<FirstCallStepName, (steps: FirstCall['steps']) => readonly Offer[]>> = {
  sell_tariff: () => [tariffOffer('Add sell tariff', 'SELL')],
  buy_tariff: () => [tariffOffer('Add buy tariff', 'BUY')],
  settlement: (steps) => [
    {
      label: 'Add settlement account',
      to: paths.admin.settlements.add,
      search: presetOf(steps, { tariff_id: 'buy_tariff' }),
      needs: 'settlements.create',
    },
  ],
  gateway: (steps) => [
    {
      label: 'Add gateway',
      to: paths.admin.gateways.add,
      search: presetOf(steps, { settlement_id: 'settlement' }),
      needs: 'gateways.create',
    },
  ],
  route_plan: () => [
    { label: 'Add route plan', to: paths.admin.routePlans.add, needs: 'route_plans.create' },
  ],
  client: (steps) => {
    const search = presetOf(steps, { tariff_id: 'sell_tariff', route_plan_id: 'route_plan' })
    const { wholesaleClients, retailClients } = paths.admin
    return [
      {
        label: 'Add wholesale client',
        to: wholesaleClients.add,
        search,
        needs: 'wholesale_clients.create',
      },
      {
        label: 'Add retail client',
        to: retailClients.add,
        search,
        needs: 'retail_clients.create',
      },
    ]
  },
  source: () => [],
  funds: () => [],
  call: () => [{ label: 'Test call', to: paths.admin.firstCall, needs: 'route_plans.view' }],
}

const tariffOffer = (label: string, kind: 'SELL' | 'BUY'): Offer => ({
  label,
  to: paths.admin.tariffs.add,
  search: { kind },
  needs: 'tariffs.create',
})

/** The ids of the newest things that count, by the fields that refer to them. */
function presetOf(
  steps: FirstCall['steps'],
  fields: Readonly<Record<string, FirstCallStepName>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, name]) => {
      const things = steps.find(({ step }) => step === name)?.things ?? []
      const found = things.find(({ gap }) => gap === null)
      return found ? [[field, String(found.id)]] : []
    }),
  )
}

const EDIT: Readonly<Record<Thing['kind'], Permission>> = {
  tariff: 'tariffs.edit',
  settlement: 'settlements.edit',
  gateway: 'gateways.edit',
  route_plan: 'route_plans.edit',
  wholesale_client: 'wholesale_clients.edit',
  retail_client: 'retail_clients.edit',
}

const MEND: Partial<Readonly<Record<SetupGap, (name: string) => string>>> = {
  WITHOUT_RATES: (name) => `Add rates to ${name}`,
  TARIFF_WITHOUT_RATES: (name) => `Open ${name}`,
  WITHOUT_GATEWAY: (name) => `Add gateway of ${name}`,
  DOWN: (name) => `Open the ping of ${name}`,
  NO_ADDRESS: (name) => `Add address of ${name}`,
  NO_SIP_USER: (name) => `Add SIP user of ${name}`,
  NO_FUNDS: (name) => `Recharge ${name}`,
}

/** The ways on in a step, the best first: closing the gap of the newest, then adding another. */
export function offersOf(steps: FirstCall['steps'], name: FirstCallStepName): Offer[] {
  const things = steps.find(({ step }) => step === name)?.things ?? []
  const hasDone = things.some(({ gap }) => gap === null)
  const lacking = things.find(({ gap }) => gap !== null && gap !== 'IN_NO_PLAN')
  const mend: Offer[] = lacking?.gap
    ? [
        {
          label: MEND[lacking.gap]?.(lacking.name) ?? `Open ${lacking.name}`,
          why: MEND[lacking.gap] && lacking.gap !== 'DOWN' ? '' : gapLabel(lacking.gap),
          ...targetOf(lacking),
          needs: EDIT[lacking.kind],
        },
      ]
    : []
  return hasDone && name !== 'call'
    ? [...ADD[name](steps), ...mend]
    : [...mend, ...ADD[name](steps)]
}
