// How far each consumer of the record feed is, as the job reads and writes it.
import type { Selectable } from 'kysely'
import type { SqlConnection } from '../database.ts'
import type { RecordConsumerTable } from '../tables/record-feed.ts'

/** Characters of a failure that the console shows. */
const ERROR_LENGTH = 300

export interface DueConsumer {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly kind: RecordConsumerTable['kind']
  readonly is_active: boolean
  readonly format: Selectable<RecordConsumerTable>['format']
  readonly url: string
  readonly folder: string
  readonly allows_private: boolean
  readonly secret: string
  readonly username: string
  readonly database_name: string
  readonly table_name: string
  readonly bucket: string
  readonly object_prefix: string
  readonly region: string
  readonly answered_only: boolean
  readonly account_ids: readonly number[]
  readonly batch_size: number
  readonly position: number
  readonly batch_to: number | null
  readonly from_at: string | null
  readonly failures_in_a_row: number
  readonly test_asked_at: string | null
}

/** Those that are active and whose pause after a failure is over, and those to be tested. */
export async function listDueConsumers(
  connection: SqlConnection,
  now: string,
): Promise<DueConsumer[]> {
  const { rows } = await connection.query<DueConsumer>(
    `select c.id, c.name, c.version, c.kind, c.format, c.url, c.folder, c.allows_private, c.secret,
      c.username, c.database_name, c.table_name, c.bucket, c.object_prefix, c.region,
      c.answered_only, c.account_ids, c.batch_size, d.position, d.batch_to, d.from_at,
      d.failures_in_a_row, d.test_asked_at,
      c.status = 'active' and coalesce(d.next_try_at <= $1, true) as is_active
    from record_consumer c join record_delivery d on d.consumer_id = c.id
    where d.test_asked_at is not null
      or (c.status = 'active' and coalesce(d.next_try_at <= $1, true))
    order by c.id`,
    [now],
  )
  return rows
}

type Place = Pick<DueConsumer, 'id' | 'version' | 'position'>

// A user may have moved, changed or paused the consumer meanwhile: then what was done here does
// not count.
const IS_STILL_THERE = `d.consumer_id = $1 and d.position = $2 and exists (
  select from record_consumer c where c.id = d.consumer_id and c.version = $3)`
const placeOf = ({ id, position, version }: Place) => [id, position, version]

/** Before it is sent: false if the consumer is not there any more. */
export async function beginBatch(
  connection: SqlConnection,
  place: Place,
  to: number,
): Promise<boolean> {
  const { rows } = await connection.query(
    `update record_delivery d set batch_to = $4 where ${IS_STILL_THERE} returning 1`,
    [...placeOf(place), to],
  )
  return rows.length === 1
}

/** The batch up to `to` is delivered, or has no record. */
export async function endBatch(
  connection: SqlConnection,
  place: Place,
  { to, count, now }: { readonly to: number; readonly count: number; readonly now: string },
): Promise<boolean> {
  const { rows } = await connection.query(
    `update record_delivery d set position = $4, batch_to = null,
      delivered_count = delivered_count + $5,
      last_delivered_at = case when $5 > 0 then $6::timestamptz else last_delivered_at end,
      failing_since = null, failures_in_a_row = 0, error = '', next_try_at = null
    where ${IS_STILL_THERE} returning 1`,
    [...placeOf(place), to, count, now],
  )
  return rows.length === 1
}

export async function failBatch(
  connection: SqlConnection,
  place: Place,
  failure: { readonly error: string; readonly now: string; readonly next_try_at: string },
): Promise<void> {
  await connection.query(
    `update record_delivery d set error = $4, failures_in_a_row = failures_in_a_row + 1,
      failing_since = coalesce(failing_since, $5::timestamptz), next_try_at = $6
    where ${IS_STILL_THERE}`,
    [...placeOf(place), failure.error.slice(0, ERROR_LENGTH), failure.now, failure.next_try_at],
  )
}

export async function endTest(
  connection: SqlConnection,
  { id, test_asked_at }: Pick<DueConsumer, 'id' | 'test_asked_at'>,
  { error, now }: { readonly error: string; readonly now: string },
): Promise<void> {
  await connection.query(
    `update record_delivery set tested_at = $3, test_error = $4,
      test_asked_at = case when test_asked_at = $2 then null else test_asked_at end
    where consumer_id = $1`,
    [id, test_asked_at, now, error.slice(0, ERROR_LENGTH)],
  )
}
