import { expect, test } from 'vitest'
import { amount, perMinute, share } from '#test/support/terms.ts'
import { NO_MONEY } from '../money.ts'
import { REFUSALS } from '../routing/refusal.ts'
import type { CostMultiplier, RoutePlanMode } from '../routing/route-plan.ts'
import type { DescribedStep, LoggedStep, Ranked } from '../routing/trace.ts'
import { describeStep } from './describe-step.ts'
import { orderFacts, orderText } from './order-labels.ts'

const gateway = {
  step: 'GATEWAY',
  gateway_id: 30,
  gateway: 'one-a',
  rate: perMinute('0.011'),
  rate_currency: 'EUR',
  prefix: '44',
  cost: amount('0.011'),
  price: amount('0.002'),
} as const

const candidate: Ranked = {
  target: { cost_multiplier: 12_500 as CostMultiplier },
  target_id: 61,
  position: 2,
  priority: 100,
  member_priority: 0,
  weight: 100,
  percent: 70,
  is_static: false,
  cost: amount('0.01375'),
  quality: null,
  is_deprioritised: false,
  last_resort: false,
}

const numbers = {
  called_number: '4420',
  caller_number: '1',
  caller_name: '',
  pai: '',
  diversion: '',
}

const loss = {
  step: 'LOSS',
  depth: 1,
  party: 'North',
  seconds: 60,
  cost: amount('0.011'),
  price: amount('0.002'),
} as const

const RESERVATION = { step: 'RESERVATION', granted_seconds: 60, currency: 'EUR' } as const
const CALLER = {
  step: 'CALLER',
  account_id: 10,
  client: 'Alpha',
  source: '192.0.2.7:5060',
} as const

/** The facts are the fields of the step, but for those that are written in another way. */
test.each<[LoggedStep, DescribedStep['result'], string, Readonly<Record<string, unknown>>]>([
  [{ ...CALLER, known_by: 'ADDRESS', username: null }, 'OK', '192.0.2.7:5060 is Alpha.', {}],
  [{ ...CALLER, known_by: 'PASSWORD', username: 'anna' }, 'OK', 'SIP user anna is Alpha.', {}],
  [
    { step: 'NUMBER', dialled_number: '+4420', called_number: '4420', caller_number: '1' },
    'OK',
    'Normalised called number: +4420 → 4420.',
    {},
  ],
  [
    {
      ...{ step: 'RATE', depth: 0, party: 'Alpha', prefix: '44', destination: 'United Kingdom' },
      ...{ rate: perMinute('0.0125'), currency: 'USD', tariff: 'Retail' },
    },
    'OK',
    'Alpha pays 0.0125 USD per minute for prefix 44 of Retail.',
    { rate: '0.0125' },
  ],
  [
    { step: 'RULE', plan: 'World', rule_id: 5, prefix: '', mode: 'LCR', candidates: 2 },
    'OK',
    'World (least cost): 2 targets for prefix (all).',
    {},
  ],
  [
    { ...loss, policy: 'BLOCK' },
    'REFUSED',
    'North pays 0.011 USD for a call of 60 seconds and gets 0.002 USD.',
    { cost: '0.011', price: '0.002' },
  ],
  [
    { ...loss, policy: 'WARN' },
    'INFO',
    'North pays 0.011 USD for a call of 60 seconds and gets 0.002 USD.',
    { cost: '0.011', price: '0.002' },
  ],
  [
    { step: 'BLOCKED', plan: 'World', rule_id: 6, prefix: '449', reason: 'Fraud' },
    'REFUSED',
    'World blocks prefix 449: Fraud.',
    {},
  ],
  [
    { step: 'BLOCKED', plan: 'World', rule_id: 6, prefix: '449', reason: '' },
    'REFUSED',
    'World blocks prefix 449.',
    {},
  ],
  [
    { ...gateway, exclusion: null, ordered_by: [{ code: 'POSITION', value: 2 }] },
    'ELIGIBLE',
    'one-a is eligible.',
    { rate: '0.011', cost: '0.011', price: '0.002', ordered_by: 'position 2' },
  ],
  [
    {
      ...{ ...gateway, exclusion: 'NO_BUY_RATE', rate: null, rate_currency: null },
      ...{ cost: null, ordered_by: null },
    },
    'EXCLUDED',
    'one-a is excluded: no buy rate.',
    { price: '0.002' },
  ],
  [
    { step: 'LIMIT', kind: 'GATEWAY', id: 1, name: 'one-a', limit: 'CHANNELS', count: 5, most: 5 },
    'EXCLUDED',
    'The gateway one-a has 5 of 5 calls now.',
    {},
  ],
  [
    { step: 'LIMIT', kind: 'CLIENT_IP', id: 1, name: '', limit: 'CPS', count: 3, most: 2 },
    'EXCLUDED',
    'The IP entry has 3 of 2 calls per second.',
    {},
  ],
  [
    {
      ...{ step: 'TRANSLATION', name: 'To E.164', field: 'caller_number' },
      ...{ before: '030123', after: '4930123' },
    },
    'INFO',
    'To E.164: caller number 030123 → 4930123.',
    {},
  ],
  [
    { step: 'SKIPPED', gateway: 'one-a', reason: 'MAX_ATTEMPTS' },
    'EXCLUDED',
    'one-a is not tried: max attempts reached.',
    {},
  ],
  [
    {
      ...{ step: 'SENT', gateway: 'one-a', before: numbers },
      after: { ...numbers, called_number: '020', caller_number: '' },
    },
    'INFO',
    'one-a is sent called number 4420 → 020, caller number 1 → .',
    { before: undefined, after: undefined, called_number: '4420 → 020', caller_number: '1 → ' },
  ],
  [{ step: 'NO_RULE', plan: 'World' }, 'INFO', 'World has no matching rule.', {}],
  [{ step: 'NO_RULE', plan: null }, 'INFO', 'The client has no route plan.', {}],
  [
    {
      ...{ step: 'PAYER', depth: 0, party: 'Alpha', currency: 'EUR' },
      ...{ free: amount('0.03'), held: amount('0.03'), is_limit: true },
    },
    'OK',
    'Alpha has 0.03 EUR available: 0.03 EUR is reserved, the limit for the call duration.',
    { free: '0.03', held: '0.03' },
  ],
  [
    {
      ...{ step: 'PAYER', depth: -1, party: 'one-a', currency: 'USD' },
      ...{ free: null, held: NO_MONEY, is_limit: false },
    },
    'OK',
    'one-a has no limit: 0 USD is reserved.',
    { held: '0' },
  ],
  [
    { step: 'REFUSED', refusal: 'NO_ROUTE', party: null, exclusion: 'NO_BUY_RATE' },
    'REFUSED',
    `${REFUSALS.NO_ROUTE.text} (no buy rate)`,
    {},
  ],
  [
    { step: 'ORDER', gateways: ['two-a', 'one-a'] },
    'OK',
    'Tried in this order: two-a, one-a.',
    { gateways: 'two-a, one-a' },
  ],
  [
    { ...RESERVATION, held: amount('0.06'), package_seconds: 0 },
    'OK',
    '0.06 EUR is reserved for the first 60 seconds.',
    { held: '0.06' },
  ],
  [
    { ...RESERVATION, held: amount('0.01'), package_seconds: 20 },
    'OK',
    '20 seconds from the package and 0.01 EUR are reserved for the first 60 seconds.',
    { held: '0.01' },
  ],
  [
    { step: 'PACKAGES', packages: ['London', 'Europe'] },
    'OK',
    'The number is in London, then Europe.',
    { packages: 'London, Europe' },
  ],
  [{ step: 'REFUSED', refusal: 'NO_PROFIT', party: null }, 'REFUSED', REFUSALS.NO_PROFIT.text, {}],
])(
  'the step $step comes out of the store as a sentence with its facts',
  (logged, result, text, written) => {
    const { step, ...fields } = logged
    const facts = { ...fields, ...written }
    const stored = JSON.parse(JSON.stringify(logged))
    expect(describeStep(stored, 'USD')).toEqual({ step, result, text, facts })
  },
)

test('a log of an earlier version, without currencies, is read all the same', () => {
  const stored = { step: 'RESERVATION', granted_seconds: 60, held: 60_000, package_seconds: 0 }
  const { text } = describeStep(stored as unknown as LoggedStep, 'USD')
  expect(text).toBe('0.06 is reserved for the first 60 seconds.')
})

const good = {
  calls: 40,
  asr: share('40'),
  acd_seconds: 90,
  pdd_ms: 2500,
  short_call_ratio: null,
}

test.each<[RoutePlanMode, Partial<Ranked>, string]>([
  ['LCR', {}, 'cost 0.01375, cost multiplier 1.25, priority 100, weight 100'],
  ['ORDERED', {}, 'position 2'],
  ['ORDERED', { last_resort: true }, 'last resort, position 2'],
  ['PERCENT', { is_deprioritised: true }, 'tried last for quality, share 70 %'],
  ['STATIC_THEN_LCR', { is_static: true }, 'static, priority 100, weight 100'],
  ['STATIC_THEN_LCR', {}, 'cost 0.01375, cost multiplier 1.25, priority 100, weight 100'],
  ['QUALITY', {}, 'no quality data yet, priority 100, weight 100'],
  [
    'LCR_QUALITY',
    { quality: good, member_priority: 5 },
    'score 0.023375, cost 0.01375, cost multiplier 1.25, ASR 40 %, ACD 90 s, PDD 2500 ms, ' +
      'priority 100, member priority 5, weight 100',
  ],
])('%s says by what a gateway got its place: %j', (mode, change, text) => {
  const stored = JSON.parse(JSON.stringify(orderFacts(mode, { ...candidate, ...change })))
  expect(orderText(stored)).toBe(text)
})
