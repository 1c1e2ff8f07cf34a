// An insert over the HTTP interface of ClickHouse. The name of the batch is its token, so that a
// table that keeps tokens drops a repetition; others drop doubles by the id of the record.
import type { FedRecord } from '#core/call/fed-record.ts'

interface Insert {
  readonly url: string
  readonly database: string
  readonly table: string
  /** The name of the batch, the same when it is sent again. */
  readonly token: string
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,126}$/

export function insertAddress({ url, database, table, token }: Insert): string {
  // The names are part of the statement.
  for (const name of [database, table]) {
    if (!NAME.test(name)) throw new Error(`${name} is no name of a database or table.`)
  }
  const address = new URL(url)
  const settings = {
    database,
    query: `INSERT INTO ${table} FORMAT JSONEachRow`,
    // The answer comes when the rows are written, and not when they are in memory.
    async_insert: '0',
    insert_deduplication_token: token,
    // A table may have fewer columns; times end with Z.
    input_format_skip_unknown_fields: '1',
    date_time_input_format: 'best_effort',
  }
  for (const [name, value] of Object.entries(settings)) address.searchParams.set(name, value)
  return address.href
}

type Structured = Pick<FedRecord, 'charges' | 'media'>

/** A row for each record; its charges and its media are a column each, as text of JSON. */
export const rowsOf = (records: readonly Structured[]): string =>
  records
    .map(({ charges, media, ...record }) => {
      const texts = {
        media: media && JSON.stringify(media),
        charges: JSON.stringify(charges),
      }
      return `${JSON.stringify({ ...record, ...texts })}\n`
    })
    .join('')
