// The kinds of consumers: how each takes a batch. A new kind is one more function here.
import { type FedRecord, type FedRecordRow, fedRecord } from '#core/call/fed-record.ts'
import type { DueConsumer } from '#db/record-feed/deliveries.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { type Resolve, sendChecked } from '../outbound/send-checked.ts'
import { webhookHeaders } from '../outbound/webhook-signature.ts'
import { makeFile } from './batch-file.ts'
import { insertAddress, rowsOf } from './clickhouse.ts'
import { writeBatch } from './folder.ts'
import { putObject } from './object-store.ts'

/** Parts that deliveries need besides the database. */
export interface FeedMeans {
  readonly secretKeys: SecretKeys
  /** The folder that the folders of consumers are in. */
  readonly record_folder: string
  readonly resolveName: Resolve
}

export interface Delivery {
  /** The same when the same batch is sent again. */
  readonly id: string
  /** For the names of files, in the order of batches. */
  readonly name: string
  readonly type: 'records' | 'test'
  readonly records: readonly FedRecord[]
  readonly now_ms: number
}

type Deliver = (
  consumer: DueConsumer,
  delivery: Delivery,
  means: FeedMeans & { readonly stop: AbortSignal },
) => Promise<void>

function secretOf({ secret }: DueConsumer, { secretKeys }: FeedMeans): string {
  const clear = secretKeys.decrypt('record_consumer.secret', secret)
  if (clear === undefined) throw new Error('The secret cannot be read: set it again.')
  return clear
}

const USER_AGENT = { 'user-agent': 'softswitch-record-feed' }

const callWebhook: Deliver = async (consumer, delivery, means) => {
  const { url, allows_private } = consumer
  const { id, type, records, now_ms } = delivery
  const secret = secretOf(consumer, means)
  if (secret === '') throw new Error('There is no secret: make a new one.')
  const timestamp = new Date(now_ms).toISOString()
  const body = JSON.stringify({ type, timestamp, data: records })
  const headers = {
    'content-type': 'application/json',
    ...USER_AGENT,
    ...webhookHeaders([secret], { id, timestamp: Math.floor(now_ms / 1000), body }),
  }
  await sendChecked({ method: 'POST', url, allows_private, headers, body }, means)
}

const writeFile: Deliver = async (consumer, delivery, { record_folder }) =>
  writeBatch(record_folder, consumer.folder, await makeFile(consumer, delivery))

// A test inserts nothing: it finds out whether the table is there and may be written.
const insertRows: Deliver = async (consumer, { id, type, records }, means) => {
  const { allows_private, username, database_name: database, table_name: table } = consumer
  const password = secretOf(consumer, means)
  const url = insertAddress({ url: consumer.url, database, table, token: id })
  const headers = {
    'content-type': 'application/x-ndjson',
    ...USER_AGENT,
    ...(username !== '' && { 'x-clickhouse-user': username }),
    ...(password !== '' && { 'x-clickhouse-key': password }),
  }
  const body = type === 'test' ? '' : rowsOf(records)
  const reason_header = 'x-clickhouse-exception-code'
  await sendChecked({ method: 'POST', url, allows_private, headers, body, reason_header }, means)
}

const storeObject: Deliver = async (consumer, delivery, means) => {
  const { url: store, allows_private, bucket, object_prefix, region, username: key_id } = consumer
  const secret = secretOf(consumer, means)
  const made = await makeFile(consumer, delivery)
  const file = { ...made, name: `${object_prefix}${made.name}` }
  const object = { store, bucket, file, now_ms: delivery.now_ms }
  const put = putObject(object, { region, key_id, secret })
  const headers = { ...put.headers, ...USER_AGENT }
  await sendChecked({ ...put, headers, allows_private }, means)
}

const DELIVERS: Readonly<Record<DueConsumer['kind'], Deliver>> = {
  WEBHOOK: callWebhook,
  FOLDER: writeFile,
  CLICKHOUSE: insertRows,
  S3: storeObject,
}

export const deliver: Deliver = (consumer, delivery, means) =>
  DELIVERS[consumer.kind](consumer, delivery, means)

/** A batch, with all that says which one it is: a changed filter makes it another one. */
export function deliveryOf(
  { id, version, position }: DueConsumer,
  to: number,
  rows: readonly FedRecordRow[],
  now_ms: number,
): Delivery {
  const from = position + 1
  const padded = (number: number) => String(number).padStart(16, '0')
  return {
    id: `records-${id}-${version}-${from}-${to}`,
    name: `records-${padded(from)}-${padded(to)}`,
    type: 'records',
    records: rows.map(fedRecord),
    now_ms,
  }
}
