// The statements of one batch of the engine: what it reads and locks, and what it writes, in a
// single transaction of two round trips. The meaning of the rows is decided in
// core/billing/plan-batch.ts.
import type pg from 'pg'
import type { Balance } from '#core/account/available-funds.ts'
import type { SubscriptionSeconds } from '#core/account/package.ts'
import type {
  BalanceChange,
  BatchChanges,
  CallEntryRow,
  ChargeRow,
  LockedCall,
  OpenCallChange,
  OpenCallRow,
  RoutingLogRow,
  SubscriptionChange,
} from '#core/billing/call-batch-rows.ts'
import type { LockedRows } from '#core/billing/plan-batch.ts'
import type { RowsToLock } from '#core/billing/rows-to-lock.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import { forRows, type RowStatement } from '../columns.ts'
import { inOnePacket } from '../database.ts'
import { lockCounters, UPDATE_COUNTERS } from './limit-counters.ts'
import { INSERT_TRAFFIC_ADDITIONS } from './traffic-batch.ts'

/** A balance as the decisions about money need it. */
export const BALANCE_COLUMNS = `account_id, balance::numeric, credit_limit, held::numeric,
  lent::numeric, has_floor, max_debt, daily_spend_limit, monthly_spend_limit, spent_day::text,
  spent_today::numeric, spent_this_month::numeric`

/** The same for the seconds of a package. */
export const SUBSCRIPTION_COLUMNS = `id, state, seconds_left, seconds_held,
  extract(epoch from period_ends_at)::float8 as period_ends_at`

/**
 * For a connection that writes batches: it finds every row by its key. A plan that is made while
 * few calls are open, and kept, would read the whole table for each batch when there are many.
 */
export async function findRowsByKey(client: pg.Client): Promise<void> {
  await client.query('set enable_seqscan = off')
}

/**
 * Opens the transaction and locks what the batch decides on, accounts in the order of their ids,
 * subscriptions after them, in the same order as a purchase of a period, and counters last.
 */
export async function lockBatch(
  client: pg.Client,
  { account_ids, call_ids, subscription_ids, subjects, numbers }: RowsToLock,
): Promise<LockedRows> {
  const [, balances, calls, subscriptions, counters] = await inOnePacket(client, () =>
    Promise.all([
      client.query('begin'),
      client.query<Balance>({
        name: 'lock-balances',
        text: `select ${BALANCE_COLUMNS} from account_balance
          where account_id = any($1::bigint[]) order by account_id for update`,
        values: [account_ids],
      }),
      client.query<LockedCall>({
        name: 'lock-calls',
        text: `select call_id::text, payer_ids, held, granted_seconds, package_subscription_id,
          package_seconds_held, subjects from open_call
          where call_id = any($1::bigint[]) order by call_id for update`,
        values: [call_ids],
      }),
      lockSubscriptions(client, subscription_ids),
      lockCounters(client, { subjects, call_ids, numbers }),
    ]),
  )
  return { balances: balances.rows, calls: calls.rows, subscriptions, ...counters }
}

/** Most calls have no package and need no query. */
async function lockSubscriptions(
  client: pg.Client,
  ids: readonly number[],
): Promise<SubscriptionSeconds[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<SubscriptionSeconds>({
    name: 'lock-subscriptions',
    text: `select ${SUBSCRIPTION_COLUMNS} from package_subscription
      where id = any($1::bigint[]) order by id for update`,
    values: [ids],
  })
  return rows
}

/** Writes everything and commits. Throws when anything failed: then nothing is written. */
export async function writeBatch(client: pg.Client, changes: BatchChanges): Promise<void> {
  const queries = inOnePacket(client, () => [
    ...write(client, 'balances', UPDATE_BALANCES, changes.balances),
    ...write(client, 'subscriptions', UPDATE_SUBSCRIPTIONS, changes.subscriptions),
    ...write(client, 'counters', UPDATE_COUNTERS, changes.counters),
    ...write(client, 'opened', INSERT_OPEN_CALLS, changes.opened),
    ...write(client, 'changed', UPDATE_OPEN_CALLS, changes.changed),
    ...write(client, 'records', INSERT_RECORDS, changes.records),
    ...write(client, 'charges', INSERT_CHARGES, changes.charges),
    ...write(client, 'entries', INSERT_ENTRIES, changes.entries),
    ...write(client, 'logs', INSERT_LOGS, changes.logs),
    ...write(client, 'additions', INSERT_TRAFFIC_ADDITIONS, changes.additions),
    ...removeClosed(client, changes.closed),
    client.query('commit'),
  ])
  const results = await Promise.allSettled(queries)
  // The first failure is the cause; those after it only say that the transaction is aborted.
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** The query if there is anything to write; it is sent with the others. */
function write<Row>(
  client: pg.Client,
  part: string,
  statement: RowStatement<Row>,
  rows: readonly Row[],
): Promise<unknown>[] {
  if (rows.length === 0) return []
  const { text, values } = statement
  return [client.query({ name: `batch-${part}`, text, values: values(rows) })]
}

function removeClosed(client: pg.Client, call_ids: readonly string[]): Promise<unknown>[] {
  if (call_ids.length === 0) return []
  const text = 'delete from open_call where call_id = any($1::bigint[])'
  return [client.query({ name: 'batch-closed', text, values: [call_ids] })]
}

/** Gives the locks back when a batch cannot be written. */
export async function abandonBatch(client: pg.Client): Promise<void> {
  await client.query('rollback')
}

const UPDATE_BALANCES = forRows<BalanceChange>(
  // biome-ignore format: a table of columns
  {
    account_id: 'bigint', balance: 'bigint', held: 'bigint', spent_day: 'text',
    spent_today: 'bigint', spent_this_month: 'bigint',
  },
  ({ rows }) => `update account_balance as a
    set balance = a.balance + r.balance, held = a.held + r.held, spent_day = r.spent_day::date,
      spent_today = r.spent_today, spent_this_month = r.spent_this_month, updated_at = now()
    from ${rows} where a.account_id = r.account_id`,
)

const UPDATE_SUBSCRIPTIONS = forRows<SubscriptionChange>(
  { id: 'bigint', seconds_left: 'bigint', seconds_held: 'bigint' },
  ({ rows }) => `update package_subscription as s
    set seconds_left = s.seconds_left + r.seconds_left,
      seconds_held = s.seconds_held + r.seconds_held
    from ${rows} where s.id = r.id`,
)

const INSERT_OPEN_CALLS = forRows<OpenCallRow>(
  // biome-ignore format: a table of columns
  {
    call_id: 'bigint', engine: 'text', account_id: 'bigint', client_type: 'text',
    settlement_id: 'bigint', gateway_id: 'bigint', caller_number: 'text', called_number: 'text',
    destination: 'text', source_ip: 'inet', started_at: 'timestamptz', granted_seconds: 'integer',
    expires_at: 'timestamptz', dialog: 'text', sip_call_id: 'text', payer_ids: 'bigint[]',
    held: 'bigint[]', package_subscription_id: 'bigint', package_seconds_held: 'integer',
    subjects: 'text[]', money_end: 'json', decided: 'json',
  },
  ({ names, values, rows }) => `insert into open_call (${names}) select ${values} from ${rows}`,
)

const UPDATE_OPEN_CALLS = forRows<OpenCallChange>(
  // biome-ignore format: a table of columns
  {
    call_id: 'bigint', state: 'text', gateway_id: 'bigint', settlement_id: 'bigint',
    ringing_at: 'timestamptz', answered_at: 'timestamptz', granted_seconds: 'integer',
    expires_at: 'timestamptz', payer_ids: 'bigint[]', held: 'bigint[]',
    package_subscription_id: 'bigint', package_seconds_held: 'integer', subjects: 'text[]',
    money_end: 'json', lost_at: 'timestamptz',
  },
  ({ rows }) => `update open_call as c set
      state = coalesce(r.state, c.state), gateway_id = coalesce(r.gateway_id, c.gateway_id),
      settlement_id = coalesce(r.settlement_id, c.settlement_id),
      ringing_at = coalesce(r.ringing_at, c.ringing_at),
      answered_at = coalesce(r.answered_at, c.answered_at),
      granted_seconds = coalesce(r.granted_seconds, c.granted_seconds),
      expires_at = coalesce(r.expires_at, c.expires_at),
      payer_ids = coalesce(r.payer_ids::bigint[], c.payer_ids),
      held = coalesce(r.held::bigint[], c.held),
      package_subscription_id = coalesce(r.package_subscription_id, c.package_subscription_id),
      package_seconds_held = coalesce(r.package_seconds_held, c.package_seconds_held),
      subjects = coalesce(r.subjects::text[], c.subjects),
      money_end = coalesce(r.money_end::json, c.money_end),
      lost_at = coalesce(r.lost_at, c.lost_at),
      updated_at = now()
    from ${rows} where c.call_id = r.call_id`,
)

const INSERT_RECORDS = forRows<CallRecord>(
  // biome-ignore format: a table of columns
  {
    started_at: 'timestamptz', progress_at: 'timestamptz', answered_at: 'timestamptz',
    ended_at: 'timestamptz', call_id: 'bigint', account_id: 'bigint', tariff_id: 'bigint',
    rate_id: 'bigint', sell_rate: 'bigint', sell_amount: 'bigint', settlement_id: 'bigint',
    gateway_id: 'bigint', buy_tariff_id: 'bigint', buy_rate_id: 'bigint', buy_rate: 'bigint',
    buy_amount: 'bigint', revenue: 'bigint', cost: 'bigint', route_plan_id: 'bigint',
    route_rule_id: 'bigint',
    client_ip_id: 'bigint', duration_ms: 'integer', billed_seconds: 'integer',
    buy_billed_seconds: 'integer', pdd_ms: 'integer', routing_ms: 'integer', sip_code: 'smallint',
    q850_cause: 'smallint', source_port: 'integer', attempt_no: 'smallint', is_last: 'boolean',
    client_type: 'text', status: 'text', refusal: 'text', release_side: 'text', source_ip: 'inet',
    gateway_address: 'text', caller_number: 'text', caller_name: 'text', dialled_number: 'text',
    called_number: 'text', sent_number: 'text', prefix: 'text', buy_prefix: 'text',
    destination: 'text', sip_call_id: 'text', user_agent: 'text', sip_reason: 'text',
    engine: 'text', sip_user_id: 'bigint', reseller_ids: 'bigint[]', route_target_id: 'bigint',
    routed_caller_number: 'text', sent_caller_number: 'text', transport: 'text',
    media_mode: 'text', codec: 'text', media: 'json', early_media: 'boolean',
    sell_currency: 'text', sell_fx: 'bigint', buy_currency: 'text', buy_fx: 'bigint',
    pai: 'text', rpid: 'text', diversion: 'text', privacy: 'text', from_domain: 'text',
    dialled_domain: 'text', local_address: 'text', sent_caller_name: 'text', tunnel_id: 'bigint',
    sent_at: 'timestamptz', call_pdd_ms: 'integer', gateway_sip_code: 'smallint',
    gateway_q850_cause: 'smallint', attempt_end: 'text', not_sent_reason: 'text',
    gateway_user_agent: 'text', fault: 'text', one_way_audio: 'text',
  },
  ({ names, values, rows }) => `insert into call_record (${names}) select ${values} from ${rows}`,
)

const INSERT_CHARGES = forRows<ChargeRow>(
  // biome-ignore format: a table of columns
  {
    call_id: 'bigint', started_at: 'timestamptz', account_id: 'bigint', depth: 'smallint',
    tariff_id: 'bigint', rate_id: 'bigint', prefix: 'text', terms: 'json',
    duration_seconds: 'integer', billed_seconds: 'integer', net: 'bigint', vat: 'bigint',
    amount: 'bigint', parent_id: 'bigint', currency: 'text', attempts: 'smallint',
    income: 'bigint', package_subscription_id: 'bigint', package_seconds: 'integer',
  },
  ({ names, values, rows }) => `insert into call_charge (${names}) select ${values} from ${rows}`,
)

const INSERT_ENTRIES = forRows<CallEntryRow>(
  // biome-ignore format: a table of columns
  {
    account_id: 'bigint', counter_account_id: 'bigint', kind: 'text', amount: 'bigint',
    balance_after: 'bigint', call_id: 'bigint',
  },
  // Ids in the order of the balances that they leave.
  ({ names, values, rows }) => `insert into ledger_entry (${names})
    select ${values} from ${rows} order by r.n`,
)

const INSERT_LOGS = forRows<RoutingLogRow>(
  { started_at: 'timestamptz', call_id: 'bigint', steps: 'json' },
  ({ names, values, rows }) => `insert into routing_log (${names}) select ${values} from ${rows}`,
)
