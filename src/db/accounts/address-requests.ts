// Requests of wholesale clients to change their IP lists.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { networkText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, isOwn, ownerOf, type Scope } from '../scope.ts'
import type { AddressRequestTable } from '../tables/accounts.ts'

const requests = (database: Database) =>
  database
    .selectFrom('address_request as r')
    .select(['r.id', 'r.kind', 'r.note', 'r.state', 'r.reason', 'r.at', 'r.decided_at'])
    .select(networkText('r.network').as('network'))

/** Those of the user's own account, the newest first. */
export const listOwnAddressRequests = (
  database: Database,
  scope: Scope,
  { account_id, limit }: { readonly account_id: number; readonly limit: number },
) =>
  requests(database)
    .where('r.account_id', '=', account_id)
    .where(isOwn(scope, 'r.account_id'))
    .orderBy(sql`r.state = 'OPEN'`, 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()

export const findOwnAddressRequest = (
  database: Database,
  scope: Scope,
  { account_id, id }: { readonly account_id: number; readonly id: number },
) =>
  requests(database)
    .where('r.id', '=', id)
    .where('r.account_id', '=', account_id)
    .where(isOwn(scope, 'r.account_id'))
    .executeTakeFirst()

/**
 * The requests that are for the user to decide: those of clients right below the operator for an
 * admin, of those right below a reseller for the reseller.
 */
const decidedRequests = (database: Database, scope: Scope) =>
  requests(database)
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .where('a.deleted_at', 'is', null)
    .where('a.parent_id', '=', ownerOf(scope))
    .where(inScope(scope, 'r.account_id'))
    .select(['r.account_id', 'a.name as client_name'])

/** The open requests of the client `a`, if they are for the user to decide. */
export const openRequestCount = (scope: Scope) =>
  sql<number>`(select count(*) from address_request r where r.account_id = a.id
    and r.state = 'OPEN' and a.parent_id = ${ownerOf(scope)})`

const SORTS = { at: sql`r.at`, client_name: sql`lower(a.name)` }

interface RequestQuery extends ListQuery<keyof typeof SORTS> {
  readonly account_id?: number | undefined
  readonly state?: Selectable<AddressRequestTable>['state'] | undefined
}

export async function listAddressRequests(database: Database, scope: Scope, query: RequestQuery) {
  const select = decidedRequests(database, scope)
    .where(hasText(query.q, 'a.name', 'r.note', sql`r.network::text`))
    .where(hasValues({ 'r.account_id': query.account_id, 'r.state': query.state }))
  return offsetPage(database, select, query, SORTS, 'at', sql`r.id`)
}

export const findAddressRequest = (database: Database, scope: Scope, id: number) =>
  decidedRequests(database, scope).where('r.id', '=', id).executeTakeFirst()

/** The request; until the transaction ends no other one decides or cancels it. */
export const lockAddressRequest = (tx: Tx, scope: Scope, id: number) =>
  decidedRequests(tx, scope).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

/** The number of open requests, and whether this one is among them. */
export async function countOpenRequests(
  tx: Tx,
  { account_id, kind, network }: Pick<NewRequest, 'account_id' | 'kind' | 'network'>,
) {
  return tx
    .selectFrom('address_request')
    .where('account_id', '=', account_id)
    .where('state', '=', 'OPEN')
    .select((is) => is.fn.countAll<number>().as('count'))
    .select(
      sql<boolean>`coalesce(bool_or(kind = ${kind} and network = network(${network}::inet)),
        false)`.as('has_same'),
    )
    .executeTakeFirstOrThrow()
}

type NewRequest = Pick<
  Insertable<AddressRequestTable>,
  'account_id' | 'kind' | 'network' | 'note' | 'requested_by'
>

export async function insertAddressRequest(tx: Tx, request: NewRequest): Promise<number> {
  const network = sql<string>`network(${request.network}::inet)`
  const { id } = await tx
    .insertInto('address_request')
    .values({ ...request, network })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if it is not open any more. */
export async function deleteOpenRequest(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('address_request')
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

type Decision = Pick<
  Selectable<AddressRequestTable>,
  'state' | 'reason' | 'decided_by' | 'decided_at'
>

/** False if it was decided before. */
export async function decideAddressRequest(tx: Tx, id: number, row: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('address_request')
    .set(row)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
