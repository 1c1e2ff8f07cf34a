// The results of the operations of a bulk change for a rate, in SQL.
import pg from 'pg'
import { assert } from '#core/assert.ts'
import { type DecimalOperation, isDecimal } from '#core/change-decimal.ts'
import {
  RATE_CHANGE_FIELDS,
  type RateChange,
  type RateOperation,
  UNIT_DECIMALS,
} from '#core/rate-import/rate-change.ts'
import { RATE_TERM_NAMES, RATE_TERMS } from '#core/tariff/rate-terms.ts'
import { changeDecimalSql } from '../change-decimal-sql.ts'

/** The terms of a rate that a row of an import does not have itself; the window is in its key. */
export const OTHER_TERMS = RATE_TERM_NAMES.filter(
  (name) => !RATE_TERMS[name].is_in_files && name !== 'window_id',
)

function literalOf({ field, value }: RateOperation): string {
  const kind = RATE_CHANGE_FIELDS[field]
  const decimals = UNIT_DECIMALS[kind]
  if (typeof value === 'boolean') return String(value)
  if (decimals === undefined) {
    const literal = value === null ? 'null' : pg.escapeLiteral(String(value))
    return `${literal}::${kind === 'instant' ? 'timestamptz' : 'text'}`
  }
  if (value === null) return 'null::numeric'
  assert(isDecimal(String(value)), `${value} is a decimal`)
  return `round((${value}) * 1e${decimals})`
}

function changed(before: string, operation: RateOperation): string {
  const { field, kind, value } = operation
  if (kind === 'set') return literalOf(operation)
  const decimals = UNIT_DECIMALS[RATE_CHANGE_FIELDS[field]]
  assert(decimals !== undefined, `${field} is a number`)
  const exact: DecimalOperation =
    kind === 'round' ? { kind, value: Number(value) } : { kind, value: String(value) }
  return changeDecimalSql(before, exact, decimals)
}

/** Arithmetic on the rate is on all that a minute costs: also on its first rate and tiers. */
const isOfAllPrices = ({ field, kind }: RateOperation): boolean =>
  field === 'rate' && kind !== 'set'

function changedSteps(old: string, operations: readonly RateOperation[]): string {
  const price = operations.reduce(changed, "(step->>'rate')")
  return `case when ${old}.steps = '[]' then ${old}.steps else (
    select jsonb_agg(jsonb_set(step, '{rate}', to_jsonb(${price})) order by position)
    from jsonb_array_elements(${old}.steps) with ordinality as s (step, position)) end`
}

/** To what the import makes its numbers cost and more; never down. */
const raisedRate = ({ losses_of, percent }: NonNullable<RateChange['raise']>, old: string) =>
  `greatest(${old}.rate, (select least(1e14, ceil(l.cost * (1 + ${Number(percent)} / 1e6)))::bigint
    from rate_import_loss l where l.import_id = ${Number(losses_of)}
      and l.tariff_id = ${old}.tariff_id and l.rate_id = ${old}.id))`

/** The new values of columns, as expressions over the rate `old`; one operation after the other. */
export function changedColumns(
  { operations, raise }: Pick<RateChange, 'operations' | 'raise'>,
  old: string,
): ReadonlyMap<string, string> {
  const columns = new Map<string, string>()
  if (raise) columns.set('rate', raisedRate(raise, old))
  const change = (column: string, operation: RateOperation) =>
    columns.set(column, changed(columns.get(column) ?? `${old}.${column}`, operation))
  for (const operation of operations) {
    change(operation.field, operation)
    if (isOfAllPrices(operation)) change('first_rate', operation)
  }
  const raised = operations.filter(isOfAllPrices)
  if (raised.length > 0) columns.set('steps', changedSteps(old, raised))
  return columns
}
