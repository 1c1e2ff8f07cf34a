// A batch of records as a file of Parquet: one group of rows, as a batch has at most 1,000.
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { FedRecord } from '#core/call/fed-record.ts'
import { EXAMPLE_COLUMNS, RECORD_COLUMNS, schemaOf } from './parquet-columns.ts'

type Row = FedRecord & { readonly test?: boolean }

export function parquetOf(records: readonly Row[]): Buffer {
  const isExample = records.some(({ test }) => test)
  const columns = isExample ? EXAMPLE_COLUMNS : RECORD_COLUMNS
  const columnData = columns.map(({ name, write }) => ({
    name,
    data: records.map((record) => {
      const value = record[name as keyof Row]
      return value === null ? null : write(value as never)
    }),
  }))
  return Buffer.from(parquetWriteBuffer({ schema: schemaOf(columns), columnData }))
}
