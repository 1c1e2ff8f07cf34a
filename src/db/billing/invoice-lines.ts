// Which entries of the ledger an invoice bills, and its lines: sums of them by destination, rate
// and VAT (ADR-0029).
import { sql } from 'kysely'
import { callIdTime } from '#core/call/call-id.ts'
import type { Percent } from '#core/money.ts'
import { ENTRY_SOURCES, IS_BILLED } from '../calls/billed-entries.ts'
import { term } from '../calls/charge-terms.ts'
import type { Tx } from '../database.ts'

/** The entries `l` of the invoice `i`, of those that are billed at all. */
export const IS_COVERED = `l.account_id = i.account_id and l.id <= i.last_entry_id
  and l.at < i.ends_at and (l.at >= i.starts_at or l.id > i.after_entry_id)`

export interface LinesOf {
  readonly id: number
  readonly account_id: number
  readonly is_settlement: boolean
  /** Of the account, for what has no VAT of its own. */
  readonly vat_percent: Percent
}

/** When the call of the entry `l` began: its id holds the time (core/call/call-id.ts). */
const BEGAN = sql.raw('to_timestamp((l.call_id >> 22) / 1000.0 + 1767225600)')

const DAY_MS = 24 * 3600 * 1000

/** Which partitions have the charges of its calls: their ids hold the time. */
async function timesOfCalls(tx: Tx, id: number): Promise<{ from_at: string; to_at: string }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(l.call_id)::text as first, max(l.call_id)::text as last
    from invoice i join ledger_entry l on ${sql.raw(IS_COVERED)} where i.id = ${id}`.execute(tx)
  const [{ first, last } = { first: null, last: null }] = rows
  const from_ms = first === null ? 0 : callIdTime(first) - DAY_MS
  const to_ms = last === null ? 0 : callIdTime(last) + DAY_MS
  return { from_at: new Date(from_ms).toISOString(), to_at: new Date(to_ms).toISOString() }
}

/**
 * The entries with what is behind them. What a call entry was for is what the re-rating that
 * reversed it has as the old charge, or else the charge as it is now. Of a removed charge, and of
 * what is no call, VAT is part of the amount.
 */
const priced = (invoice: LinesOf, from_at: string, to_at: string) => sql`
  with covered as materialized (
    select l.id, l.call_id, l.re_rating_id, ${BEGAN} < i.starts_at as is_late,
      ${sql.raw(invoice.is_settlement ? '' : '-')}l.amount as amount,
      case when l.kind = 'REVERSAL' then -1 else 1 end as sign,
      case when l.kind = 'REVERSAL' then o.kind else l.kind end as kind,
      coalesce(nullif(l.note, ''), o.note, '') as note
    from invoice i, ${sql.raw(ENTRY_SOURCES)}
    where i.id = ${invoice.id} and ${sql.raw(IS_COVERED)} and ${sql.raw(IS_BILLED)}),
  explained as (
    select e.*, h.call_id is not null as has_old, h.old_amount, h.old_net, h.old_rate,
      h.old_billed_seconds, h.old_tariff_id, c.call_id is not null as has_charge, c.rate_id,
      c.tariff_id, c.prefix, c.amount as charged, c.net as charged_net, c.duration_seconds,
      c.billed_seconds, ${sql.raw(term('c', 'rate'))} as rate,
      case when c.call_id is null then ${invoice.vat_percent}
        else ${sql.raw(term('c', 'vat_percent'))} end as vat_percent
    from covered e
      left join call_charge c on c.call_id = e.call_id and c.account_id = ${invoice.account_id}
        and c.started_at between ${from_at}::timestamptz and ${to_at}::timestamptz
      left join ledger_entry r on r.reverses_id = e.id and e.kind = 'CALL' and e.sign = 1
      left join re_rating_change h on h.call_id = e.call_id
        and h.account_id = ${invoice.account_id}
        and h.re_rating_id = case when e.sign = 1 then r.re_rating_id else e.re_rating_id end)
  select e.amount, e.vat_percent::int as vat_percent,
    case when e.call_id is null then e.kind when e.sign < 0 or e.re_rating_id is not null
      then 'CORRECTION' when e.is_late then 'EARLIER' else 'USAGE' end as section,
    case when e.call_id is null then e.note
      else coalesce(t.destination, gone.destination, e.prefix, '') end as description,
    case when e.has_old then e.old_rate else e.rate end as rate, f.currency as rate_currency,
    case when e.call_id is null then 0 else e.sign end as calls,
    coalesce(e.sign * e.duration_seconds, 0) as seconds,
    coalesce(e.sign * case when e.has_old then e.old_billed_seconds else e.billed_seconds end, 0)
      as billed_seconds,
    coalesce(
      case when e.has_old and e.old_amount = e.sign * e.amount then e.sign * e.old_net
        when not e.has_old and e.charged = e.sign * e.amount then e.sign * e.charged_net end,
      e.amount - round(e.amount::numeric * e.vat_percent / (1000000 + e.vat_percent))) as net
  from explained e
    left join tariff_rate t on t.id = e.rate_id
    left join lateral (select g.destination from past_rate g
      where t.id is null and g.rate_id = e.rate_id limit 1) gone on true
    left join tariff f on f.id = case when e.has_old then e.old_tariff_id else e.tariff_id end`

/** Writes the lines of a draft, and their sums. */
export async function writeLines(tx: Tx, invoice: LinesOf): Promise<void> {
  const { from_at, to_at } = await timesOfCalls(tx, invoice.id)
  await sql`
    insert into invoice_line (invoice_id, position, section, description, rate, rate_currency,
      vat_percent, calls, seconds, billed_seconds, net, vat, amount)
    select ${invoice.id}, row_number() over (order by
        array_position(array['USAGE', 'EARLIER', 'CORRECTION', 'PACKAGE', 'PAYMENT'], section),
        lower(description), rate, rate_currency, vat_percent),
      case section when 'PAYMENT' then 'ADJUSTMENT' else section end, description, rate,
      rate_currency, vat_percent, sum(calls), sum(seconds), sum(billed_seconds), sum(net),
      sum(amount) - sum(net), sum(amount)
    from (${priced(invoice, from_at, to_at)}) entry
    group by section, description, rate, rate_currency, vat_percent`.execute(tx)
  await sql`update invoice i set calls = s.calls, seconds = s.seconds,
      billed_seconds = s.billed_seconds, net = s.net, vat = s.vat, amount = s.amount
    from (select coalesce(sum(calls), 0) as calls, coalesce(sum(seconds), 0) as seconds,
        coalesce(sum(billed_seconds), 0) as billed_seconds, coalesce(sum(net), 0) as net,
        coalesce(sum(vat), 0) as vat, coalesce(sum(amount), 0) as amount
      from invoice_line where invoice_id = ${invoice.id}) s
    where i.id = ${invoice.id}`.execute(tx)
}
