// Things that alarms are about, with their names: gateways, or accounts of any kind.
import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from '#core/notification/topics.ts'

/** Rows of id, name, account_id and group_key, of all that are not deleted. */
export const namedSubjects = (subject_kind: SubjectKind): RawBuilder<unknown> =>
  subject_kind === 'GATEWAY'
    ? sql`select id, name, null::bigint as account_id, 'SETTLEMENT ' || settlement_id as group_key
        from gateway where deleted_at is null`
    : sql`select id, name, id as account_id,
          case kind when 'SETTLEMENT' then 'SETTLEMENT ' else 'ACCOUNT ' end || id as group_key
        from account where deleted_at is null`
