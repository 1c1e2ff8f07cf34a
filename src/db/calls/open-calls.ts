// Calls that are going on, as engines take them over after a crash or from each other.
import type pg from 'pg'
import type { MoneyEnd } from '#core/account/payer.ts'
import { nodeOf } from '#core/call/engine-name.ts'
import type { SqlConnection } from '../database.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { SILENCE } from '../silence.ts'

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
  /** It is of another node: this switch does not have the call. */
  readonly is_foreign: boolean
}

const COLUMNS = `c.call_id::text, c.dialog, c.sip_call_id, c.state, c.gateway_id,
  extract(epoch from c.ringing_at)::float8 as ringing_at,
  extract(epoch from c.answered_at)::float8 as answered_at,
  extract(epoch from c.lost_at)::float8 as lost_at,
  c.granted_seconds, c.money_end, c.hang_up_asked_at, c.decided`

/** The node of an engine, whose name is in a column (`core/call/engine-name.ts`). */
export const nodeOfEngine = (engine: string): string =>
  `coalesce(nullif(substr(${engine}, 2), ''), '1')::smallint`

/** Longer than an engine takes to start where its supervisor is alive, on a busy machine too. */
const RESTART = `interval '60 seconds'`

/** Whether $1 has given signs of life without a gap for as long as others must be silent. */
const IS_STEADY = `exists (select from process_state own where own.name = 'calls-' || $1
  and own.seen_at > now() - ${SILENCE}
  and (own.facts->>'steady_since')::timestamptz <= now() - ${SILENCE})`

/**
 * Makes the calls of `engine`, and those of engines that have given no sign for 15 seconds, its
 * own, and answers those that are not among `known`. Calls of another node only if all its engines
 * are silent while this engine was not: after a failure of the database all are, and each node
 * takes its own calls again. A node whose supervisor is alive has a minute to start an engine: its
 * switch still has the calls (ADR-0040).
 */
export async function claimOpenCalls(
  database: SqlConnection,
  engine: string,
  known: readonly string[],
): Promise<ClaimedCall[]> {
  const { rows } = await database.query<ClaimedCall>(
    `update open_call c set engine = $1
     from open_call before left join process_state p on p.name = 'calls-' || before.engine
     where before.call_id = c.call_id and c.call_id <> all($2::bigint[])
       and (c.engine = $1 or ((p.seen_at is null or p.seen_at <= now() - ${SILENCE})
         and (${nodeOfEngine('before.engine')} = $3 or ${IS_STEADY} and not exists (
           select from process_state other
           where other.node_id = ${nodeOfEngine('before.engine')}
             and other.seen_at > now() - ${SILENCE}
             and (other.name like 'calls-%' or p.seen_at > now() - ${RESTART})))))
     returning ${COLUMNS}, (p.facts->>'switch_seen_at')::float8 as switch_seen_at,
       ${nodeOfEngine('before.engine')} <> $3 as is_foreign`,
    [engine, known, nodeOf(engine)],
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

/** Those of these calls that are not open any more. */
export async function listClosedCalls(
  database: SqlConnection,
  call_ids: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ call_id: string }>(
    `select call_id::text from unnest($1::bigint[]) known (call_id)
     where not exists (select from open_call o where o.call_id = known.call_id)`,
    [call_ids],
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
    `insert into process_state as p (node_id, name, state, facts, seen_at)
      values ($4, 'calls-' || $1, $2, $3::jsonb || jsonb_build_object('steady_since', now()), now())
      on conflict (node_id, name) do update
        set state = $2, seen_at = now(),
          facts = p.facts || $3 || jsonb_build_object('steady_since',
            case when p.seen_at > now() - ${SILENCE} / 2
              then coalesce(p.facts->'steady_since', to_jsonb(now())) else to_jsonb(now()) end)`,
    [engine, state, JSON.stringify(facts), nodeOf(engine)],
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
