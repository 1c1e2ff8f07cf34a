// The time zone that a header names for the times below it.
import type { TableLayout } from './table-file.ts'

const NAME = /(?:(?<![A-Z])(?:UTC|GMT)|(?<![A-Za-z])(?:utc|gmt))/.source
const OFFSET = /(?:\s*([+-])\s*(\d{1,2})(?::?(00|15|30|45))?)?/.source
const ZONE = new RegExp(`${NAME}${OFFSET}(?![A-Za-z\\d:])`)
const HOURS_MAX = 14

/** UTC or an offset as +05:30, of Start (UTC) or Date GMT+5:30; undefined where it names none. */
export function zoneOfHeader(header: string): string | undefined {
  const match = ZONE.exec(header)
  if (!match) return undefined
  const [, sign, hours = '', minutes = '00'] = match
  if (sign === undefined) return 'UTC'
  return Number(hours) > HOURS_MAX ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** The zone that the header of a column names. */
export const zoneOfColumn = <Meaning extends string>(
  { headers, columns }: Pick<TableLayout<Meaning>, 'headers' | 'columns'>,
  meaning: Meaning,
): string | undefined => zoneOfHeader(headers[columns.indexOf(meaning)] ?? '')
