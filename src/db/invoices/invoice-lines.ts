// Which entries of the ledger an invoice bills, and its lines: sums of them by destination, rate
// and VAT (ADR-0029). The entries are read in slices, because an account can have millions.
import { sql } from 'kysely'
import type { InvoiceSection } from '#core/billing/invoice.ts'
import { decimalsOf, roundSum } from '#core/billing/printed-amounts.ts'
import { callIdTime } from '#core/call/call-id.ts'
import type { Percent, Rate, Sum } from '#core/money.ts'
import { ENTRY_SOURCES, IS_BILLED } from '../calls/billed-entries.ts'
import { term } from '../calls/charge-terms.ts'
import type { Database, Tx } from '../database.ts'

/** The entries `l` of the invoice `i`, of those that are billed at all. */
export const IS_COVERED = `l.account_id = i.account_id and l.id <= i.last_entry_id
  and l.at < i.ends_at and (l.at >= i.starts_at or l.id > i.after_entry_id)`

export interface LinesOf {
  readonly id: number
  readonly account_id: number
  readonly is_settlement: boolean
  /** VAT of the account, for entries that have none of their own. */
  readonly vat_percent: Percent
}

/** Some entries of the ledger, by their ids: above `from_id`, up to `to_id`. */
interface Slice {
  readonly from_id: number
  readonly to_id: number
  /** Which partitions have the charges of its calls: their ids hold the time. */
  readonly from_at: string
  readonly to_at: string
}

/** Some seconds of reading, and some thousand sums at most. */
const SLICE_ENTRIES = 100_000

const DAY_MS = 24 * 3600 * 1000

/** The next entries that the invoice covers; undefined after the last one. */
async function nextSlice(database: Database, id: number, from_id: number, entries: number) {
  const { rows } = await sql<{ to_id: number | null; first: string | null; last: string | null }>`
    select max(id) as to_id, min(call_id)::text as first, max(call_id)::text as last
    from (select l.id, l.call_id from invoice i join ledger_entry l on ${sql.raw(IS_COVERED)}
      where i.id = ${id} and l.id > ${from_id}
      order by l.id limit ${entries}) entry`.execute(database)
  const [found] = rows
  if (!found || found.to_id === null) return undefined
  const { to_id, first, last } = found
  const from_ms = first === null ? 0 : callIdTime(first) - DAY_MS
  const to_ms = last === null ? 0 : callIdTime(last) + DAY_MS
  const [from_at, to_at] = [from_ms, to_ms].map((ms) => new Date(ms).toISOString())
  return { from_id, to_id, from_at, to_at } as Slice
}

/** When the call of the entry `l` began: its id holds the time (core/call/call-id.ts). */
const BEGAN = sql.raw('to_timestamp((l.call_id >> 22) / 1000.0 + 1767225600)')

/**
 * The entries with what is behind them. The charge behind a call entry is the old charge of the
 * re-rating that reversed it, or else the charge as it is now. VAT is part of the amount where the
 * charge was removed, and where the entry is no call.
 */
const priced = (invoice: LinesOf, { from_id, to_id, from_at, to_at }: Slice) => sql`
  with covered as materialized (
    select l.id, l.call_id, l.re_rating_id, ${BEGAN} < i.starts_at as is_late,
      ${sql.raw(invoice.is_settlement ? '' : '-')}l.amount as amount,
      case when l.kind = 'REVERSAL' then -1 else 1 end as sign,
      case when l.kind = 'REVERSAL' then o.kind else l.kind end as kind,
      coalesce(nullif(l.note, ''), o.note, '') as note
    from invoice i, ${sql.raw(ENTRY_SOURCES)}
    where i.id = ${invoice.id} and ${sql.raw(IS_COVERED)} and ${sql.raw(IS_BILLED)}
      and l.id > ${from_id} and l.id <= ${to_id}),
  -- At once by the index of the account, not one by one: the planner expects few entries.
  charges as materialized (
    select c.call_id, c.rate_id, c.tariff_id, c.prefix, c.amount, c.net, c.duration_seconds,
      c.billed_seconds, ${sql.raw(term('c', 'rate'))} as rate,
      ${sql.raw(term('c', 'vat_percent'))} as vat_percent
    from call_charge c where c.account_id = ${invoice.account_id}
      and c.started_at between ${from_at}::timestamptz and ${to_at}::timestamptz),
  explained as (
    select e.*, h.call_id is not null as has_old, h.old_amount, h.old_net, h.old_rate,
      h.old_billed_seconds, h.old_tariff_id, c.call_id is not null as has_charge, c.rate_id,
      c.tariff_id, c.prefix, c.amount as charged, c.net as charged_net, c.duration_seconds,
      c.billed_seconds, c.rate,
      case when c.call_id is null then ${invoice.vat_percent} else c.vat_percent end
        as vat_percent
    from covered e
      left join charges c on c.call_id = e.call_id
      left join ledger_entry r on r.reverses_id = e.id and e.kind = 'CALL' and e.sign = 1
      left join re_rating_change h on h.call_id = e.call_id
        and h.account_id = ${invoice.account_id}
        and h.re_rating_id = case when e.sign = 1 then r.re_rating_id else e.re_rating_id end),
  summed as (
    select e.vat_percent::int as vat_percent, e.rate_id, e.prefix,
      case when e.call_id is null then e.kind when e.sign < 0 or e.re_rating_id is not null
        then 'CORRECTION' when e.is_late then 'EARLIER' else 'USAGE' end as section,
      case when e.call_id is null then e.note end as note,
      case when e.has_old then e.old_rate else e.rate end as rate,
      case when e.has_old then e.old_tariff_id else e.tariff_id end as tariff_id,
      sum(case when e.call_id is null then 0 else e.sign end) as calls,
      sum(coalesce(e.sign * e.duration_seconds, 0)) as seconds,
      sum(coalesce(e.sign * case when e.has_old then e.old_billed_seconds
        else e.billed_seconds end, 0)) as billed_seconds,
      sum(e.amount) as amount,
      sum(coalesce(
        case when e.has_old and e.old_amount = e.sign * e.amount then e.sign * e.old_net
          when not e.has_old and e.charged = e.sign * e.amount then e.sign * e.charged_net end,
        e.amount - round(e.amount::numeric * e.vat_percent / (1000000 + e.vat_percent)))) as net
    from explained e group by 1, 2, 3, 4, 5, 6, 7)
  select s.section, coalesce(s.note, t.destination, gone.destination, s.prefix, '') as description,
    coalesce(s.prefix, '') as prefix, s.rate, f.currency as rate_currency, s.vat_percent,
    s.calls::float8 as calls, s.seconds::float8 as seconds,
    s.billed_seconds::float8 as billed_seconds, s.net::numeric as net, s.amount::numeric as amount
  from summed s
    left join tariff_rate t on t.id = s.rate_id
    left join lateral (select g.destination from past_rate g
      where t.id is null and g.rate_id = s.rate_id limit 1) gone on true
    left join tariff f on f.id = s.tariff_id`

interface PricedSum {
  readonly section: InvoiceSection | 'PAYMENT'
  readonly description: string
  readonly prefix: string
  readonly rate: Rate | null
  readonly rate_currency: string | null
  readonly vat_percent: Percent
  readonly calls: number
  readonly seconds: number
  readonly billed_seconds: number
  readonly net: Sum
  readonly amount: Sum
}

/** The sums of all slices, by what a line is about. */
export interface CollectedLines {
  readonly sums: readonly (Omit<PricedSum, 'prefix'> & { readonly prefixes: readonly string[] })[]
}

type Collected = { -readonly [Name in keyof Omit<PricedSum, 'prefix'>]: PricedSum[Name] } & {
  readonly prefixes: Set<string>
}

function addTo(lines: Map<string, Collected>, { prefix, ...sum }: PricedSum): void {
  const { section, description, rate, rate_currency, vat_percent } = sum
  const key = JSON.stringify([section, description, rate, rate_currency, vat_percent])
  const line = lines.get(key)
  if (!line) {
    lines.set(key, { ...sum, prefixes: new Set(prefix === '' ? [] : [prefix]) })
    return
  }
  line.calls += sum.calls
  line.seconds += sum.seconds
  line.billed_seconds += sum.billed_seconds
  line.net = (line.net + sum.net) as Sum
  line.amount = (line.amount + sum.amount) as Sum
  if (prefix !== '') line.prefixes.add(prefix)
}

/**
 * Collects the lines of a draft from one snapshot of the database: `database` is a transaction that
 * sees no later change. `progressed` gets the last entry that was read.
 */
export async function collectLines(
  database: Database,
  invoice: LinesOf,
  progressed: (entry_id: number) => Promise<void> = async () => undefined,
  slice_entries = SLICE_ENTRIES,
): Promise<CollectedLines> {
  const lines = new Map<string, Collected>()
  // In the order of an index: a sort would read all entries for each slice.
  await sql`set local enable_sort = off`.execute(database)
  let slice = await nextSlice(database, invoice.id, 0, slice_entries)
  while (slice) {
    const { rows } = await sql<PricedSum>`${priced(invoice, slice)}`.execute(database)
    for (const sum of rows) addTo(lines, sum)
    await progressed(slice.to_id)
    slice = await nextSlice(database, invoice.id, slice.to_id, slice_entries)
  }
  const sums = [...lines.values()].map(({ prefixes, ...sum }) => ({
    ...sum,
    prefixes: [...prefixes].sort(),
  }))
  return { sums }
}

/** Writes the lines of a draft, and their sums; it is then ready to be issued. */
export async function writeLines(
  tx: Tx,
  { id, account_id }: LinesOf,
  { sums }: CollectedLines,
): Promise<void> {
  const rows = sums.map(({ prefixes, net, amount, ...line }) => ({
    ...line,
    prefixes: prefixes.join(' '),
    net: String(net),
    amount: String(amount),
  }))
  await sql`
    insert into invoice_line (invoice_id, position, section, description, prefixes, rate,
      rate_currency, vat_percent, calls, seconds, billed_seconds, net, vat, amount)
    select ${id}, row_number() over (order by
        array_position(array['USAGE', 'EARLIER', 'CORRECTION', 'PACKAGE', 'PAYMENT'], section),
        lower(description), rate, rate_currency, vat_percent),
      case section when 'PAYMENT' then 'ADJUSTMENT' else section end, description, prefixes, rate,
      rate_currency, vat_percent, calls, seconds, billed_seconds, net, amount - net, amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (section text,
      description text, prefixes text, rate bigint, rate_currency text, vat_percent integer,
      calls bigint, seconds bigint, billed_seconds bigint, net bigint, amount bigint)`.execute(tx)
  const amount = sums.reduce((sum, line) => sum + line.amount, 0n) as Sum
  const account = await tx
    .selectFrom('account')
    .where('id', '=', account_id)
    .select('currency')
    .executeTakeFirstOrThrow()
  const payable = roundSum(amount, decimalsOf(account.currency))
  await sql`update invoice i set calls = s.calls, seconds = s.seconds,
      billed_seconds = s.billed_seconds, net = s.net, vat = s.vat, amount = s.amount,
      payable = ${payable}, prepared_at = now(), progress_percent = 100, failure = '', failures = 0,
      retry_at = null
    from (select coalesce(sum(calls), 0) as calls, coalesce(sum(seconds), 0) as seconds,
        coalesce(sum(billed_seconds), 0) as billed_seconds, coalesce(sum(net), 0) as net,
        coalesce(sum(vat), 0) as vat, coalesce(sum(amount), 0) as amount
      from invoice_line where invoice_id = ${id}) s
    where i.id = ${id}`.execute(tx)
}
