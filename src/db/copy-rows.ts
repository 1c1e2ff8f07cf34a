// Many rows into a table at once.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | number | boolean | null

const UNSAFE = /[\\\t\n\r\0]/g
const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  // PostgreSQL has no text with it.
  '\0': '',
}

function cellOf(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return value.replace(UNSAFE, (letter) => ESCAPED[letter] ?? '')
}

/** Lines that are sent together. */
const LINES = 500

async function* packetsOf<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<Readonly<Record<Column, Cell>>> | Iterable<Readonly<Record<Column, Cell>>>,
): AsyncGenerator<string> {
  let lines: string[] = []
  for await (const row of rows) {
    lines.push(`${columns.map((column) => cellOf(row[column])).join('\t')}\n`)
    if (lines.length < LINES) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

export async function copyRows<Column extends string>(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  rows: AsyncIterable<Readonly<Record<Column, Cell>>> | Iterable<Readonly<Record<Column, Cell>>>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(packetsOf(columns, rows)), copy)
}
