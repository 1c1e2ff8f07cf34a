// The chain of the activity log: a row that was changed, removed or written beside it is found.

export const ACTIVITY_INVARIANTS = [
  {
    id: 'A1',
    says: 'each row of the activity log is as it was written, right after the row before',
    sql: `select l.id, l.at, l.username, l.position from (
        select l.*, lag(l.position) over chain as position_before,
          lag(l.hash) over chain as hash_before
        from activity_log l window chain as (order by l.position)) l
      where l.position is null
        or l.hash <> activity_hash(l.previous_hash,
          (select same from activity_log same where same.id = l.id and same.at = l.at))
        or case
          when l.position = 1 then l.previous_hash <> ''
          when l.position = position_before + 1 then l.previous_hash <> hash_before
          else not exists (select from partition_removal p where p.parent = 'activity_log'
            and l.position - 1 between p.first_key and p.last_key) end`,
  },
  {
    id: 'A2',
    says: 'the newest row of the activity log is the last one that was written',
    sql: `select c.last_position, newest.position from activity_chain c
        left join lateral (select l.position, l.hash from activity_log l
          where l.position is not null order by l.position desc limit 1) newest on true
      where c.last_position <> coalesce(newest.position, 0)
        or c.last_hash <> coalesce(newest.hash, '')`,
  },
]
