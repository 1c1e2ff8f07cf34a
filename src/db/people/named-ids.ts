// The names of what ids refer to, for those who read a log: 12 is the tariff "Retail EUR".
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { inScope, isOfAdmin, type Scope, seesEverything } from '../scope.ts'

const TABLES = {
  account: 'name',
  console_user: 'username',
  failover_policy: 'name',
  gateway: 'name',
  gateway_group: 'name',
  number_list: 'name',
  package: 'name',
  permission_group: 'name',
  route_plan: 'name',
  tariff: 'name',
  time_window: 'name',
  translation: 'name',
  tunnel: 'name',
} as const
type NamedTable = keyof typeof TABLES

/** The column by which resellers have some of the rows; those of other tables have no names. */
const ACCOUNTS: Partial<Record<NamedTable, string>> = {
  account: 'x.id',
  console_user: 'x.employer_id',
  permission_group: 'x.owner_id',
  tariff: 'x.owner_id',
}

function seesNames(scope: Scope, table: NamedTable): RawBuilder<boolean> {
  const column = ACCOUNTS[table]
  return column === undefined || isOfAdmin(scope) ? seesEverything(scope) : inScope(scope, column)
}

/** Fields that do not have the name of their table. */
const OTHERS: Readonly<Record<string, NamedTable>> = {
  account_ids: 'account',
  cli_list_id: 'number_list',
  cli_pool_id: 'number_list',
  client_id: 'account',
  dst_list_id: 'number_list',
  group_ids: 'permission_group',
  new_tariff_id: 'tariff',
  own_account_ids: 'account',
  parent_id: 'account',
  parent_plan_id: 'route_plan',
  reseller_id: 'account',
  settlement_id: 'account',
  src_list_id: 'number_list',
  user_id: 'console_user',
  window_id: 'time_window',
}

function tableOf(field: string): NamedTable | undefined {
  const name = field.replace(/_id$/, '')
  if (name !== field && name in TABLES) return name as NamedTable
  return Object.hasOwn(OTHERS, field) ? OTHERS[field] : undefined
}

/** By the field, then by the id. */
type Names = Record<string, Record<string, string>>
type Seen = (table: NamedTable, field: string, id: number) => void

/** Visits the ids of fields, also of those inside of values, such as the rules of a plan. */
function visit(field: string, value: unknown, see: Seen): void {
  if (Array.isArray(value)) for (const one of value) visit(field, one, see)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) visit(name, inner, see)
  } else if (typeof value === 'number') {
    const table = tableOf(field)
    if (table) see(table, field, value)
  }
}

/** Rows of the log with the names of the ids in them; those of what was deleted stay. */
export async function withNamesOfIds<Row extends { readonly changes: object }>(
  database: Database,
  scope: Scope,
  rows: readonly Row[],
): Promise<(Row & { names: Names })[]> {
  const ids = new Map<NamedTable, Set<number>>()
  for (const { changes } of rows) {
    visit('', changes, (table, _, id) => ids.set(table, (ids.get(table) ?? new Set()).add(id)))
  }
  const found = await findNames(database, scope, ids)
  return rows.map((row) => {
    const names: Names = {}
    visit('', row.changes, (table, field, id) => {
      const name = found.get(`${table} ${id}`)
      if (name !== undefined) names[field] = { ...names[field], [id]: name }
    })
    return { ...row, names }
  })
}

async function findNames(
  database: Database,
  scope: Scope,
  ids: ReadonlyMap<NamedTable, ReadonlySet<number>>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.size === 0) return new Map()
  const parts = [...ids].map(
    ([table, of]) => sql`select ${sql.lit(table)} || ' ' || x.id as key,
      ${sql.ref(`x.${TABLES[table]}`)} as name
      from ${sql.table(table)} x
      where x.id = any(${[...of]}::bigint[]) and ${seesNames(scope, table)}`,
  )
  const { rows } = await sql<{
    key: string
    name: string
  }>`${sql.join(parts, sql` union all `)}`.execute(database)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
