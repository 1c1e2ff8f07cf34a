// The records of one batch of a consumer, in their order.
import type { FedRecordRow } from '#core/call/fed-record.ts'
import type { SqlConnection } from '../database.ts'
import type { DueConsumer } from './deliveries.ts'

/**
 * Records of these calls are found in few partitions. A search of all partitions takes 100 ms where
 * 400 days are kept.
 */
const RECENT_MS = 2 * 86_400_000

/** Positions that are looked at in one step: a filter may leave out all of them. */
const SLICE = 20_000

interface Key {
  readonly position: number
  readonly started_at: string
}

export interface Batch {
  /** The consumer is at this position when the batch is delivered. */
  readonly to: number
  readonly keys: readonly Key[]
}

const KEYS = `
  select r.feed_position as position, r.started_at from call_record r
  where r.feed_position > $1 and r.feed_position <= $2
    and ($3::timestamptz is null or r.started_at >= $3)
    and (not $4 or r.status = 'ANSWERED')
    and (cardinality($5::bigint[]) = 0 or r.account_id = any ($5) or r.reseller_ids && $5)
    and r.started_at >= $7
  order by r.feed_position limit $6`

const COUNT = `
  select count(*)::integer as count from call_record r
  where r.feed_position > $1 and r.feed_position <= $2 and r.started_at >= $3`

type Reader = Pick<
  DueConsumer,
  'position' | 'batch_to' | 'from_at' | 'answered_only' | 'account_ids' | 'batch_size'
>

/**
 * What follows the position of the consumer; a batch that was begun keeps its end. Undefined if
 * there is nothing up to the safe position.
 */
export async function findBatch(
  connection: SqlConnection,
  consumer: Reader,
  { safe_position, now_ms }: { readonly safe_position: number; readonly now_ms: number },
): Promise<Batch | undefined> {
  const { position, batch_to } = consumer
  const end = batch_to ?? Math.min(safe_position, position + SLICE)
  if (end <= position) return undefined
  const since = new Date(now_ms - RECENT_MS).toISOString()
  const recent = await searchSince(connection, consumer, end, since)
  const values = [position, recent.to, since]
  const { rows } = await connection.query<{ count: number }>(COUNT, values)
  // Each position is taken once: none of them is left for a call that began earlier. A batch that
  // was given up has taken some in vain; then all partitions are searched.
  if (rows[0]?.count === recent.to - position) return recent
  return searchSince(connection, consumer, end, '-infinity')
}

async function searchSince(
  connection: SqlConnection,
  consumer: Reader,
  end: number,
  since: string,
): Promise<Batch> {
  const { position, batch_to, from_at, answered_only, account_ids, batch_size } = consumer
  const { rows } = await connection.query<Key>(KEYS, [
    ...[position, end, from_at, answered_only, account_ids, batch_size, since],
  ])
  const isCut = batch_to === null && rows.length === batch_size
  return { to: isCut ? (rows.at(-1)?.position ?? end) : end, keys: rows }
}

const CHARGES = `
  select json_agg(json_build_object('account_id', h.account_id, 'account_name', a.name,
    'depth', h.depth, 'tariff_id', h.tariff_id, 'prefix', h.prefix,
    'billed_seconds', h.billed_seconds, 'package_seconds', h.package_seconds,
    'net', h.net, 'vat', h.vat, 'amount', h.amount, 'currency', h.currency)
    order by h.depth < 0, h.depth, h.account_id)
  from call_charge h join account a on a.id = h.account_id
  where r.is_last and h.call_id = r.call_id and h.started_at = r.started_at
    and h.started_at >= $2 and h.started_at <= $3`

// Within a range of time, so that few partitions are planned and read.
const RECORDS = `
  select r.call_id::text as call_id, r.attempt_no, r.is_last, r.started_at, r.sent_at,
    r.progress_at, r.answered_at, r.ended_at, r.duration_ms, r.pdd_ms, r.call_pdd_ms, r.routing_ms,
    r.account_id, c.name as client_name, r.client_type, r.reseller_ids, r.caller_number,
    r.caller_name, r.dialled_number, r.called_number, r.sent_number, r.prefix, r.destination,
    host(r.source_ip) as source_ip, r.settlement_id, s.name as settlement_name, r.gateway_id,
    g.name as gateway_name, r.gateway_address, r.status, r.sip_code, r.sip_reason, r.q850_cause,
    r.gateway_sip_code, r.gateway_q850_cause, r.attempt_end, r.not_sent_reason, r.refusal,
    r.release_side, r.billed_seconds, r.sell_rate,
    coalesce(st.currency, r.sell_currency) as sell_rate_currency, r.sell_amount, r.sell_currency,
    r.buy_prefix, r.buy_billed_seconds, r.buy_rate,
    coalesce(bt.currency, r.buy_currency) as buy_rate_currency, r.buy_amount, r.buy_currency,
    r.revenue, r.cost, system_currency() as currency, r.sip_call_id, r.user_agent,
    r.media_mode, r.codec, r.early_media, r.fault, r.one_way_audio, r.media,
    coalesce((${CHARGES}), '[]') as charges
  from call_record r
    left join account c on c.id = r.account_id
    left join account s on s.id = r.settlement_id
    left join gateway g on g.id = r.gateway_id
    left join tariff st on st.id = r.tariff_id
    left join tariff bt on bt.id = r.buy_tariff_id
  where r.feed_position = any ($1::bigint[]) and r.started_at >= $2 and r.started_at <= $3
  order by r.feed_position`

export async function readRecords(
  connection: SqlConnection,
  keys: readonly Key[],
): Promise<FedRecordRow[]> {
  // In the order of the text: without the Z a time comes before the same with a fraction.
  const times = keys.map(({ started_at }) => started_at.replace('Z', '')).sort()
  const positions = keys.map(({ position }) => position)
  const { rows } = await connection.query<FedRecordRow>(RECORDS, [
    positions,
    `${times[0]}Z`,
    `${times.at(-1)}Z`,
  ])
  // The position of the consumer must not pass what was not read.
  if (rows.length !== keys.length) {
    throw new Error(`${rows.length} of ${keys.length} records were found.`)
  }
  return rows
}
