// Rows of a list as a file of Parquet, group by group. Every column is optional, and named as in
// the API; what is not text, number, amount, time or yes and no is JSON.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Column } from '../http/export/export-columns.ts'
import type { Line } from '../http/export/export-lines.ts'

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']
type Element = Omit<Schema[number], 'name' | 'repetition_type'>
type Value = string | number | bigint | boolean

interface Kind {
  readonly shape: Element
  readonly write: (value: unknown) => Value
}

/** Rows that are in memory at once. */
const GROUP_ROWS = 5000
const SCALE = 8

/** Exact: no float is on the way from the text of an amount to its integer. */
function scaledOf(text: unknown): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(String(text)) ?? []
  if (whole === undefined) throw new Error(`${text} is no amount`)
  return BigInt(`${sign}${whole}${fraction.padEnd(SCALE, '0')}`)
}

/** Microseconds since 1970 of an instant in UTC, with up to six digits of a second. */
function microsOf(instant: unknown): bigint {
  const [, second = '', fraction = ''] = /^([^.]*?)(?:\.(\d{1,6}))?Z$/.exec(String(instant)) ?? []
  return BigInt(Date.parse(`${second}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

const KINDS: Readonly<Record<Column['kind'], Kind>> = {
  TEXT: {
    shape: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    write: (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  },
  // A count or an id: whole numbers of the API are exact as doubles.
  NUMBER: { shape: { type: 'DOUBLE' }, write: Number },
  BOOLEAN: { shape: { type: 'BOOLEAN' }, write: Boolean },
  TIME: {
    shape: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
    write: microsOf,
  },
  // Sums have no bound, so that 64 bits are not enough.
  DECIMAL: {
    shape: {
      ...{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL' },
      ...{ precision: 38, scale: SCALE },
      logical_type: { type: 'DECIMAL', precision: 38, scale: SCALE },
    },
    write: scaledOf,
  },
}

const schemaOf = (columns: readonly Column[]): Schema => [
  { name: 'row', num_children: columns.length },
  ...columns.map(({ name, kind }) => ({
    ...KINDS[kind].shape,
    name,
    repetition_type: 'OPTIONAL' as const,
  })),
]

export async function* parquetParts(
  columns: readonly Column[],
  lines: AsyncIterable<readonly Line[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema: schemaOf(columns) })
  /** Its offset counts on, so that places in the file stay right. */
  const take = () => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  let group: Line[] = []
  const writeGroup = async () => {
    const columnData = columns.map(({ name, kind }) => {
      const { write } = KINDS[kind]
      const written = (value: unknown) =>
        value === null || value === undefined ? null : write(value)
      return { name, data: group.map((line) => written(line[name])) }
    })
    await file.write({ columnData, rowGroupSize: GROUP_ROWS })
    group = []
    return take()
  }
  for await (const some of lines) {
    group.push(...some)
    if (group.length >= GROUP_ROWS) yield await writeGroup()
  }
  if (group.length > 0) yield await writeGroup()
  await file.finish()
  yield take()
}
