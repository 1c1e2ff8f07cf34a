// Why a bulk change cannot make a rate what it should be, in SQL.
import { RATE_MAX } from '#core/money.ts'
import {
  changeLimitsOf,
  RATE_CHANGE_FIELDS,
  type RateChangeField,
  rateFieldName,
  UNIT_DECIMALS,
} from '#core/rate-import/rate-change.ts'

/** The new values by column, as expressions. */
export type ChangedColumns = ReadonlyMap<string, string>

const decimalsOf = (field: RateChangeField): number => UNIT_DECIMALS[RATE_CHANGE_FIELDS[field]] ?? 0

/** A value as its form shows it; a product is exact, where a quotient may be rounded. */
export function inWords(field: RateChangeField, value: string): string {
  switch (RATE_CHANGE_FIELDS[field]) {
    case 'instant':
      return `coalesce(to_char(${value}, 'YYYY-MM-DD HH24:MI "UTC"'), 'no end')`
    case 'flag':
      return `case when ${value} then 'yes' else 'no' end`
    case 'text':
      return `coalesce(nullif(${value}, ''), 'empty')`
    default:
      return `coalesce(trim_scale((${value})::numeric * 1e-${decimalsOf(field)})::text, 'empty')`
  }
}

interface Fault {
  /** All of them are expressions over the computed rate `c`. */
  readonly when: string
  readonly name: string
  readonly value: string
  readonly reason: string
}

function limitFault(field: RateChangeField): Fault[] {
  const limits = changeLimitsOf(field)
  if (!limits) return []
  const [least, most] = limits.map((limit) => limit / 10 ** decimalsOf(field))
  return [
    {
      when: `c.new_${field} not between ${limits[0]} and ${limits[1]}`,
      name: `'${rateFieldName(field)}'`,
      value: inWords(field, `c.new_${field}`),
      reason: `'From ${least} to ${most}.'`,
    },
  ]
}

/** The first that holds counts. */
export function faultsOf(columns: ChangedColumns): readonly Fault[] {
  const newest = (field: RateChangeField) => (columns.has(field) ? `c.new_${field}` : `c.${field}`)
  const steps: Fault = {
    when: `c.steps <> '[]' and exists (select from jsonb_array_elements(c.new_steps) step
      where (step->>'rate')::numeric not between 0 and ${RATE_MAX})`,
    name: "'Tiers'",
    value: "''",
    reason: "'The rate of a tier would be below 0 or above 1000000.'",
  }
  return [
    ...[...columns.keys()].flatMap((field) => limitFault(field as RateChangeField)),
    ...(columns.has('steps') ? [steps] : []),
    {
      when: `${newest('min_charge')} > ${newest('max_charge')}`,
      name: "'Min charge'",
      value: inWords('min_charge', newest('min_charge')),
      reason: "'Must not be above the maximum charge.'",
    },
    {
      when: `c.reverse_billing and ${newest('attempt_fee')} > 0`,
      name: "'Attempt fee'",
      value: inWords('attempt_fee', newest('attempt_fee')),
      reason: "'Not with reverse billing: unanswered calls would be credited.'",
    },
    {
      when: `${newest('effective_until')} <= c.at`,
      name: "'Effective until'",
      value: inWords('effective_until', newest('effective_until')),
      reason: "'Ends before it takes effect.'",
    },
  ]
}
