// The data that a test of a route needs: the snapshot as the engine has it, but of the tariffs only
// the rates that the number can have, and the current load.

import type { Balance } from '#core/account/available-funds.ts'
import { freeSecondsOf, type SubscriptionSeconds } from '#core/account/package.ts'
import type { Rate } from '#core/money.ts'
import type { PercentCounters } from '#core/routing/percent-counters.ts'
import type { Load, RoutingSnapshot, Usage } from '#core/routing/snapshot.ts'
import { type DetailsPool, type RateSheet, RateSheetBuilder } from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { RateDetails } from '#core/tariff/terms.ts'
import { BALANCE_COLUMNS, SUBSCRIPTION_COLUMNS } from '../calls/call-batch.ts'
import { listExhaustedSettlements } from '../calls/open-calls.ts'
import type { SqlConnection } from '../database.ts'
import { RATE_DETAILS } from '../rate-columns.ts'
import { loadGatewayConditions } from '../routing/gateway-states.ts'
import { loadGeneralSettings, loadTariffRows, settingsOfCalls } from './configuration.ts'
import { loadConfiguration } from './load.ts'
import { NumberLists } from './number-lists.ts'

/** Everything but the tariffs: they come when the number is known. */
export type SnapshotWithoutTariffs = Omit<RoutingSnapshot, 'tariffs'>

export async function loadSnapshot(connection: SqlConnection): Promise<SnapshotWithoutTariffs> {
  const configuration = await loadConfiguration(
    connection,
    await new NumberLists().load(connection),
  )
  return { ...configuration, ...settingsOfCalls(await loadGeneralSettings(connection)) }
}

interface RateRow extends RateDetails {
  readonly tariff_id: number
  readonly id: number
  readonly prefix: string
  readonly rate: Rate
  readonly starts: number
  readonly ends: number | null
}

/** All tariffs, each with the rates with whose prefix one of the numbers begins. */
export async function loadTariffsFor(
  connection: SqlConnection,
  called_numbers: readonly string[],
  details: DetailsPool,
): Promise<ReadonlyMap<number, Tariff>> {
  const prefixes = called_numbers.flatMap((number) =>
    Array.from({ length: 16 }, (_, length) => number.slice(0, length)),
  )
  const { rows } = await connection.query<RateRow>(
    `select tariff_id, id, prefix, rate, floor(date_part('epoch', effective_from)) as starts,
      floor(date_part('epoch', effective_until)) as ends, ${RATE_DETAILS}
    from tariff_rate
    where tariff_id in (select id from tariff where deleted_at is null)
      and prefix = any($1::text[])
    order by tariff_id, prefix, effective_from, coalesce(window_id, 0)`,
    [[...new Set(prefixes)]],
  )
  const sheets = new Map<number, RateSheet>()
  for (const [tariff_id, rates] of Map.groupBy(rows, (row) => row.tariff_id)) {
    const builder = new RateSheetBuilder(details)
    for (const { tariff_id: _, id, prefix, rate, starts, ends, ...more } of rates) {
      const details_at = details.place(JSON.stringify(more), () => more)
      builder.add(id, prefix, starts, ends, rate, details_at)
    }
    sheets.set(tariff_id, builder.build())
  }
  const empty = new RateSheetBuilder(details).build()
  const tariffs = await loadTariffRows(connection)
  return new Map(
    tariffs.map(({ rates_version: _, ...row }) => [
      row.id,
      { ...row, sheet: sheets.get(row.id) ?? empty },
    ]),
  )
}

interface CountRow {
  readonly key: string
  readonly calls: number
}

/** The current load by the open calls, without calls per second. */
export async function loadUsage(
  connection: SqlConnection,
  percent_counters: PercentCounters,
  now_ms: number,
): Promise<Usage> {
  const { rows } = await connection.query<CountRow>(`
    with call as (select *, decided->'identity' as who from open_call)
    select 'CLIENT ' || account_id as key, count(*) as calls from call group by 1
    union all select 'GATEWAY ' || gateway_id, count(*) from call group by 1
    union all select 'SETTLEMENT ' || settlement_id, count(*) from call
      where settlement_id is not null group by 1
    union all select 'NUMBER ' || gateway_id || ' ' || called_number, count(*) from call group by 1
    union all select 'CLIENT_IP ' || (who->>'client_ip_id'), count(*) from call
      where who->>'client_ip_id' is not null group by 1
    union all select 'SIP_USER ' || u.id, count(*) from call,
      unnest(array[who->>'sip_user_id', who->>'called_user_id']) as u(id)
      where u.id is not null group by 1
    union all select 'RESELLER ' || r.id, count(*) from call,
      json_array_elements_text(who->'reseller_ids') as r(id) group by 1
    union all select 'TARGET ' || (r->>'target_id'), count(*) from call,
      json_array_elements(decided->'routes') as r
      where (r->>'gateway_id')::bigint = gateway_id and r->>'target_id' is not null group by 1`)
  const calls = new Map(rows.map((row) => [row.key, row.calls]))
  const conditions = new Map(
    (await loadGatewayConditions(connection)).map((row) => [row.gateway_id, row]),
  )
  const registered = await connection.query<{ username: string }>(
    `select distinct lower(s.username) as username from registration r
      join sip_user s on s.id = r.sip_user_id where r.expires_at > now()`,
  )
  const names = new Set(registered.rows.map((row) => row.username))
  const exhausted = new Set(await listExhaustedSettlements(connection))
  return {
    load: (kind, id): Load => ({ calls: calls.get(`${kind} ${id}`) ?? 0, starts: 0 }),
    isExhausted: (settlement_id) => exhausted.has(settlement_id),
    condition(gateway_id) {
      const row = conditions.get(gateway_id)
      return {
        health: row?.health ?? 'UNKNOWN',
        lock: row?.lock ?? null,
        is_paused: (row?.paused_until ?? 0) > now_ms,
        is_deprioritised: row?.is_deprioritised ?? false,
        quality: row?.quality ?? null,
      }
    },
    isRegistered: (username) => names.has(username.toLowerCase()),
    percent_counters,
  }
}

export async function loadBalances(
  connection: SqlConnection,
  account_ids: readonly number[],
): Promise<ReadonlyMap<number, Balance>> {
  const { rows } = await connection.query<Balance>(
    `select ${BALANCE_COLUMNS} from account_balance where account_id = any($1::bigint[])`,
    [[...account_ids]],
  )
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** The seconds of each subscription that are free for a call that begins now. */
export async function loadFreeSeconds(
  connection: SqlConnection,
  subscription_ids: readonly number[],
  at_seconds: number,
): Promise<ReadonlyMap<number, number>> {
  if (subscription_ids.length === 0) return new Map()
  const { rows } = await connection.query<SubscriptionSeconds>(
    `select ${SUBSCRIPTION_COLUMNS} from package_subscription where id = any($1::bigint[])`,
    [[...subscription_ids]],
  )
  return new Map(rows.map((row) => [row.id, freeSecondsOf(row, 0, at_seconds)]))
}

export interface NamedAccount {
  readonly id: number
  readonly name: string
  readonly kind: string
  /** Level of a reseller; null for others. */
  readonly level: number | null
}

export async function loadNames(
  connection: SqlConnection,
  account_ids: readonly number[],
): Promise<ReadonlyMap<number, NamedAccount>> {
  const { rows } = await connection.query<NamedAccount>(
    `select a.id, a.name, a.kind, r.level from account a left join reseller r on r.account_id = a.id
     where a.id = any($1::bigint[])`,
    [[...account_ids]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
