// What refers to time windows, number lists and translations. A table that gets such a column adds
// its line here; a test compares the lines with the foreign keys of the database.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

export type Referred = 'time_window' | 'number_list' | 'translation'

/** Kind, id and name of all that refer to an id by one column. */
type Users = (column: string, id: RawBuilder<number>) => RawBuilder<unknown>

const is = (column: string, id: RawBuilder<number>) => sql`${sql.ref(`x.${column}`)} = ${id}`

const clients: Users = (column, id) => sql`select 'client' as kind, a.id, a.name
  from client x join account a on a.id = x.account_id
  where ${is(column, id)} and a.deleted_at is null`

const gateways: Users = (column, id) => sql`select 'gateway' as kind, x.id, x.name
  from gateway x where ${is(column, id)} and x.deleted_at is null`

const routePlans: Users = (column, id) => sql`select 'route plan' as kind, x.id, x.name
  from route_plan x where ${is(column, id)} and x.deleted_at is null`

const routeRules: Users = (column, id) => sql`select 'route plan' as kind, p.id, p.name
  from route_rule x join route_plan p on p.id = x.route_plan_id
  where ${is(column, id)} and p.deleted_at is null`

const routeTargets: Users = (column, id) => sql`select 'route plan' as kind, p.id, p.name
  from route_target x join route_rule r on r.id = x.route_rule_id
  join route_plan p on p.id = r.route_plan_id
  where ${is(column, id)} and p.deleted_at is null`

const tariffRates: Users = (column, id) => sql`select 'tariff' as kind, t.id, t.name
  from tariff_rate x join tariff t on t.id = x.tariff_id
  where ${is(column, id)} and t.deleted_at is null`

/** The one that no foreign key can hold: pools are named inside of the rules. */
const translations: Users = (column, id) => sql`select 'translation' as kind, x.id, x.name
  from translation x where x.deleted_at is null
  and ${sql.ref(`x.${column}`)} @> jsonb_build_array(jsonb_build_object('pool_list_id', ${id}))`

/** By `table.column`. */
export const REFERENCES: Readonly<Record<Referred, Readonly<Record<string, Users>>>> = {
  time_window: {
    'gateway.window_id': gateways,
    'route_rule.window_id': routeRules,
    'tariff_rate.window_id': tariffRates,
  },
  number_list: {
    'client.dst_list_id': clients,
    'client.src_list_id': clients,
    'client.cli_list_id': clients,
    'gateway.dst_list_id': gateways,
    'gateway.src_list_id': gateways,
    'gateway.cli_pool_id': gateways,
    'route_plan.dst_list_id': routePlans,
    'route_plan.src_list_id': routePlans,
    'route_rule.src_list_id': routeRules,
    'translation.rules': translations,
  },
  translation: {
    'client.translation_id': clients,
    'gateway.translation_id': gateways,
    'route_target.translation_id': routeTargets,
  },
}

/** Each user once, by how many columns it may refer. */
function usersOf(table: Referred, id: RawBuilder<number>): RawBuilder<unknown> {
  const queries = Object.entries(REFERENCES[table]).map(([name, users]) =>
    users(name.slice(name.indexOf('.') + 1), id),
  )
  return sql.join(queries, sql` union `)
}

export const usedByCount = (table: Referred, id: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${usersOf(table, id)}) as users)`

/** Locks the row against new uses and names what uses it: "gateway gw-1", "route plan Premium". */
export async function lockedUsersOf(tx: Tx, table: Referred, id: number): Promise<string[]> {
  await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  const { rows } = await sql<{ kind: string; name: string }>`
    select kind, name from (${usersOf(table, sql`${id}::bigint`)}) as users
    order by kind, lower(name)`.execute(tx)
  return rows.map(({ kind, name }) => `${kind} ${name}`)
}
