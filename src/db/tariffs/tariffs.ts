import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { MarkupState } from '#core/tariff/markup-state.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, isOfAdmin, ownerOf, type Scope, seesTariffs } from '../scope.ts'
import type { TariffTable } from '../tables/tariffs.ts'
import { deleteMarkup, markupState } from './markups.ts'
import { isVisible } from './visible-tariffs.ts'

const ratesCount = sql<number>`(select count(*) from tariff_rate r where r.tariff_id = t.id)`
const usedBy = usedByCount('tariff', sql`t.id`)

/** How a tariff is used is the matter of its owner; for others it is as it would be unused. */
const ofOwn = (scope: Scope, value: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
  isOfAdmin(scope)
    ? sql`${value}`
    : sql`case when ${inScope(scope, 't.owner_id')} then ${value} else ${otherwise} end`

const tariffs = (database: Database, scope: Scope) =>
  database
    .selectFrom('tariff as t')
    .leftJoin('tariff_markup as m', 'm.tariff_id', 't.id')
    .where('t.deleted_at', 'is', null)
    .where(isVisible(scope))
    .where(seesTariffs(scope, 't.kind'))
    .select(['t.id', 't.version', 't.name', 't.kind', 't.currency', 't.status'])
    .select(['t.first_increment', 't.next_increment', 't.connect_fee', 't.grace_seconds'])
    .select([
      't.free_seconds',
      't.min_duration_seconds',
      't.surcharge_percent',
      't.duration_rounding',
    ])
    .select(['t.rounding_mode', 't.rounding_decimals', 't.loss_protection', 't.max_loss_percent'])
    .select(['t.average_duration_seconds', 't.created_at', 't.updated_at'])
    .select([ratesCount.as('rates_count'), inScope(scope, 't.owner_id').as('is_own')])
    .select([
      ofOwn(scope, sql`t.notes`, sql`''`).$castTo<string>().as('notes'),
      ofOwn(scope, usedBy, sql`0`).$castTo<number>().as('used_by_count'),
      ofOwn(scope, markupState, sql`null`).$castTo<MarkupState | null>().as('markup_state'),
    ])

const SORTS = {
  name: sql`lower(t.name)`,
  kind: sql`t.kind`,
  currency: sql`t.currency`,
  status: sql`t.status`,
  rates_count: sql`rates_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`t.created_at`,
}

interface TariffQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: TariffTable['kind'] | undefined
  readonly currency?: string | undefined
  readonly status?: TariffTable['status'] | undefined
  /** Only the one by which the account of the scope is charged. */
  readonly charges_own?: 'true' | undefined
}

/** An admin has no account, and no tariff of its own. */
function isOwn(scope: Scope): RawBuilder<boolean> {
  if (isOfAdmin(scope)) return sql<boolean>`false`
  return sql<boolean>`t.id = (select tariff_id from account where id = ${scope.account_id})`
}

export async function listTariffs(database: Database, scope: Scope, query: TariffQuery) {
  const select = tariffs(database, scope)
    .where(hasText(query.q, 't.name'))
    .where(query.charges_own ? isOwn(scope) : sql<boolean>`true`)
    .where(
      hasValues({ 't.kind': query.kind, 't.currency': query.currency, 't.status': query.status }),
    )
  return offsetPage(database, select, query, SORTS, 'name', sql`t.id`)
}

export async function findTariff(database: Database, scope: Scope, id: number) {
  return tariffs(database, scope).where('t.id', '=', id).executeTakeFirst()
}

/** The buy tariffs that settlement accounts have, at most as many. */
export const listBuyTariffsInUse = (database: Database, scope: Scope, most: number) =>
  tariffs(database, scope)
    .where('t.kind', '=', 'BUY')
    .where(
      sql<boolean>`exists (select from account a where a.tariff_id = t.id
        and a.kind = 'SETTLEMENT' and a.deleted_at is null)`,
    )
    .orderBy('t.id')
    .limit(most)
    .execute()

type TariffValues = Omit<
  Insertable<TariffTable>,
  'id' | 'owner_id' | 'rates_version' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

/** The tariff is one of the user's account, or of the operator. */
export const insertTariff = (tx: Tx, scope: Scope, tariff: TariffValues): Promise<number> =>
  insertRow(tx, 'tariff', { ...tariff, owner_id: ownerOf(scope) })

/** False if the row has changed since `version` was read. */
export const updateTariff = (
  tx: Tx,
  id: number,
  version: number,
  tariff: TariffValues,
): Promise<boolean> => updateVersion(tx, 'tariff', id, version, tariff)

/** The rates go for good; the tariff stays as a name for the records of its calls. */
export async function deleteTariff(tx: Tx, id: number, at: string): Promise<void> {
  await deleteMarkup(tx, id)
  // First: the rates of a tariff that is there leave their history behind.
  await markDeleted(tx, 'tariff', id, at)
  await tx.deleteFrom('tariff_rate').where('tariff_id', '=', id).execute()
}
