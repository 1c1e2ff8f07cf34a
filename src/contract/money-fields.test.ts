// Every field of the contract that is money, or by its name has to do with it, needs a right or is
// listed here with the reason why everyone with the permission of its endpoint sees it.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from './all.ts'
import type { Endpoint } from './endpoint.ts'
import { needing, rightOf } from './field-rights.ts'
import * as is from './primitives.ts'

const OF_ACCOUNT = 'what an operator sets for an account, not what its calls cost'
const OF_OWN = 'null for users without the right to the own balance'
const OF_TARIFF = 'tariffs of a hidden kind do not exist, with their rates'
const OF_PAYMENT = 'what was paid, not what a call costs'
const OF_RE_RATING = 're-ratings need both sides: their permission goes with either'
const OF_INVOICE = 'invoices need both sides: their permission goes with either'
const OF_RECONCILIATION = 'reconciliations need both sides: their permission goes with either'
const OF_CHARGE = 'charges of a hidden side are left out as whole rows'
const OF_PLAN = 'a rule of comparison, which says nothing of any cost'
const NO_MONEY = 'no money'

const INVOICES = [
  ...['GET /api/invoices', 'GET /api/invoices/:id', 'GET /api/invoices/:id/lines'],
  ...[
    'POST /api/invoices',
    ...['remake', 'replacement', 'issue', 'sent', 'void', 'payments'].map(
      (change) => `POST /api/invoices/:id/${change}`,
    ),
    'POST /api/invoices/:id/payments/:assignment_id/reversal',
  ],
]

/** By its name wherever it is, or with its only endpoint. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  [OF_ACCOUNT]: [
    'credit_limit',
    'daily_spend_limit',
    'monthly_spend_limit',
    'per_call_cost_limit',
    'retail_daily_spend_limit',
    'low_balance_threshold',
    'vat_percent',
    'commission_percent',
  ],
  [OF_OWN]: [
    ...['balance', 'available', 'max_debt'].map((name) => `GET /api/me ${name}`),
    'GET /api/home charged',
    'GET /api/home/traffic charged',
    'GET /api/home lasts_days',
  ],
  [OF_TARIFF]: [
    'connect_fee',
    'attempt_fee',
    'min_charge',
    'max_charge',
    'surcharge_percent',
    'rate',
    'first_rate',
    'rate_now',
    'previous_rate',
    'five_minutes',
    'GET /api/tariffs/:tid/call-cost net',
    'GET /api/tariffs/:tid/call-cost amount',
    'GET /api/rate-imports/:id/losses costs_count',
    'loss_currency',
    'percent',
    'change_percent',
    'fixed',
    'exchange',
    ...[1, 2, 3, 4, 5, 6].flatMap((slot) => [`rate_${slot}`, `rate_${slot}_currency`]),
  ],
  [OF_PAYMENT]: [
    'POST /api/payments amount',
    'GET /api/payments amount',
    'POST /api/payments/:id/reversal amount',
    'GET /api/ledger amount',
    ...['calls', 'sales', 'packages', 'payments', 'adjustments'].map(
      (part) => `GET /api/reports/payments/statement ${part}`,
    ),
    'POST /api/nettings amount',
    'POST /api/nettings rate',
    'net_amount',
    ...[
      ...['GET /api/payments', 'POST /api/payments', 'POST /api/payments/:id/reversal'],
      'POST /api/nettings',
    ].flatMap((endpoint) =>
      ['balance_before', 'balance_after'].map((name) => `${endpoint} ${name}`),
    ),
    'GET /api/ledger balance_after',
    'GET /api/payments/parties/:id balance',
    'GET /api/payments/parties/:id available',
    ...['statement', 'statements'].flatMap((report) =>
      ['opening', 'closing'].map((name) => `GET /api/reports/payments/${report} ${name}`),
    ),
    'money_in',
    'money_out',
    'paid',
    'reversed',
    'GET /api/payments/totals net',
    'GET /api/reports/payments/groups net',
    'days_30',
    'days_60',
    'days_90',
    'older',
    'debt',
    'fx',
  ],
  [OF_RE_RATING]: [
    'difference',
    'new_amount',
    'old_amount',
    'new_rate',
    'old_rate',
    'new_rate_currency',
    'old_rate_currency',
  ],
  [OF_INVOICE]: [
    'brought_forward',
    'GET /api/invoices/:id/lines rate_currency',
    'GET /api/invoices/:id/calls amount',
    'GET /api/invoices/totals amount',
    'GET /api/invoices/:id/payments amount',
    'GET /api/invoices/:id/assignable-payments amount',
    'unassigned',
    'open_amount',
    'payable',
    ...INVOICES.flatMap((endpoint) =>
      ['net', 'vat', 'amount'].map((name) => `${endpoint} ${name}`),
    ),
  ],
  [OF_CHARGE]: [
    'GET /api/cdr/:call_id amount',
    'GET /api/cdr/:call_id net',
    'GET /api/cdr/:call_id vat',
    'GET /api/cdr/:call_id balance_after',
    'charges',
  ],
  [OF_RECONCILIATION]: [
    'our_amount',
    'their_amount',
    'dispute_amount',
    'amount_tolerance',
    ...[
      'GET /api/reconciliations/:id/rows',
      'GET /api/reconciliations/:id/destinations',
      'GET /api/reconciliations',
      'GET /api/reconciliations/:id',
      'POST /api/settlements/:sid/reconciliations',
      'POST /api/reconciliations/:id/reading',
      'POST /api/reconciliations/:id/comparison',
      'POST /api/reconciliations/:id/stop',
      'PUT /api/reconciliations/:id/dispute',
    ].map((one) => `${one} difference`),
    'PUT /api/reconciliations/:id/dispute amount',
  ],
  [OF_PLAN]: ['rate_delta', 'cost_multiplier'],
  [NO_MONEY]: [
    'seconds_held',
    'amount_decimals',
    'rates_email',
    'rates_count',
    'GET /api/number-rates rate_id',
    'loss_percent',
    'loss_policy',
    'profit_mode',
    'min_asr',
    'max_short_call_ratio',
    'probe_percent',
    'confirm_payments_above',
    'large_percent',
    'past_rate_days',
    'rate_unit',
    'charges_looked_at',
    'hides_prices',
    'hides_costs',
  ],
}

const MONEY_WORDS = [
  ...['rate', 'rates', 'price', 'prices', 'amount', 'cost', 'costs', 'margin', 'profit'],
  ...['revenue', 'income', 'charge', 'charged', 'charges', 'fee', 'balance', 'paid', 'sold'],
  ...['bought', 'spent', 'debt', 'loss', 'owed', 'balances'],
  // What an account has left, and how long that lasts.
  ...['available', 'held', 'lent', 'lasts', 'days_left', 'opening', 'closing'],
]
const MONEY_NAME = new RegExp(`(^|_)(${MONEY_WORDS.join('|')})(_|$)`)

const isDecimal = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe && (schema.in as z.ZodType).meta()?.format === 'decimal'

interface Found {
  readonly name: string
  readonly where: string
  readonly is_decimal: boolean
}

/** The fields without a right, down to the last. */
function openFields(schema: z.core.$ZodType, where: string, name = ''): Found[] {
  if (isDecimal(schema)) return [{ name, where, is_decimal: true }]
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([field, inner]) =>
      rightOf(inner) ? [] : openFields(inner, where, field),
    )
  }
  if (schema instanceof z.ZodArray) return openFields(schema.element, where, name)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return openFields(schema.unwrap(), where, name)
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => openFields(option, where, name))
  }
  return [{ name, where, is_decimal: false }]
}

const fieldsOf = ({ method, path, body, answer }: Endpoint): Found[] =>
  [body, answer].flatMap((schema) => (schema ? openFields(schema, `${method} ${path}`) : []))

const free = new Set(Object.values(FREE).flat())
const isFree = ({ name, where }: Found) => free.has(name) || free.has(`${where} ${name}`)

const undeclared = (endpoints: Iterable<Endpoint>) =>
  [...endpoints]
    .flatMap(fieldsOf)
    .filter((field) => (field.is_decimal || MONEY_NAME.test(field.name)) && !isFree(field))
    .map(({ name, where }) => `${where}: ${name}`)

test('a field that is money needs a right, or is listed as free', () => {
  expect(undeclared(ENDPOINTS.values())).toEqual([])
})

test('a new field of money is found, by its type or by its name', () => {
  const planted: Endpoint = {
    method: 'POST',
    path: '/api/tariffs/planted',
    summary: 'Planted',
    needs: 'tariffs.edit',
    body: z.strictObject({ tip: is.moneyText.nullable(), rate: is.rateText }),
    answer: z.array(
      z.object({ minute_price: z.number(), seen: needing('sale', is.moneyText), name: z.string() }),
    ),
  }
  expect(undeclared([planted])).toEqual([
    'POST /api/tariffs/planted: tip',
    'POST /api/tariffs/planted: minute_price',
  ])
})

test('a new balance is found wherever it is, also as days or within rows', () => {
  const planted: Endpoint = {
    method: 'GET',
    path: '/api/settlements/planted',
    summary: 'Planted',
    needs: 'settlements.view',
    answer: z.object({
      ...{ balance: is.sumText, max_debt: is.moneyText.nullable(), lasts_days: z.number() },
      clients: z.array(z.object({ available: is.sumText.nullable(), held: z.number() })),
      client_balance: needing('sale', is.sumText.nullable()),
      credit_limit: is.moneyText,
    }),
  }
  expect(undeclared([planted]).map((field) => field.split(': ')[1])).toEqual([
    ...['balance', 'max_debt', 'lasts_days', 'available', 'held'],
  ])
})

test('no name is listed that is in no endpoint', () => {
  const all = [...ENDPOINTS.values()].flatMap(fieldsOf)
  const known = new Set(all.flatMap(({ name, where }) => [name, `${where} ${name}`]))
  expect([...free].filter((name) => !known.has(name))).toEqual([])
})
