// The packages that clients have subscribed to, and the periods that they have bought.
import { sql } from 'kysely'
import type { PauseReason, SubscriptionState } from '#core/account/package.ts'
import type { Money, Sum } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { EVERYTHING, inScope, isOwn, type Scope } from '../scope.ts'
import { AVAILABLE, asSum } from '../sums.ts'

/**
 * A condition: a reseller sees what it has sold itself. A client that has moved below it may still
 * have packages of its parent before.
 */
const isOwnOrSold = (scope: Scope) =>
  sql<boolean>`(${isOwn(scope, 's.account_id')} or ${inScope(scope, 'p.owner_id')})`

const subscriptions = (database: Database, scope: Scope) =>
  database
    .selectFrom('package_subscription as s')
    .innerJoin('package as p', 'p.id', 's.package_id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 's.account_id'))
    .where(isOwnOrSold(scope))
    .select([
      's.id',
      's.account_id',
      'a.name as account_name',
      'a.kind as account_kind',
      's.package_id',
    ])
    .select(['p.name as package_name', 'p.prefixes', 'p.price', 'p.currency', 'p.cycle'])
    .select(['p.has_rollover', 's.state', 's.pause_reason', 's.seconds_left', 's.seconds_held'])
    .select(['s.period_seconds', 's.period_starts_at', 's.period_ends_at', 's.tried_at'])
    .select(['s.created_at', 's.ended_at'])

const SORTS = {
  package_name: sql`lower(p.name)`,
  account_name: sql`lower(a.name)`,
  /** Active ones first, then those that have ended. */
  state: sql`array_position(array['ACTIVE', 'PAUSED', 'ENDED'], s.state)`,
  seconds_left: sql`s.seconds_left`,
  period_ends_at: sql`s.period_ends_at`,
  created_at: sql`s.created_at`,
}

interface SubscriptionQuery extends ListQuery<keyof typeof SORTS> {
  readonly account_id?: number | undefined
  readonly package_id?: number | undefined
  readonly state?: SubscriptionState | undefined
}

export async function listPackageSubscriptions(
  database: Database,
  scope: Scope,
  query: SubscriptionQuery,
) {
  const select = subscriptions(database, scope)
    .where(hasText(query.q, 'p.name', 'a.name'))
    .where(
      hasValues({
        's.account_id': query.account_id,
        's.package_id': query.package_id,
        's.state': query.state,
      }),
    )
  return offsetPage(database, select, query, SORTS, 'state', sql`s.id`)
}

export async function findPackageSubscription(database: Database, scope: Scope, id: number) {
  return subscriptions(database, scope).where('s.id', '=', id).executeTakeFirst()
}

const offer = (tx: Tx, scope: Scope, id: number) =>
  tx
    .selectFrom('package')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(inScope(scope, 'owner_id'))
    .select(['name', 'owner_id', 'status', 'seconds', 'price', 'currency', 'cycle'])
    .select('has_rollover')

/**
 * The package as it is sold now, to a new subscriber; locked until the transaction ends, so that it
 * is not deleted meanwhile.
 */
export const lockOffer = (tx: Tx, scope: Scope, id: number) =>
  offer(tx, scope, id).forShare().executeTakeFirst()

/**
 * The package as it is sold now, to one who has it. It is not locked: what a renewal needs is one
 * row that is read once, and a package that is had is neither deleted nor changed in its currency
 * or cycle. A lock would require the engine to have the right to change packages.
 */
export const findOffer = (tx: Tx, id: number) => offer(tx, EVERYTHING, id).executeTakeFirst()

/** Who sells the package; undefined outside of the scope. */
export async function findSellerId(
  tx: Tx,
  scope: Scope,
  package_id: number,
): Promise<number | undefined> {
  return (await offer(tx, scope, package_id).executeTakeFirst())?.owner_id
}

/**
 * A client as a buyer; its balance must be locked before. `fx` and `seller_fx` are the rates of its
 * currency and of that of the reseller right above it.
 */
export async function findBuyer(tx: Tx, scope: Scope, account_id: number) {
  return tx
    .selectFrom('account as a')
    .innerJoin('client as c', 'c.account_id', 'a.id')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('currency as x', 'x.code', 'a.currency')
    .leftJoin('account as r', (on) =>
      on.onRef('r.id', '=', 'a.parent_id').on('r.kind', '=', 'RESELLER'),
    )
    .leftJoin('currency as y', 'y.code', 'r.currency')
    .where('a.id', '=', account_id)
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select([
      'a.name',
      'a.status',
      'a.currency',
      'a.parent_id',
      'x.rate as fx',
      'y.rate as seller_fx',
    ])
    .select(AVAILABLE.as('available'))
    .executeTakeFirst()
}

interface Times {
  readonly anchored_at: string
  readonly starts_at: string
  readonly ends_at: string | null
}

/** Without seconds: its first period adds them. */
export async function insertSubscription(
  tx: Tx,
  { account_id, package_id }: { account_id: number; package_id: number },
  { anchored_at, starts_at, ends_at }: Times,
): Promise<number> {
  const { id } = await tx
    .insertInto('package_subscription')
    .values({
      account_id,
      package_id,
      state: 'ACTIVE',
      anchored_at,
      period_starts_at: starts_at,
      period_ends_at: ends_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One that is renewed or ended, as it stays until the transaction ends. */
export async function lockSubscription(tx: Tx, id: number) {
  return tx
    .selectFrom('package_subscription')
    .where('id', '=', id)
    .select(['id', 'account_id', 'package_id', 'state', 'seconds_left', 'seconds_held'])
    .select(['anchored_at', 'period_ends_at', 'tried_at'])
    .forUpdate()
    .executeTakeFirst()
}

interface Purchase extends Times {
  readonly subscription_id: number
  readonly account_id: number
  /** Who sells the package. */
  readonly owner_id: number
  readonly seconds: number
  readonly price: Money
  /** The credit of a reseller that sells it; null if it is the operator. */
  readonly income: Money | null
  /** Name of the package, for the ledger. */
  readonly name: string
}

/**
 * The period with its seconds. Its price is taken from the balance of the client and credited to
 * the reseller that sells it; the operator has no balance (ADR-0004). Both balances must be locked
 * before the subscription.
 */
export async function buyPeriod(tx: Tx, purchase: Purchase): Promise<void> {
  const { subscription_id, account_id, owner_id, seconds, price, income, name } = purchase
  const { anchored_at, starts_at, ends_at } = purchase
  const { id } = await tx
    .insertInto('package_period')
    .values({ subscription_id, starts_at, ends_at, seconds, price, income })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { package_period_id: id, note: name }
  await move(tx, account_id, owner_id, { ...entry, kind: 'PACKAGE', amount: (0 - price) as Money })
  if (income) await move(tx, owner_id, account_id, { ...entry, kind: 'SALE', amount: income })
  await tx
    .updateTable('package_subscription')
    .set({
      state: 'ACTIVE',
      pause_reason: null,
      tried_at: null,
      anchored_at,
      period_starts_at: starts_at,
      period_ends_at: ends_at,
      seconds_left: sql<number>`seconds_left + ${seconds}::bigint`,
      period_seconds: sql<number>`seconds_left + ${seconds}::bigint`,
    })
    .where('id', '=', subscription_id)
    .execute()
}

interface PeriodEntry {
  readonly kind: 'PACKAGE' | 'SALE'
  readonly amount: Money
  readonly package_period_id: number
  readonly note: string
}

async function move(
  tx: Tx,
  account_id: number,
  counter_account_id: number,
  entry: PeriodEntry,
): Promise<void> {
  if (entry.amount === 0) return
  const { balance } = await tx
    .updateTable('account_balance')
    .set({ balance: sql<Sum>`balance + ${entry.amount}::bigint` })
    .where('account_id', '=', account_id)
    .returning(asSum('balance').as('balance'))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entry')
    .values({ ...entry, account_id, counter_account_id, balance_after: balance })
    .execute()
}

/** Books the seconds that are lost when a period is over. */
export async function lapse(tx: Tx, subscription_id: number, seconds: number): Promise<void> {
  if (seconds === 0) return
  await sql`update package_period set lapsed_seconds = lapsed_seconds + ${seconds}::bigint
    where id = (select id from package_period where subscription_id = ${subscription_id}
      order by starts_at desc limit 1)`.execute(tx)
  await sql`update package_subscription set seconds_left = seconds_left - ${seconds}::bigint
    where id = ${subscription_id}`.execute(tx)
}

export async function pauseSubscription(
  tx: Tx,
  id: number,
  pause_reason: PauseReason,
  tried_at: string,
): Promise<void> {
  await tx
    .updateTable('package_subscription')
    .set({ state: 'PAUSED', pause_reason, tried_at })
    .where('id', '=', id)
    .execute()
}

export async function endSubscription(tx: Tx, id: number, ended_at: string): Promise<void> {
  await tx
    .updateTable('package_subscription')
    .set({ state: 'ENDED', pause_reason: null, ended_at })
    .where('id', '=', id)
    .execute()
}

/** Whose period is over, and those that are paused and were last tried before `tried_before`. */
export async function listDueSubscriptions(
  database: Database,
  now: string,
  tried_before: string,
  limit: number,
) {
  return database
    .selectFrom('package_subscription as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .innerJoin('package as p', 'p.id', 's.package_id')
    .where('a.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('s.state', '=', 'ACTIVE').and('s.period_ends_at', '<=', now),
        is('s.state', '=', 'PAUSED').and('s.tried_at', '<', tried_before),
      ]),
    )
    .select(['s.id', 's.account_id', 'p.owner_id as seller_id'])
    .orderBy('s.period_ends_at')
    .limit(limit)
    .execute()
}
