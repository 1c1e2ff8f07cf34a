// The record feed: each consumer gets the records that follow its position, batch by batch. A
// batch is sent before the position is stored, so that it is sent again after a crash (ADR-0037).
import { setTimeout as sleep } from 'node:timers/promises'
import { exampleRecord } from '#core/call/example-record.ts'
import { asSqlConnection, type SqlConnection } from '#db/database.ts'
import {
  beginBatch,
  type DueConsumer,
  endBatch,
  endTest,
  failBatch,
  listDueConsumers,
} from '#db/record-feed/deliveries.ts'
import { findBatch, readRecords } from '#db/record-feed/feed-records.ts'
import { markPosition, readSafePosition } from '#db/record-feed/safe-position.ts'
import type { JobContext } from '../job.ts'
import { pauseAfter } from '../pause.ts'
import { deliver, deliveryOf, type FeedMeans } from './deliver.ts'

/** The pause after the first failure. */
const RETRY_MS = 2500
/** A run ends after this, so that consumers that have come to their end get what is new. */
const RUN_MS = 15_000

/** The batches of engines that are under way are over by then, most of them. */
const SETTLE_TRIES = 5
const SETTLE_MS = 20

type Context = Pick<JobContext, 'database' | 'clock' | 'log' | 'stop'>
type Feed = Context & FeedMeans & { readonly connection: SqlConnection }

/** All consumers side by side: one that fails or is slow stops no other one. */
export async function feedConsumers(context: Context, means: FeedMeans): Promise<void> {
  const connection = asSqlConnection(context.database)
  const feed = { ...context, ...means, connection }
  const due = await listDueConsumers(connection, instantOf(context))
  if (due.length === 0) return
  const safe_position = await findSafePosition(connection)
  await Promise.all(due.map((consumer) => feedOne(feed, consumer, safe_position)))
}

/** The next run comes to positions that are not settled yet. */
async function findSafePosition(connection: SqlConnection): Promise<number> {
  await markPosition(connection)
  let found = await readSafePosition(connection)
  for (let tries = 1; !found.is_settled && tries < SETTLE_TRIES; tries += 1) {
    await sleep(SETTLE_MS)
    found = await readSafePosition(connection)
  }
  return found.safe_position
}

const instantOf = ({ clock }: Pick<Context, 'clock'>, later_ms = 0): string =>
  new Date(clock.now_ms() + later_ms).toISOString()

async function feedOne(feed: Feed, consumer: DueConsumer, safe_position: number): Promise<void> {
  if (consumer.test_asked_at !== null) await test(feed, consumer)
  if (!consumer.is_active) return
  const { clock, stop } = feed
  const until_ms = clock.monotonic_ms() + RUN_MS
  let place: DueConsumer | undefined = consumer
  while (place && !stop.aborted && clock.monotonic_ms() < until_ms) {
    place = await sendOrNote(feed, place, safe_position)
  }
}

async function sendOrNote(
  feed: Feed,
  consumer: DueConsumer,
  safe_position: number,
): Promise<DueConsumer | undefined> {
  try {
    return await sendBatch(feed, consumer, safe_position)
  } catch (error) {
    // The process ends: that is no failure of the receiver.
    if (feed.stop.aborted) return undefined
    const message = messageOf(error)
    feed.log.warn({ consumer: consumer.name, error: message }, 'records cannot be delivered')
    const next_try_at = instantOf(feed, pauseAfter(RETRY_MS, consumer.failures_in_a_row))
    const failure = { error: message, now: instantOf(feed), next_try_at }
    await failBatch(feed.connection, consumer, failure)
    return undefined
  }
}

/** The consumer as it is afterwards; undefined if there is nothing more to do. */
async function sendBatch(
  feed: Feed,
  consumer: DueConsumer,
  safe_position: number,
): Promise<DueConsumer | undefined> {
  const { connection, clock } = feed
  const batch = await findBatch(connection, consumer, { safe_position, now_ms: clock.now_ms() })
  if (!batch) return undefined
  const { to, keys } = batch
  if (keys.length > 0) {
    if (!(await beginBatch(connection, consumer, to))) return undefined
    const rows = await readRecords(connection, keys)
    await deliver(consumer, deliveryOf(consumer, to, rows, clock.now_ms()), feed)
  }
  const end = { to, count: keys.length, now: instantOf(feed) }
  if (!(await endBatch(connection, consumer, end))) return undefined
  return { ...consumer, position: to, batch_to: null, failures_in_a_row: 0 }
}

/** A message with an example: whether it arrives is shown beside the consumer. */
async function test(feed: Feed, consumer: DueConsumer): Promise<void> {
  const { connection, clock } = feed
  const now_ms = clock.now_ms()
  const id = `test-${consumer.id}-${now_ms}`
  const records = [exampleRecord((ms) => instantOf(feed, -ms))]
  const delivery = { id, name: 'test', type: 'test', records, now_ms } as const
  const error = await deliver(consumer, delivery, feed).then(() => '', messageOf)
  await endTest(connection, consumer, { error, now: instantOf(feed) })
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
