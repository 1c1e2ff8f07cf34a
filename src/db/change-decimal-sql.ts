// The arithmetic of core/change-decimal in SQL. A number of the database is a whole one, in units
// of 10^-decimals; an empty one stays empty.
import { assert } from '#core/assert.ts'
import { type DecimalOperation, isDecimal } from '#core/change-decimal.ts'

/** An expression of the type numeric. Products are exact, where a quotient may be rounded. */
export function changeDecimalSql(
  value: string,
  operation: DecimalOperation,
  decimals: number,
): string {
  if (operation.kind === 'round') {
    const cut = Math.min(operation.value, decimals) - decimals
    assert(Number.isInteger(cut), 'decimals are whole')
    return `round((${value})::numeric, ${cut})`
  }
  assert(isDecimal(operation.value), `${operation.value} is a decimal`)
  return operation.kind === 'add'
    ? `round((${value})::numeric + (${operation.value}) * 1e${decimals})`
    : `round((${value})::numeric * (100 + (${operation.value})) * 0.01)`
}
