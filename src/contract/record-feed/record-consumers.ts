// Who gets the records of closed calls outside of the switch, and how far each is.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const CONSUMER_KINDS = ['WEBHOOK', 'FOLDER', 'CLICKHOUSE', 'S3'] as const
/** Formats of the files in a folder or a store. */
export const CONSUMER_FORMATS = ['JSON_LINES', 'PARQUET'] as const
export const CONSUMER_STATUSES = ['active', 'paused'] as const

const kind = z.enum(CONSUMER_KINDS)
const status = z.enum(CONSUMER_STATUSES)

/** Without a user in it: the signature says who sends. */
const ADDRESS = /^(https?:\/\/[A-Za-z0-9.:[\]-]+([/?]\S*)?)?$/

/** A name that needs no quotes in a statement. */
const sqlName = z
  .string()
  .trim()
  .regex(/^([A-Za-z_][A-Za-z0-9_]{0,126})?$/, 'Letters, digits and underscores, no digit first.')

export const recordConsumerForm = z.strictObject({
  name: is.name(80),
  kind,
  status,
  /** The format of files in a folder or a store; JSON_LINES for other kinds. */
  format: z.enum(CONSUMER_FORMATS),
  /** The address of a webhook, of ClickHouse or of a store; empty for a folder. */
  url: z
    .string()
    .trim()
    .max(500)
    .regex(ADDRESS, 'An address, for example https://example.com/records.'),
  /** Below the folder of the record feed; empty for other kinds. */
  folder: z
    .string()
    .trim()
    .regex(/^([a-z0-9][a-z0-9_-]{0,59})?$/, 'Small letters, digits, hyphens and underscores.'),
  /** The user of ClickHouse, or the id of the access key of a store. */
  username: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{0,128}$/, 'No spaces, at most 128 characters.'),
  /** The secret key for a store. Never answered; on a change, an absent one stays as it is. */
  password: z
    .string()
    .regex(/^[\x20-\x7e]{0,256}$/, 'ASCII characters only, at most 256.')
    .optional(),
  database_name: sqlName,
  table_name: sqlName,
  bucket: z
    .string()
    .trim()
    .regex(
      /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/,
      'Small letters, digits, dots and hyphens, 3 to 63.',
    ),
  /** The names of objects begin with it. */
  object_prefix: z
    .string()
    .trim()
    .regex(
      /^(?!.*(?:^|\/)\.{0,2}\/)[A-Za-z0-9_.=/-]{0,200}$/,
      'Letters, digits, _ . = - and single slashes, none first, at most 200.',
    ),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{0,40}$/, 'For example us-east-1.'),
  /** Whether the address may be one of this machine or of its network. */
  allows_private: z.boolean(),
  answered_only: z.boolean(),
  /** These accounts with all below them; none is all. */
  account_ids: z.array(is.id).max(200, 'At most 200.'),
  /** Records that are sent at once. */
  batch_size: z.number().int().min(1).max(1000),
})

export const recordConsumer = recordConsumerForm.omit({ password: true }).extend({
  has_password: z.boolean(),
  id: is.id,
  version: is.version,
  /** The names of those in the filter. */
  accounts: z.array(z.object({ id: is.id, name: z.string() })),
  delivered_count: z.number(),
  last_delivered_at: is.instant.nullable(),
  failing_since: is.instant.nullable(),
  failures_in_a_row: z.number(),
  error: z.string(),
  next_try_at: is.instant.nullable(),
  /** Calls that began before it are not delivered. */
  from_at: is.instant.nullable(),
  /** Records that it has not got, or that its filter leaves out; at most `WAITING_RECORDS_MAX`. */
  waiting_count: z.number(),
  /** The age of the oldest of them; 0 without one. */
  lag_seconds: z.number(),
  is_test_asked: z.boolean(),
  tested_at: is.instant.nullable(),
  test_error: z.string(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type RecordConsumer = z.output<typeof recordConsumer>

export const listRecordConsumers = endpoint({
  method: 'GET',
  path: '/api/record-consumers',
  summary: 'Consumers of the record feed, with how far they are',
  needs: 'record_feed.view',
  list: true,
  query: listQuery(['name', 'kind', 'status', 'last_delivered_at', 'created_at'], {
    kind: kind.optional(),
    status: status.optional(),
  }),
  answer: z.array(recordConsumer),
})

export const getRecordConsumer = endpoint({
  method: 'GET',
  path: '/api/record-consumers/:id',
  summary: 'One consumer of the record feed',
  needs: 'record_feed.view',
  params: idParams,
  answer: recordConsumer,
})

export const createRecordConsumer = endpoint({
  method: 'POST',
  path: '/api/record-consumers',
  summary: 'Adds a consumer of the record feed; it begins now',
  needs: 'record_feed.create',
  confirm: true,
  body: recordConsumerForm,
  answer: recordConsumer,
})

export const updateRecordConsumer = endpoint({
  method: 'PUT',
  path: '/api/record-consumers/:id',
  summary: 'Changes a consumer of the record feed',
  needs: 'record_feed.edit',
  confirm: true,
  params: idParams,
  body: recordConsumerForm.extend({ version: is.version }),
  answer: recordConsumer,
})

export const deleteRecordConsumer = endpoint({
  method: 'DELETE',
  path: '/api/record-consumers/:id',
  summary: 'Deletes a consumer of the record feed',
  needs: 'record_feed.delete',
  params: idParams,
})

export const renewConsumerSecret = endpoint({
  method: 'POST',
  path: '/api/record-consumers/:id/secret',
  summary: 'Makes a new secret, which signs from now on; only this answer has it',
  needs: 'record_feed.edit',
  confirm: true,
  params: idParams,
  answer: z.object({ secret: z.string() }),
  secret: true,
})

export const testRecordConsumer = endpoint({
  method: 'POST',
  path: '/api/record-consumers/:id/test',
  summary: 'Sends a message with one example record; the consumer shows how it went',
  needs: 'record_feed.edit',
  params: idParams,
  answer: recordConsumer,
})

export const restartRecordConsumer = endpoint({
  method: 'POST',
  path: '/api/record-consumers/:id/restart',
  summary: 'Delivers all calls that began from then on, those that were delivered too',
  needs: 'record_feed.edit',
  params: idParams,
  body: z.strictObject({ from_at: is.instant }),
  answer: recordConsumer,
})
