// Files of Parquet of the record feed, read by another library than the one that wrote them, as
// the lines of JSON would be. Decimals and times are read as the integers that they are in the
// file: the library would make floats and milliseconds of them.
import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { formatMoney, formatRate, money, rate } from '#core/money.ts'

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

/** Its columns in their order, without those inside of lists. */
export function parquetColumns(bytes: Buffer): SchemaElement[] {
  const { schema } = parquetMetadata(bufferOf(bytes))
  return schema.slice(1).filter(({ name }) => name !== 'list' && name !== 'element')
}

/** Microseconds since 1970 as the database writes an instant: without needless zeros. */
function instantOf(micros: bigint): string {
  const second = new Date(Number(micros / 1_000_000n) * 1000).toISOString().slice(0, 19)
  const fraction = String(micros % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${second}${fraction && `.${fraction}`}Z`
}

function plainOf({ converted_type, scale, name }: SchemaElement, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (name === 'charges' || name === 'media') return JSON.parse(String(value))
  if (Array.isArray(value)) return value.map(Number)
  if (typeof value !== 'bigint') return value
  if (converted_type === 'TIMESTAMP_MICROS') return instantOf(value)
  if (converted_type !== 'DECIMAL') return Number(value)
  return scale === 6 ? formatMoney(money(Number(value))) : formatRate(rate(Number(value)))
}

export async function readParquet(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = bufferOf(bytes)
  const columns = parquetColumns(bytes)
  const metadata = parquetMetadata(file)
  const schema = metadata.schema.map(({ converted_type, logical_type, ...element }) =>
    element.type === 'INT64' ? element : { ...element, converted_type, logical_type },
  ) as SchemaElement[]
  const rows = await parquetReadObjects({ file, metadata: { ...metadata, schema } })
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, plainOf(column, row[column.name])])),
  )
}
