// The rate that is read from a row of a rate file.
import type { OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { formatRate } from '#core/money.ts'
import { parseRateRow } from '#core/rate-import/parse-rate-row.ts'

interface RateOfRowProps {
  readonly row: OneRateImport['head'][number]
  readonly layout: NonNullable<OneRateImport['layout']>
  readonly currency: string
  /** By the code deck; undefined while it is being read. */
  readonly namePrefixes: ((name: string) => readonly string[]) | undefined
}

export function RateOfRow({ row, layout, currency, namePrefixes }: RateOfRowProps) {
  if (!namePrefixes) return null
  const context = { time_zone: 'UTC', currency, namePrefixes }
  const read = parseRateRow(row, layout, context)
  if (!Array.isArray(read)) return <span className="danger">{read.reason}</span>
  const [first] = read
  if (!first) return null
  const prefixes = read.length > 1 ? `${first.prefix} and ${read.length - 1} more` : first.prefix
  if (first.is_deleted) return <>{prefixes}: removed</>
  return (
    <>
      <span className="mono">{prefixes || 'default'}</span>:{' '}
      {first.blocked ? 'blocked' : `${formatRate(first.rate)} ${currency} per minute`}
    </>
  )
}
