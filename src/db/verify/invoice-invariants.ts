// The entries that invoices bill, against the ledger (ADR-0029).
import { ENTRY_SOURCES, IS_BILLED } from '../calls/billed-entries.ts'
import { IS_COVERED } from '../invoices/invoice-lines.ts'
import { WRONGLY_SETTLED } from '../invoices/invoice-settlement.ts'
import { LEDGER_FROM } from '../payments/ledger-days.ts'

/** Each period of an account once, void or not. */
const RANGES = `(select distinct account_id, starts_at, ends_at, after_entry_id, last_entry_id
  from invoice)`

export const INVOICE_INVARIANTS = [
  {
    id: 'N1',
    says: 'the lines of an invoice add up to the entries of the ledger that it covers',
    sql: `select i.id, i.amount::text, coalesce(billed.amount, 0)::text as entries,
        coalesce(lines.amount, 0)::text as lines
      from invoice i
        join account a on a.id = i.account_id
        left join lateral (
          select sum(case when a.kind = 'SETTLEMENT' then l.amount else -l.amount end) as amount
          from ${ENTRY_SOURCES} where ${IS_COVERED} and ${IS_BILLED}) billed on true
        left join lateral (
          select sum(n.amount) as amount, sum(n.net) as net, sum(n.vat) as vat
          from invoice_line n where n.invoice_id = i.id) lines on true
      where i.prepared_at is not null
        and ((i.amount <> coalesce(billed.amount, 0) and i.starts_at >= ${LEDGER_FROM})
        or i.amount <> coalesce(lines.amount, 0) or i.net <> coalesce(lines.net, 0)
        or i.vat <> coalesce(lines.vat, 0))`,
  },
  {
    id: 'N2',
    says: 'the invoices of an account follow each other without gap and without overlap',
    sql: `select account_id, starts_at, ends_at from (
        select r.*, lag(ends_at) over w as ended_at, lag(last_entry_id) over w as known_id
        from ${RANGES} r window w as (partition by account_id order by starts_at, ends_at)) ranged
      where ended_at is not null
        and (starts_at <> ended_at or after_entry_id <> known_id or last_entry_id < known_id)`,
  },
  {
    id: 'N3',
    says: 'each entry that was billed is in one period',
    sql: `select l.id, count(*) from ${RANGES} i join ledger_entry l on ${IS_COVERED}
      group by l.id having count(*) > 1`,
  },
  {
    id: 'N4',
    says: 'the numbers of an issuer have no gaps',
    sql: `select s.issuer_id, s.kind, s.year, s.last_number, count(n.issuer_id) as documents
      from invoice_series s left join (
        select issuer_id, kind, issued_at from invoice where document_number is not null
        union all
        select issuer_id, 'CREDIT_NOTE', voided_at from invoice where credit_note_number is not null
      ) n on n.issuer_id = s.issuer_id and n.kind = s.kind
      group by s.issuer_id, s.kind, s.year, s.last_number
      having count(n.issuer_id) < s.last_number`,
  },
  {
    id: 'N5',
    says: 'what is settled of invoices is what payments and assigned parts of them settle',
    sql: WRONGLY_SETTLED,
  },
  {
    id: 'N6',
    says: 'no more of a payment or of an invoice is assigned than there is',
    sql: `select 'invoice' as of, i.id, sum(h.amount)::text as assigned
      from invoice_payment h join invoice i on i.id = h.invoice_id
      group by i.id having sum(h.amount) > i.payable or sum(h.amount) < 0
      union all
      select 'payment', p.id, sum(h.amount)::text
      from invoice_payment h join invoice i on i.id = h.invoice_id
        join payment p on p.id = h.payment_id
      where i.voided_at is null
      group by p.id having sum(h.amount) > p.amount or count(*) filter (
        where p.account_id <> i.account_id) > 0`,
  },
  {
    id: 'N7',
    says: 'no invoice was issued while an earlier draft of its account waited',
    sql: `select i.id, d.id as earlier_id from invoice i join invoice d
        on d.account_id = i.account_id and d.starts_at < i.starts_at and d.id < i.id
      where i.issued_at is not null and (d.issued_at is null or d.issued_at > i.issued_at)`,
  },
]
