import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { hasText, type ListQuery, offsetPage } from '../paging.ts'
import type { CurrencyTable } from '../tables/tariffs.ts'

/** Also of what is deleted: its balance and its records stay amounts of this currency. */
const accountsCount = sql<number>`(select count(*) from account a where a.currency = c.code)`
const tariffsCount = sql<number>`(select count(*) from tariff t where t.currency = c.code)`
const packagesCount = sql<number>`(select count(*) from package p where p.currency = c.code)`

const currencies = (database: Database) =>
  database
    .selectFrom('currency as c')
    .select(['c.code', 'c.name', 'c.rate', 'c.is_system', 'c.version'])
    .select(['c.created_at', 'c.updated_at'])
    .select([accountsCount.as('accounts_count'), tariffsCount.as('tariffs_count')])
    .select(packagesCount.as('packages_count'))

const SORTS = {
  code: sql`c.code`,
  name: sql`lower(c.name)`,
  rate: sql`c.rate`,
  accounts_count: sql`accounts_count`,
  tariffs_count: sql`tariffs_count`,
  updated_at: sql`c.updated_at`,
}

/** All currencies of the switch: they belong to no account, so there is no scope. */
export async function listCurrencies(database: Database, query: ListQuery<keyof typeof SORTS>) {
  const select = currencies(database).where(hasText(query.q, 'c.code', 'c.name'))
  return offsetPage(database, select, query, SORTS, 'code', sql`c.code`)
}

export async function findCurrency(database: Database, code: string) {
  return currencies(database).where('c.code', '=', code).executeTakeFirst()
}

export async function insertCurrency(
  tx: Tx,
  currency: Pick<Insertable<CurrencyTable>, 'code' | 'name' | 'rate'>,
): Promise<void> {
  await tx.insertInto('currency').values(currency).execute()
}

/**
 * Deleted accounts, tariffs and packages keep their currency: their balances, rates and records are
 * amounts of it.
 */
export async function countDeletedInCurrency(database: Database, code: string): Promise<number> {
  const deleted = (table: string) => sql`(select count(*) from ${sql.table(table)}
    where currency = ${code} and deleted_at is not null)`
  const { rows } = await sql<{ count: number }>`select ${deleted('account')} + ${deleted('tariff')}
    + ${deleted('package')} as count`.execute(database)
  return rows[0]?.count ?? 0
}

/** False if the row has changed since `version` was read. */
export async function updateCurrency(
  tx: Tx,
  code: string,
  version: number,
  currency: Pick<Insertable<CurrencyTable>, 'name' | 'rate'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('currency')
    .set({ ...currency, version: version + 1 })
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteCurrency(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('currency').where('code', '=', code).execute()
}

/**
 * Gives the system currency another name; every account and tariff that has it follows, because
 * no amount changes. A currency whose name is its code takes the new code as its name.
 */
export async function renameSystemCurrency(tx: Tx, code: string): Promise<void> {
  await sql`update currency set name = case name when code then ${code} else name end,
      code = ${code}, version = version + 1
    where is_system and code <> ${code}`.execute(tx)
}
