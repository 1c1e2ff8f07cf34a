// The statements of one batch of the engine: what it reads and locks, and what it writes, in a single
// transaction of two round trips. What the rows mean is decided in engine/records/plan-batch.ts.
import type pg from 'pg'
import type { CallRecord } from '#core/call/call-record.ts'
import type { Money } from '#core/money.ts'

export interface LockedBalance {
  readonly account_id: number
  readonly balance: Money
  readonly credit_limit: Money
  readonly held: Money
  readonly has_floor: boolean
}

export interface LockedCall {
  readonly call_id: string
  readonly held: Money[]
  readonly granted_seconds: number
}

export interface OpenCallRow {
  readonly call_id: string
  readonly engine: string
  readonly account_id: number
  readonly client_type: string
  readonly settlement_id: number
  readonly gateway_id: number
  readonly caller_number: string
  readonly called_number: string
  readonly destination: string
  readonly source_ip: string
  readonly started_at: number
  readonly granted_seconds: number
  readonly expires_at: number
  readonly dialog: string
  readonly sip_call_id: string
  readonly payer_ids: readonly number[]
  readonly held: readonly Money[]
  readonly decided: unknown
}

/** What changes of a call that goes on; null leaves a column as it is. */
export interface OpenCallChange {
  readonly call_id: string
  readonly state: 'RINGING' | 'ANSWERED' | null
  readonly gateway_id: number | null
  readonly settlement_id: number | null
  readonly ringing_at: number | null
  readonly answered_at: number | null
  readonly granted_seconds: number | null
  readonly expires_at: number | null
  readonly held: readonly Money[] | null
}

export interface BalanceChange {
  readonly account_id: number
  readonly balance: Money
  readonly held: Money
}

export interface ChargeRow {
  readonly call_id: string
  readonly started_at: number
  readonly account_id: number
  readonly depth: number
  readonly tariff_id: number
  readonly rate_id: number
  readonly prefix: string
  readonly terms: unknown
  readonly duration_seconds: number
  readonly billed_seconds: number
  readonly net: Money
  readonly vat: Money
  readonly amount: Money
}

export interface CallEntryRow {
  readonly account_id: number
  readonly counter_account_id: number
  readonly amount: Money
  readonly balance_after: Money
  readonly call_id: string
}

export interface TrafficRow {
  readonly bucket: number
  readonly id: number
  readonly settlement_id: number
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
  readonly billed_seconds: number
  readonly sell_amount: Money
  readonly buy_amount: Money
  readonly margin: Money
  readonly pdd_ms_sum: number
  readonly pdd_count: number
}

export interface BatchChanges {
  readonly balances: readonly BalanceChange[]
  readonly opened: readonly OpenCallRow[]
  readonly changed: readonly OpenCallChange[]
  readonly closed: readonly string[]
  readonly records: readonly CallRecord[]
  readonly charges: readonly ChargeRow[]
  readonly entries: readonly CallEntryRow[]
  readonly logs: readonly { call_id: string; started_at: number; steps: unknown }[]
  readonly clients: readonly TrafficRow[]
  readonly gateways: readonly TrafficRow[]
}

/** Opens the transaction and locks what the batch decides on, accounts in the order of their ids. */
export async function lockBatch(
  client: pg.Client,
  account_ids: readonly number[],
  call_ids: readonly string[],
): Promise<{ balances: LockedBalance[]; calls: LockedCall[] }> {
  const [, balances, calls] = await Promise.all([
    client.query('begin'),
    client.query<LockedBalance>({
      name: 'lock-balances',
      text: `select account_id, balance, credit_limit, held, has_floor from account_balance
        where account_id = any($1::bigint[]) order by account_id for update`,
      values: [account_ids],
    }),
    client.query<Omit<LockedCall, 'held'> & { held: string[] }>({
      name: 'lock-calls',
      text: `select call_id::text, held::text[], granted_seconds from open_call
        where call_id = any($1::bigint[]) order by call_id for update`,
      values: [call_ids],
    }),
  ])
  return {
    balances: balances.rows,
    calls: calls.rows.map((row) => ({ ...row, held: row.held.map(Number) as Money[] })),
  }
}

/** Writes everything and commits. Throws when anything failed: then nothing is written. */
export async function writeBatch(client: pg.Client, changes: BatchChanges): Promise<void> {
  const writes: [keyof BatchChanges, string][] = [
    ['balances', UPDATE_BALANCES],
    ['opened', INSERT_OPEN_CALLS],
    ['changed', UPDATE_OPEN_CALLS],
    ['records', INSERT_RECORDS],
    ['charges', INSERT_CHARGES],
    ['entries', INSERT_ENTRIES],
    ['logs', INSERT_LOGS],
    ['clients', ADD_CLIENT_TRAFFIC],
    ['gateways', ADD_GATEWAY_TRAFFIC],
  ]
  const queries = writes
    .filter(([part]) => changes[part].length > 0)
    .map(([part, text]) =>
      client.query({ name: `batch-${part}`, text, values: [JSON.stringify(changes[part])] }),
    )
  if (changes.closed.length > 0) {
    const text = 'delete from open_call where call_id = any($1::bigint[])'
    queries.push(client.query({ name: 'batch-closed', text, values: [changes.closed] }))
  }
  const results = await Promise.allSettled([...queries, client.query('commit')])
  // The first failure is the cause; those after it only say that the transaction is aborted.
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Gives the locks back when a batch cannot be written. */
export async function abandonBatch(client: pg.Client): Promise<void> {
  await client.query('rollback')
}

const UPDATE_BALANCES = `update account_balance as a
  set balance = a.balance + r.balance, held = a.held + r.held, updated_at = now()
  from json_to_recordset($1::json) as r(account_id bigint, balance bigint, held bigint)
  where a.account_id = r.account_id`

const INSERT_OPEN_CALLS = `insert into open_call (call_id, engine, account_id, client_type,
    settlement_id, gateway_id, caller_number, called_number, destination, source_ip, started_at,
    granted_seconds, expires_at, dialog, sip_call_id, payer_ids, held, decided)
  select call_id, engine, account_id, client_type, settlement_id, gateway_id, caller_number,
    called_number, destination, source_ip, to_timestamp(started_at), granted_seconds,
    to_timestamp(expires_at), dialog, sip_call_id, payer_ids, held, decided
  from json_to_recordset($1::json) as r(call_id bigint, engine text, account_id bigint,
    client_type text, settlement_id bigint, gateway_id bigint, caller_number text,
    called_number text, destination text, source_ip inet, started_at float8, granted_seconds int,
    expires_at float8, dialog text, sip_call_id text, payer_ids bigint[], held bigint[], decided jsonb)`

const UPDATE_OPEN_CALLS = `update open_call as c set
    state = coalesce(r.state, c.state), gateway_id = coalesce(r.gateway_id, c.gateway_id),
    settlement_id = coalesce(r.settlement_id, c.settlement_id),
    ringing_at = coalesce(to_timestamp(r.ringing_at), c.ringing_at),
    answered_at = coalesce(to_timestamp(r.answered_at), c.answered_at),
    granted_seconds = coalesce(r.granted_seconds, c.granted_seconds),
    expires_at = coalesce(to_timestamp(r.expires_at), c.expires_at),
    held = coalesce(r.held, c.held), updated_at = now()
  from json_to_recordset($1::json) as r(call_id bigint, state text, gateway_id bigint,
    settlement_id bigint, ringing_at float8, answered_at float8, granted_seconds int,
    expires_at float8, held bigint[])
  where c.call_id = r.call_id`

const INSERT_RECORDS = `insert into call_record (started_at, progress_at, answered_at, ended_at,
    call_id, account_id, tariff_id, rate_id, sell_rate, sell_amount, settlement_id, gateway_id,
    buy_tariff_id, buy_rate_id, buy_rate, buy_amount, margin, route_plan_id, route_rule_id,
    client_ip_id, duration_ms, billed_seconds, buy_billed_seconds, pdd_ms, routing_ms, sip_code,
    q850_cause, source_port, attempt_no, is_last, client_type, status, refusal, release_side,
    source_ip, gateway_address, caller_number, caller_name, dialled_number, called_number,
    sent_number, prefix, buy_prefix, destination, sip_call_id, user_agent, sip_reason, engine)
  select to_timestamp(started_at), to_timestamp(progress_at), to_timestamp(answered_at),
    to_timestamp(ended_at), call_id, account_id, tariff_id, rate_id, sell_rate, sell_amount,
    settlement_id, gateway_id, buy_tariff_id, buy_rate_id, buy_rate, buy_amount, margin,
    route_plan_id, route_rule_id, client_ip_id, duration_ms, billed_seconds, buy_billed_seconds,
    pdd_ms, routing_ms, sip_code, q850_cause, source_port, attempt_no, is_last, client_type, status,
    refusal, release_side, source_ip, gateway_address, caller_number, caller_name, dialled_number,
    called_number, sent_number, prefix, buy_prefix, destination, sip_call_id, user_agent,
    sip_reason, engine
  from json_to_recordset($1::json) as r(started_at float8, progress_at float8, answered_at float8,
    ended_at float8, call_id bigint, account_id bigint, tariff_id bigint, rate_id bigint,
    sell_rate bigint, sell_amount bigint, settlement_id bigint, gateway_id bigint,
    buy_tariff_id bigint, buy_rate_id bigint, buy_rate bigint, buy_amount bigint, margin bigint,
    route_plan_id bigint, route_rule_id bigint, client_ip_id bigint, duration_ms int,
    billed_seconds int, buy_billed_seconds int, pdd_ms int, routing_ms int, sip_code int2,
    q850_cause int2, source_port int, attempt_no int2, is_last bool, client_type text, status text,
    refusal text, release_side text, source_ip inet, gateway_address text, caller_number text,
    caller_name text, dialled_number text, called_number text, sent_number text, prefix text,
    buy_prefix text, destination text, sip_call_id text, user_agent text, sip_reason text,
    engine text)`

const INSERT_CHARGES = `insert into call_charge (call_id, started_at, account_id, depth, tariff_id,
    rate_id, prefix, terms, duration_seconds, billed_seconds, net, vat, amount)
  select call_id, to_timestamp(started_at), account_id, depth, tariff_id, rate_id, prefix, terms,
    duration_seconds, billed_seconds, net, vat, amount
  from json_to_recordset($1::json) as r(call_id bigint, started_at float8, account_id bigint,
    depth int2, tariff_id bigint, rate_id bigint, prefix text, terms jsonb, duration_seconds int,
    billed_seconds int, net bigint, vat bigint, amount bigint)`

const INSERT_ENTRIES = `insert into ledger_entry (account_id, counter_account_id, kind, amount,
    balance_after, call_id)
  select account_id, counter_account_id, 'CALL', amount, balance_after, call_id
  from rows from (json_to_recordset($1::json) as (account_id bigint, counter_account_id bigint,
    amount bigint, balance_after bigint, call_id bigint)) with ordinality
    as r(account_id, counter_account_id, amount, balance_after, call_id, n)
  order by n`

const INSERT_LOGS = `insert into routing_log (started_at, call_id, steps)
  select to_timestamp(started_at), call_id, steps
  from json_to_recordset($1::json) as r(started_at float8, call_id bigint, steps jsonb)`

const ADD_CLIENT_TRAFFIC = `insert into traffic_by_client as t (bucket, account_id, calls, answered,
    duration_ms, billed_seconds, sell_amount, buy_amount, margin, pdd_ms_sum, pdd_count)
  select to_timestamp(bucket), id, calls, answered, duration_ms, billed_seconds, sell_amount,
    buy_amount, margin, pdd_ms_sum, pdd_count
  from json_to_recordset($1::json) as r(bucket float8, id bigint, calls int, answered int,
    duration_ms bigint, billed_seconds bigint, sell_amount bigint, buy_amount bigint, margin bigint,
    pdd_ms_sum bigint, pdd_count int)
  order by id, bucket
  on conflict (account_id, bucket) do update set calls = t.calls + excluded.calls,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    sell_amount = t.sell_amount + excluded.sell_amount,
    buy_amount = t.buy_amount + excluded.buy_amount, margin = t.margin + excluded.margin,
    pdd_ms_sum = t.pdd_ms_sum + excluded.pdd_ms_sum, pdd_count = t.pdd_count + excluded.pdd_count`

const ADD_GATEWAY_TRAFFIC = `insert into traffic_by_gateway as t (bucket, gateway_id, settlement_id,
    attempts, answered, duration_ms, billed_seconds, sell_amount, buy_amount, pdd_ms_sum, pdd_count)
  select to_timestamp(bucket), id, settlement_id, calls, answered, duration_ms, billed_seconds,
    sell_amount, buy_amount, pdd_ms_sum, pdd_count
  from json_to_recordset($1::json) as r(bucket float8, id bigint, settlement_id bigint, calls int,
    answered int, duration_ms bigint, billed_seconds bigint, sell_amount bigint, buy_amount bigint,
    pdd_ms_sum bigint, pdd_count int)
  order by id, bucket
  on conflict (gateway_id, bucket) do update set attempts = t.attempts + excluded.attempts,
    answered = t.answered + excluded.answered, duration_ms = t.duration_ms + excluded.duration_ms,
    billed_seconds = t.billed_seconds + excluded.billed_seconds,
    sell_amount = t.sell_amount + excluded.sell_amount,
    buy_amount = t.buy_amount + excluded.buy_amount,
    pdd_ms_sum = t.pdd_ms_sum + excluded.pdd_ms_sum, pdd_count = t.pdd_count + excluded.pdd_count`
