// Which partitions of calls and of the ledger have what an invoice still has to bill. An account is
// invoiced as soon as one invoice of it was issued; what was before its first one is never billed
// (ADR-0029).
import { ENTRY_SOURCES, IS_BILLED } from '../calls/billed-entries.ts'

/** The ranges of time that no issued invoice has: after the last one, and of void ones. */
export const UNINVOICED_RANGES = `
  select a.id as account_id, b.ends_at as from_at, 'infinity'::timestamptz as to_at
  from account a cross join lateral (
    select i.ends_at from invoice i where i.account_id = a.id and i.issued_at is not null
    order by i.ends_at desc limit 1) b
  union all
  select v.account_id, v.starts_at, v.ends_at from invoice v
  where v.voided_at is not null and not exists (
    select from invoice i where i.account_id = v.account_id and i.issued_at is not null
      and i.voided_at is null and i.starts_at <= v.starts_at and i.ends_at >= v.ends_at)`

/** No call with its ringing is longer; seconds of a charge are without it. */
const LONGEST_CALL = `interval '25 hours'`
const LONGEST_RINGING = `interval '10 minutes'`

/**
 * Whether the charge `c` has an entry in the range `u`. Only entries that are no reversals have an
 * index by call.
 */
const hasEntry = (isOfKind: string) => `exists (
  select from ledger_entry l
  where l.call_id = c.call_id and l.account_id = c.account_id and ${isOfKind}
    and l.at >= u.from_at and l.at < u.to_at
  offset 0)`

/**
 * Whether a charge in the day has an entry in such a range `u`. The entry was written when the call
 * ended, or when it was re-rated. Nearly every charge after the begin of a range has one, so that
 * the first few decide: "offset 0" has their entries looked up one by one, where a join would read
 * all charges of the day first.
 */
const HAS_UNINVOICED_CHARGE = `exists (
  select from uninvoiced_range u
  where u.to_at > a.from_at
    and (u.from_at < a.to_at + ${LONGEST_CALL} or exists (
      select from re_rating r where r.applied_at >= u.from_at and r.from_at < a.to_at
        and r.until_at > a.from_at))
    and exists (
      select from call_charge c
      where c.account_id = u.account_id and c.started_at >= a.from_at and c.started_at < a.to_at
        and (c.re_rating_id is not null or (c.amount <> 0
          and c.started_at + make_interval(secs => c.duration_seconds) + ${LONGEST_RINGING}
            >= u.from_at))
        and (${hasEntry(`l.kind = 'CALL'`)}
          or (c.re_rating_id is not null and ${hasEntry(`l.kind = 'REVERSAL'`)}))
      offset 0))`

const HAS_UNINVOICED_ENTRY = `exists (
  select from uninvoiced_range u
  where u.from_at < a.to_at and u.to_at > a.from_at and exists (
    select from ${ENTRY_SOURCES}
    where l.account_id = u.account_id and l.at >= greatest(u.from_at, a.from_at)
      and l.at < least(u.to_at, a.to_at) and ${IS_BILLED}))`

/**
 * Whether an invoice has still to bill the attached partition `a`, beside the table
 * `uninvoiced_range`.
 */
export const IS_UNINVOICED = `case
  when a.parent in ('call_record', 'call_charge') then ${HAS_UNINVOICED_CHARGE}
  when a.parent = 'ledger_entry' then ${HAS_UNINVOICED_ENTRY}
  else false end`
