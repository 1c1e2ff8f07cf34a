// The activities of which a user reads. The operator has all as they are. A reseller has those of
// its business: what it and its staff did, what was done on behalf of it or of an account right
// below it, and what others did to those accounts. It has no name, address or browser of others.
import { type RawBuilder, sql } from 'kysely'
import { type Scope, seesEverything } from '../scope.ts'

/** The fields in the changes of each kind of thing that the user sees: its own, and of others. */
export type SeenFields = Readonly<
  Record<string, { readonly own: readonly string[]; readonly of_others: readonly string[] }>
>

/** The person of an entry whom a reseller does not know: the operator, or a reseller above. */
const SUPPORT = 'Support'

/** The account, or that of the thing, which the entry is about. */
const ACCOUNT = sql`coalesce(e.on_behalf_of_id, case e.entity
  when 'wholesale_client' then e.entity_id::bigint
  when 'retail_client' then e.entity_id::bigint
  when 'reseller' then e.entity_id::bigint
  when 'package_subscription' then (
    select account_id from package_subscription where id = e.entity_id::bigint)
  when 'address_request' then (
    select account_id from address_request where id = e.entity_id::bigint)
  when 'client_ip' then (select account_id from client_ip where id = e.entity_id::bigint)
  when 'sip_user' then (select account_id from sip_user where id = e.entity_id::bigint)
  when 'payment' then (select account_id from payment where id = e.entity_id::bigint) end)`

/** A condition: the account got another reseller then or later; before, it was not its business. */
const IS_BEFORE_MOVE = sql<boolean>`exists (select from activity_log m
  where m.entity in ('wholesale_client', 'retail_client', 'reseller')
    and m.entity_id = about.id::text and m.action = 'UPDATE' and m.changes ? 'parent_id'
    and m.at >= e.at)`

/** The activity log as the user of the scope sees it, with the name `l`. */
export function activitiesIn(scope: Scope, seen: SeenFields): RawBuilder<unknown> {
  if (scope.kind !== 'account') {
    return sql`(select * from activity_log where ${seesEverything(scope)}) l`
  }
  const { account_id } = scope
  const isOwn = sql<boolean>`coalesce(${account_id} in (u.account_id, u.employer_id), false)`
  const isHere = sql<boolean>`coalesce(e.on_behalf_of_id = ${account_id}, false)`
  // A file and a refusal have what was asked for, which is seen by all who see the entry.
  const isAsked = sql<boolean>`e.action in ('EXPORT', 'REFUSED')`
  // A change of fields that are all hidden is no change for the reseller.
  const isSeen = sql<boolean>`(e.action <> 'UPDATE' or e.on_behalf_of_id is not null
    or e.changes ?| array(select jsonb_array_elements_text(seen.fields)))`
  return sql`(select e.id, e.at, e.action, e.entity, e.entity_id, e.entity_name,
      case when ${isOwn} then e.username else coalesce(below.name, ${SUPPORT}) end as username,
      case when ${isOwn} then e.token_name end as token_name, e.on_behalf_of,
      case when ${isOwn} then e.ip end as ip,
      case when ${isOwn} then e.user_agent else '' end as user_agent,
      (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(e.changes) c
        where ${isAsked} or seen.fields ? c.key) as changes,
      null::bigint as position, null::bytea as hash
    from activity_log e
      left join console_user u on u.id = e.user_id
      left join account below on below.id in (u.account_id, u.employer_id)
        and below.parent_id = ${account_id}
      left join account about on about.id = ${ACCOUNT} and about.parent_id = ${account_id}
      cross join lateral (select coalesce(${JSON.stringify(seen)}::jsonb -> e.entity
        -> case when ${isOwn} or ${isHere} then 'own' else 'of_others' end, '[]') as fields) seen
    where ${isOwn} or ${isHere} or (about.id is not null and ${isSeen} and not ${IS_BEFORE_MOVE})
    ) l`
}
