// The kinds of consumers: how each takes a batch. A new kind is one more function here.
import type { FedRecordRow } from '#core/call/fed-record.ts'
import { fedRecord } from '#core/call/fed-record.ts'
import type { DueConsumer } from '#db/record-feed/deliveries.ts'
import type { SecretKeys } from '#db/secret-keys.ts'
import { writeLines } from './folder.ts'
import { post, type Resolve } from './post.ts'
import { webhookHeaders } from './webhook-signature.ts'

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
  readonly records: readonly ReturnType<typeof fedRecord>[]
  readonly now_ms: number
}

type Deliver = (
  consumer: DueConsumer,
  delivery: Delivery,
  means: FeedMeans & { readonly stop: AbortSignal },
) => Promise<void>

const callWebhook: Deliver = async (consumer, delivery, means) => {
  const { url, allows_private } = consumer
  const { id, type, records, now_ms } = delivery
  const secret = means.secretKeys.decrypt('record_consumer.secret', consumer.secret)
  if (!secret) throw new Error('The secret cannot be read: make a new one.')
  const timestamp = new Date(now_ms).toISOString()
  const body = JSON.stringify({ type, timestamp, data: records })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'softswitch-record-feed',
    ...webhookHeaders(secret, { id, timestamp: Math.floor(now_ms / 1000), body }),
  }
  await post({ url, allows_private, headers, body }, means)
}

const writeFile: Deliver = ({ folder }, { name, records }, { record_folder }) =>
  writeLines(record_folder, folder, `${name}.jsonl`, records)

const DELIVERS: Readonly<Record<DueConsumer['kind'], Deliver>> = {
  WEBHOOK: callWebhook,
  FOLDER: writeFile,
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
