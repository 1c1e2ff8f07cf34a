// The tariffs that follow the tariff of a rate import, directly or through others, and the accounts
// that use them: their prices change with it.
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { inScope, type Scope, seesTariffs } from '../scope.ts'
import { accountsOf } from '../tariffs/tariff-traffic.ts'
import type { ImportParty } from './rate-import-traffic.ts'

export interface ImportFollower {
  readonly id: number
  readonly name: string
  /** Number of its accounts that the caller may see; the first of them are named. */
  readonly accounts_count: number
  readonly accounts: Pick<ImportParty, 'id' | 'kind' | 'name' | 'level'>[]
}

interface FollowerQuery {
  readonly kinds: readonly ImportParty['kind'][]
  readonly named: number
}

export async function listImportFollowers(
  database: Database,
  scope: Scope,
  import_id: number,
  { kinds, named }: FollowerQuery,
): Promise<ImportFollower[]> {
  const { rows } = await sql<ImportFollower>`
    with recursive follower (id) as (
      select m.tariff_id from rate_import i join tariff_markup m on m.parent_id = i.tariff_id
      where i.id = ${import_id} and m.follows
      union
      select m.tariff_id from follower f join tariff_markup m on m.parent_id = f.id
      where m.follows)
    select t.id, t.name, x.accounts_count, x.accounts
    from follower f join tariff t on t.id = f.id cross join lateral (
      select count(*)::int as accounts_count, coalesce(
        jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'level', a.level)
          order by a.at) filter (where a.at <= ${named}), '[]') as accounts
      from (select a.*, r.level, row_number() over (order by lower(a.name), a.id) as at
        from (${sql.raw(accountsOf('t.id'))}) a left join reseller r on r.account_id = a.id
        where ${inScope(scope, 'a.id')} and a.kind = any (${[...kinds]})) a) x
    where t.deleted_at is null and ${inScope(scope, 't.owner_id')}
      and ${seesTariffs(scope, 't.kind')}
    order by lower(t.name), t.id`.execute(database)
  return rows
}
