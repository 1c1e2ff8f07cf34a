// The part of archived calls that a list can show, as a condition of DuckDB. The list itself is
// filtered by the database afterwards: this one only leaves out what cannot be in it.
import { writtenForms } from '#core/number/written-forms.ts'
import type { RecallPart } from '#db/tables/archive.ts'
import { quoted, quotedList } from './duckdb.ts'

const NUMBERS = [
  ...(['called_number', 'caller_number', 'dialled_number'] as const),
  ...(['sent_number', 'sent_caller_number'] as const),
]

const numberList = (numbers: readonly number[]): string =>
  `[${numbers.map((number) => String(Number(number))).join(', ')}]::bigint[]`

const beginsWith = (column: string, beginnings: readonly string[]): string =>
  `(${beginnings.map((text) => `starts_with(${column}, ${quoted(text)})`).join(' or ') || 'false'})`

/** Placed by, below, or sent to one of them; lists of ids are text as PostgreSQL writes them. */
const isOf = (ids: readonly number[]): string => `(
  list_contains(${numberList(ids)}, account_id) or list_contains(${numberList(ids)}, settlement_id)
  or list_has_any(string_split(trim(reseller_ids, '{}'), ','), ${quotedList(ids.map(String))}))`

export function isInPart({
  account_ids,
  client_ids,
  called_numbers,
  caller_numbers,
  search,
  call_id,
}: RecallPart): string {
  const conditions = [
    ...(account_ids ? [isOf(account_ids)] : []),
    ...(client_ids ? [`list_contains(${numberList(client_ids)}, account_id)`] : []),
    ...(called_numbers ? [beginsWith('called_number', called_numbers)] : []),
    ...(caller_numbers ? [beginsWith('caller_number', caller_numbers.flatMap(writtenForms))] : []),
    ...(search === undefined ? [] : [isFound(search)]),
    ...(call_id === undefined ? [] : [`call_id = ${BigInt(call_id)}`]),
  ]
  return conditions.join(' and ') || 'true'
}

const isFound = (search: string): string =>
  `(${NUMBERS.map((column) => beginsWith(column, writtenForms(search))).join(' or ')}
    or sip_call_id = ${quoted(search)} or call_id::varchar = ${quoted(search)})`
