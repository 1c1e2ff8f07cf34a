import { expect, test } from 'vitest'
import { findFirstCallSteps, nextStep, type SetupFacts } from './first-call.ts'

const EMPTY: SetupFacts = {
  sell_tariffs: [],
  buy_tariffs: [],
  settlements: [],
  gateways: [],
  route_plans: [],
  clients: [],
  was_answered: false,
}
const one = { id: 1, name: 'One', is_active: true }
const two = { id: 2, name: 'Two', is_active: true }

const WHOLE: SetupFacts = {
  sell_tariffs: [{ ...one, has_rates: true }],
  buy_tariffs: [{ ...two, has_rates: true }],
  settlements: [{ ...one, tariff_has_rates: true, has_gateway: true }],
  gateways: [{ ...one, is_down: false, is_locked: false, in_plan: true }],
  route_plans: [{ ...one, has_gateway: true }],
  clients: [{ kind: 'WHOLESALE', id: 1, name: 'One', gaps: [] }],
  was_answered: false,
}

const nextOf = (part: Partial<SetupFacts>, of = WHOLE) =>
  nextStep(findFirstCallSteps({ ...of, ...part }))

const stepOf = (name: string, part: Partial<SetupFacts>) =>
  findFirstCallSteps({ ...WHOLE, ...part }).find(({ step }) => step === name)

test('an empty switch begins with the sell tariff, and each step is open', () => {
  const steps = findFirstCallSteps(EMPTY)
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['OPEN']))
  expect(nextStep(steps)).toBe('sell_tariff')
})

test('the next step is the first of which nothing counts', () => {
  expect(nextOf({ sell_tariffs: [{ ...one, has_rates: false }] })).toBe('sell_tariff')
  expect(nextOf({ buy_tariffs: [] })).toBe('buy_tariff')
  const settlement = { ...one, tariff_has_rates: false, has_gateway: true }
  expect(nextOf({ settlements: [settlement] })).toBe('settlement')
  const gateway = { ...one, is_down: true, is_locked: false, in_plan: true }
  expect(nextOf({ gateways: [gateway] })).toBe('gateway')
  expect(nextOf({ route_plans: [{ ...one, has_gateway: false }] })).toBe('route_plan')
})

test('gaps of a client are in the step that closes them', () => {
  const withGaps = (...gaps: SetupFacts['clients'][number]['gaps'][number][]) =>
    nextOf({ clients: [{ kind: 'RETAIL', id: 1, name: 'One', gaps }] })
  expect(withGaps('NO_ROUTE_PLAN', 'NO_SIP_USER')).toBe('client')
  expect(withGaps('NO_SIP_USER', 'NO_FUNDS')).toBe('source')
  expect(withGaps('BANNED')).toBe('source')
  expect(withGaps('NO_FUNDS')).toBe('funds')
})

test('with a client that has everything the call is next, until one was answered', () => {
  expect(nextOf({})).toBe('call')
  expect(nextOf({ was_answered: true })).toBeNull()
})

test('two clients that each lack something else are not a client that can call', () => {
  const [first] = WHOLE.clients
  const clients = [
    { ...first!, gaps: ['NO_FUNDS'] as const },
    { ...first!, id: 2, gaps: ['NO_ADDRESS'] as const },
  ]
  expect(nextOf({ clients })).toBe('source')
})

test('a carrier without a gateway and a gateway without a plan are named in their steps', () => {
  const settlements = [...WHOLE.settlements, { ...two, tariff_has_rates: true, has_gateway: false }]
  expect(stepOf('gateway', { settlements })).toMatchObject({
    state: 'PARTLY',
    things: [
      { kind: 'gateway', gap: null },
      { kind: 'settlement', gap: 'WITHOUT_GATEWAY' },
    ],
  })
  const spare = { ...two, is_down: false, is_locked: false, in_plan: false }
  expect(stepOf('route_plan', { gateways: [...WHOLE.gateways, spare] })).toMatchObject({
    state: 'PARTLY',
    things: [
      { kind: 'route_plan', gap: null },
      { kind: 'gateway', name: 'Two', gap: 'IN_NO_PLAN' },
    ],
  })
})

test('a carrier that answers no OPTIONS does not block the steps after it', () => {
  const gateways = [{ ...WHOLE.gateways[0]!, is_down: true }]
  const clients = [{ ...WHOLE.clients[0]!, gaps: ['GATEWAYS_DOWN', 'NO_ADDRESS'] as const }]
  expect(nextOf({ gateways, clients })).toBe('source')
  expect(nextOf({ gateways, clients: [] })).toBe('client')
  const waiting = [{ ...WHOLE.clients[0]!, gaps: ['GATEWAYS_DOWN'] as const }]
  expect(nextOf({ gateways, clients: waiting })).toBe('gateway')
})
