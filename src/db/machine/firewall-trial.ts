// The change of firewall zones that is undone unless it is confirmed.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { type Scope, seesEverything } from '../scope.ts'

export interface FirewallTrial {
  readonly state: 'UNCONFIRMED' | 'CONFIRMED' | 'UNDONE'
  readonly confirm_until: string
  readonly message: string
  readonly changed_by: string
  readonly changed_at: string
}

export async function readFirewallTrial(
  database: Database,
  scope: Scope,
): Promise<FirewallTrial | undefined> {
  const { rows } = await sql<FirewallTrial>`
    select state, confirm_until, message, changed_by, changed_at
    from firewall_trial where ${seesEverything(scope)}`.execute(database)
  return rows[0]
}

/** All zones with their networks, for `beginFirewallTrial`. */
export async function copyZones(tx: Tx): Promise<string> {
  const copy = sql<{ copy: string }>`select jsonb_build_object(
    'zones', (select coalesce(jsonb_agg(z), '[]') from firewall_zone z),
    'networks', (select coalesce(jsonb_agg(n), '[]') from firewall_network n))::text as copy`
  const { rows } = await copy.execute(tx)
  return rows[0]?.copy ?? ''
}

interface NewTrial {
  /** The zones before, as `copyZones` gives them. */
  readonly zones_before: string
  readonly confirm_until: string
  readonly changed_by: string
  readonly changed_at: string
}

/** A change during a trial belongs to it: the earlier zones are kept, and the time begins again. */
export async function beginFirewallTrial(
  tx: Tx,
  { zones_before, confirm_until, changed_by, changed_at }: NewTrial,
): Promise<void> {
  await sql`insert into firewall_trial as t
      (state, zones_before, confirm_until, changed_by, changed_at)
    values ('UNCONFIRMED', ${zones_before}::jsonb, ${confirm_until}, ${changed_by}, ${changed_at})
    on conflict (is_only) do update set state = 'UNCONFIRMED', message = '',
      zones_before = case t.state when 'UNCONFIRMED' then t.zones_before
        else excluded.zones_before end,
      confirm_until = excluded.confirm_until, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`.execute(tx)
}

/** False when no change waits, or when it is too late. */
export async function confirmFirewallTrial(tx: Tx, scope: Scope, at: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update firewall_trial set state = 'CONFIRMED'
    where state = 'UNCONFIRMED' and confirm_until > ${at}::timestamptz
      and ${seesEverything(scope)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Restores the zones; false when no change waits that was to be confirmed until `until`. */
export async function undoFirewallTrial(
  tx: Tx,
  scope: Scope,
  { until, message }: { readonly until: string; readonly message: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update firewall_trial
    set state = 'UNDONE', message = ${message}
    where state = 'UNCONFIRMED' and confirm_until <= ${until}::timestamptz
      and ${seesEverything(scope)}`.execute(tx)
  if (numAffectedRows === 0n) return false
  // Names that were exchanged would be taken while they are set back one by one.
  await sql`update firewall_zone set name = md5(id::text)`.execute(tx)
  await sql`with before as (
      select (jsonb_populate_recordset(null::firewall_zone, zones_before -> 'zones')).*
      from firewall_trial),
    removed as (delete from firewall_zone z
      where not exists (select from before b where b.id = z.id))
    insert into firewall_zone (id, name, description, position, policy, requests_per_second,
        services, countries, status, created_at)
      overriding system value
    select id, name, description, position, policy, requests_per_second,
        services, countries, status, created_at from before
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      position = excluded.position, policy = excluded.policy,
      requests_per_second = excluded.requests_per_second, services = excluded.services,
      countries = excluded.countries, status = excluded.status`.execute(tx)
  await tx.deleteFrom('firewall_network').execute()
  await sql`insert into firewall_network
    select (jsonb_populate_recordset(null::firewall_network, zones_before -> 'networks')).*
    from firewall_trial`.execute(tx)
  return true
}
