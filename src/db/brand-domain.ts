// Which users exist at the domain of a brand; part of the queries that find a user of the console.
import { type RawBuilder, sql } from 'kysely'
import { pathOf } from './account-path.ts'

/**
 * A condition: a user of the account may be at the domain. One that is proven is for the tree of
 * its reseller alone, and so never for admins, whose account is null.
 */
export function mayBeAt(
  domain: string | undefined,
  account: RawBuilder<number | null>,
): RawBuilder<boolean> {
  if (domain === undefined) return sql<boolean>`true`
  return sql<boolean>`not exists (
    select from brand b where b.domain = ${domain} and b.domain_checked_at is not null
      and b.account_id not in (select id from (${pathOf(account)}) path))`
}
