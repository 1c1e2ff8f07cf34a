// The file of a batch in a folder or in a store, in the format of the consumer.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FedRecord } from '#core/call/fed-record.ts'
import type { DueConsumer } from '#db/record-feed/deliveries.ts'
import { parquetOf } from './parquet.ts'

const compress = promisify(gzip)

export interface BatchFile {
  readonly name: string
  readonly content_type: string
  readonly content: string | Buffer
}

interface Batch {
  readonly name: string
  readonly records: readonly FedRecord[]
}

/** Parquet is compressed inside, and lines are in a store, where each byte is transferred. */
export async function makeFile(
  { kind, format }: Pick<DueConsumer, 'kind' | 'format'>,
  { name, records }: Batch,
): Promise<BatchFile> {
  if (format === 'PARQUET') {
    const content_type = 'application/vnd.apache.parquet'
    return { name: `${name}.parquet`, content_type, content: parquetOf(records) }
  }
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  if (kind === 'FOLDER') {
    return { name: `${name}.jsonl`, content_type: 'application/x-ndjson', content: lines }
  }
  const content = await compress(lines)
  return { name: `${name}.jsonl.gz`, content_type: 'application/gzip', content }
}
