import { expect, test } from 'vitest'
import { amount, perMinute } from '#test/support/terms.ts'
import { REFUSALS } from './refusal.ts'
import { type TraceStep, type WrittenStep, writeStep } from './trace.ts'

const gateway = {
  step: 'gateway',
  gateway_id: 30,
  gateway: 'one-a',
  rate: perMinute('0.011'),
  prefix: '44',
  cost: amount('0.011'),
  price: amount('0.002'),
} as const

const loss = {
  step: 'loss',
  depth: 1,
  party: 'North',
  seconds: 60,
  cost: amount('0.011'),
  price: amount('0.002'),
} as const

const gatewayFacts = { gateway_id: 30, gateway: 'one-a', prefix: '44' }

test.each<[TraceStep, WrittenStep['result'], string, WrittenStep['facts']]>([
  [
    {
      step: 'caller',
      account_id: 10,
      client: 'Alpha',
      known_by: 'address',
      source: '192.0.2.7:5060',
    },
    'ok',
    '192.0.2.7:5060 is Alpha.',
    { account_id: 10, client: 'Alpha', known_by: 'address', source: '192.0.2.7:5060' },
  ],
  [
    {
      step: 'caller',
      account_id: 10,
      client: 'Alpha',
      known_by: 'name anna',
      source: '192.0.2.7:5060',
    },
    'ok',
    'The telephone anna is Alpha.',
    { account_id: 10, client: 'Alpha', known_by: 'name anna', source: '192.0.2.7:5060' },
  ],
  [
    { step: 'number', dialled_number: '+4420', called_number: '4420', caller_number: '1' },
    'ok',
    '+4420 is called as 4420.',
    { dialled_number: '+4420', called_number: '4420', caller_number: '1' },
  ],
  [
    {
      step: 'rate',
      depth: 0,
      party: 'Alpha',
      prefix: '44',
      destination: 'United Kingdom',
      rate: perMinute('0.0125'),
      currency: 'USD',
      tariff: 'Retail',
    },
    'ok',
    'Alpha pays 0.0125 USD a minute for prefix 44 of Retail.',
    {
      depth: 0,
      party: 'Alpha',
      prefix: '44',
      destination: 'United Kingdom',
      rate: '0.0125',
      currency: 'USD',
      tariff: 'Retail',
    },
  ],
  [
    { step: 'rule', plan: 'World', rule_id: 5, prefix: '', mode: 'LCR', candidates: 2 },
    'ok',
    'World (LCR): 2 targets for prefix (all).',
    { plan: 'World', rule_id: 5, prefix: '', mode: 'LCR', candidates: 2 },
  ],
  [
    { ...loss, policy: 'BLOCK' },
    'refused',
    'North pays 0.011 for a call of 60 seconds and is paid 0.002.',
    { depth: 1, party: 'North', policy: 'BLOCK', seconds: 60, cost: '0.011', price: '0.002' },
  ],
  [
    { ...loss, policy: 'WARN' },
    'info',
    'North pays 0.011 for a call of 60 seconds and is paid 0.002.',
    { depth: 1, party: 'North', policy: 'WARN', seconds: 60, cost: '0.011', price: '0.002' },
  ],
  [
    { step: 'block', plan: 'World', rule_id: 6, prefix: '449', reason: 'Fraud' },
    'refused',
    'World blocks prefix 449: Fraud.',
    { plan: 'World', rule_id: 6, prefix: '449', reason: 'Fraud' },
  ],
  [
    { step: 'block', plan: 'World', rule_id: 6, prefix: '449', reason: '' },
    'refused',
    'World blocks prefix 449.',
    { plan: 'World', rule_id: 6, prefix: '449', reason: '' },
  ],
  [
    { ...gateway, dropped: null },
    'kept',
    'one-a is a candidate.',
    { ...gatewayFacts, dropped: null, rate: '0.011', cost: '0.011', price: '0.002' },
  ],
  [
    { ...gateway, dropped: 'no buy rate', rate: null, cost: null },
    'dropped',
    'one-a is left out: no buy rate.',
    { ...gatewayFacts, dropped: 'no buy rate', rate: null, cost: null, price: '0.002' },
  ],
  [
    { step: 'order', gateways: ['two-a', 'one-a'] },
    'ok',
    'Tried in this order: two-a, one-a.',
    { gateways: 'two-a, one-a' },
  ],
  [
    { step: 'money', granted_seconds: 60, held: amount('0.06'), package_seconds: 0 },
    'ok',
    '0.06 is held back for the first 60 seconds.',
    { granted_seconds: 60, held: '0.06', package_seconds: 0 },
  ],
  [
    { step: 'money', granted_seconds: 60, held: amount('0.01'), package_seconds: 20 },
    'ok',
    '20 seconds of the package and 0.01 are held back for the first 60 seconds.',
    { granted_seconds: 60, held: '0.01', package_seconds: 20 },
  ],
  [
    { step: 'packages', packages: ['London', 'Europe'] },
    'ok',
    'The number is in London, then Europe.',
    { packages: 'London, Europe' },
  ],
  [
    { step: 'refused', refusal: 'NO_PROFIT', party: null },
    'refused',
    REFUSALS.NO_PROFIT.text,
    { refusal: 'NO_PROFIT', party: null },
  ],
])('the step $step is written as a sentence with its facts', (step, result, text, facts) => {
  expect(writeStep(step)).toEqual({ step: step.step, result, text, facts })
})

test('a written step survives JSON, as it is stored', () => {
  const written = writeStep({ ...gateway, dropped: null })
  expect(JSON.parse(JSON.stringify(written))).toStrictEqual(written)
})
