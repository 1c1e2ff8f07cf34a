// Calls that are going on, as engines take them over after a crash or from each other.
import type pg from 'pg'
import type { MoneyEnd } from '#core/account/payer.ts'
import type { SqlConnection } from '../database.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'

export interface StoredCall {
  readonly call_id: string
  readonly dialog: string
  readonly sip_call_id: string
  readonly state: 'ROUTING' | 'RINGING' | 'ANSWERED'
  readonly gateway_id: number | null
  /** Epoch seconds. */
  readonly ringing_at: number | null
  readonly answered_at: number | null
  readonly granted_seconds: number
  readonly money_end: MoneyEnd | null
  readonly lost_at: number | null
  readonly hang_up_asked_at: string | null
  readonly decided: unknown
}

/** A call that another engine may have had, or this one before it was restarted. */
export interface ClaimedCall extends StoredCall {
  /** When that engine last saw its switch alive, in epoch seconds; null if it never did. */
  readonly switch_seen_at: number | null
}

const COLUMNS = `c.call_id::text, c.dialog, c.sip_call_id, c.state, c.gateway_id,
  extract(epoch from c.ringing_at)::float8 as ringing_at,
  extract(epoch from c.answered_at)::float8 as answered_at,
  extract(epoch from c.lost_at)::float8 as lost_at,
  c.granted_seconds, c.money_end, c.hang_up_asked_at, c.decided`

/**
 * Makes the calls of `engine`, and those of engines that have given no sign for 15 seconds, its
 * own, and answers those that are not among `known`.
 */
export async function claimOpenCalls(
  database: SqlConnection,
  engine: string,
  known: readonly string[],
): Promise<ClaimedCall[]> {
  const { rows } = await database.query<ClaimedCall>(
    `update open_call c set engine = $1
     from open_call before left join process_state p on p.name = 'calls-' || before.engine
     where before.call_id = c.call_id and c.call_id <> all($2::bigint[]) and (c.engine = $1
       or p.seen_at is null or p.seen_at <= now() - interval '15 seconds')
     returning ${COLUMNS}, (p.facts->>'switch_seen_at')::float8 as switch_seen_at`,
    [engine, known],
  )
  return rows
}

/** One call by its id, its dialog or its Call-ID, of any engine. */
export async function findOpenCall(
  database: pg.Pool,
  by: { call_id: string; dialog: string; sip_call_id: string },
): Promise<StoredCall | undefined> {
  const { rows } = await database.query<StoredCall>({
    name: 'find-open-call',
    text: `select ${COLUMNS} from open_call c
      where call_id = $1::bigint
        or ($1::bigint is null and sip_call_id = $3 and (dialog = $2 or $2 = ''))
      limit 1`,
    values: [by.call_id || null, by.dialog, by.sip_call_id],
  })
  return rows[0]
}

/** Ids of the calls that were hung up in the console. */
export async function listHangUpsAsked(database: SqlConnection): Promise<string[]> {
  const { rows } = await database.query<{ call_id: string }>(
    'select call_id::text from open_call where hang_up_asked_at is not null',
  )
  return rows.map((row) => row.call_id)
}

/**
 * Settlement accounts that we owe as much as they allow, or that have carried all the minutes of
 * this month; calls that are going on count for their minutes up to now.
 */
export async function listExhaustedSettlements(database: SqlConnection): Promise<number[]> {
  const { rows } = await database.query<{ account_id: number }>(
    `select account_id from account_balance where balance >= max_debt
    union
    select x.account_id from settlement x cross join lateral (
      select coalesce((select value #>> '{}' from setting where key = 'timezone'), $1) as zone) z
    where x.monthly_minutes_cap is not null and x.monthly_minutes_cap * 60000::bigint <=
      (select coalesce(sum(t.duration_ms), 0) from traffic_by_gateway t
        where t.settlement_id = x.account_id
          and t.bucket >= date_trunc('month', now() at time zone z.zone) at time zone z.zone)
      + (select coalesce(sum(extract(epoch from now() - c.answered_at)) * 1000, 0)
        from open_call c where c.settlement_id = x.account_id and c.answered_at is not null)`,
    [DEFAULT_SETTINGS.timezone],
  )
  return rows.map((row) => row.account_id)
}

/**
 * The sign of life of an engine; `facts` are for the console, and for the engine that has its calls
 * next. Those that are left out stay.
 */
export async function writeSignOfLife(
  database: SqlConnection,
  engine: string,
  state: 'starting' | 'running' | 'failing',
  facts: object,
): Promise<void> {
  await database.query(
    `insert into process_state (name, state, facts, seen_at)
      values ('calls-' || $1, $2, $3, now())
      on conflict (name) do update
        set state = $2, facts = process_state.facts || $3, seen_at = now()`,
    [engine, state, JSON.stringify(facts)],
  )
}

/** That a call has ended and cannot be closed: for the console, until it is closed all the same. */
export async function noteUnclosedCall(
  database: SqlConnection,
  call_id: string,
  error: string,
): Promise<void> {
  await database.query(
    `update open_call set close_failed_at = coalesce(close_failed_at, now()), close_error = $2
      where call_id = $1::bigint`,
    [call_id, error.slice(0, ERROR_LENGTH)],
  )
}

const ERROR_LENGTH = 300
