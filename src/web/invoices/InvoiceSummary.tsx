// The head of an invoice: its state and sums, who bills whom, and VAT by rate.
import type { ReactNode } from 'react'
import type { WholeInvoice } from '#contract/invoices/invoices.ts'
import { formatPercent } from '#core/money.ts'
import { LastMail } from '../document-mails/LastMail.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Day } from '../ui/values/Day.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { formatDecimal, formatDuration } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { WarningNote } from '../ui/WarningNote.tsx'
import styles from './Invoice.module.css'
import { INVOICE_STATE_CHOICES, missingOf } from './invoice-labels.ts'

export function InvoiceSummary({ invoice }: { invoice: WholeInvoice }) {
  const { issuer, account, kind, note, bank_details, void_reason, credit_note_number } = invoice
  const isSelfBilled = kind === 'SELF_BILLED'
  return (
    <section aria-label="Summary" className={styles.summary}>
      <Figures label="Invoice" figures={figuresOf(invoice)} />
      {isSelfBilled && (
        <p className={styles.note}>
          Self-billed: {issuer.name} owes this amount to {account.name} for calls that it took.
        </p>
      )}
      <DraftNotes invoice={invoice} />
      {credit_note_number !== null && (
        <p className={styles.note}>
          Taken back by credit note {credit_note_number}: {void_reason}
        </p>
      )}
      <div className={styles.parties}>
        <Party title={isSelfBilled ? 'Issued by' : 'From'} party={issuer} />
        <Party title={isSelfBilled ? 'For' : 'Bill to'} party={account} />
        {bank_details && (
          <div>
            <h2>Bank details</h2>
            <p className={styles.address}>{bank_details}</p>
          </div>
        )}
        {note && (
          <div>
            <h2>Note</h2>
            <p className={styles.address}>{note}</p>
          </div>
        )}
      </div>
    </section>
  )
}

/** Notes on a draft: its progress, why it failed, and the details that the document will lack. */
function DraftNotes({ invoice }: { invoice: WholeInvoice }) {
  const { issued_at, state, progress_percent, failure, retry_at } = invoice
  if (issued_at !== null) return null
  const missing = missingOf(invoice)
  return (
    <>
      {state === 'PREPARING' && (
        <p className={styles.note} role="status">
          Its lines are being made: {progress_percent} %.
        </p>
      )}
      {failure && (
        <WarningNote>
          The last try failed: {failure}{' '}
          {retry_at && (
            <>
              Next try: <DateTime at={retry_at} />
            </>
          )}
        </WarningNote>
      )}
      {missing.length > 0 && <WarningNote>Not on the document: {missing.join(', ')}.</WarningNote>}
    </>
  )
}

function Party({ title, party }: { title: string; party: WholeInvoice['issuer'] }) {
  const { name, address, country_iso2, tax_number } = party
  return (
    <div>
      <h2>{title}</h2>
      <p className={styles.address}>
        {[name, address, country_iso2, tax_number && `Tax number ${tax_number}`]
          .filter(Boolean)
          .join('\n')}
      </p>
    </div>
  )
}

function figuresOf(invoice: WholeInvoice): { label: string; value: ReactNode }[] {
  const { state, currency, net, payable, vat_sums, brought_forward, due_on } = invoice
  const money = (value: WholeInvoice['net']) => (
    <Amount value={value} currency={currency} places="paid" />
  )
  return [
    { label: 'State', value: <StatusLabel choices={INVOICE_STATE_CHOICES} value={state} /> },
    {
      label: 'Period',
      value: (
        <>
          <Day on={invoice.from_on} /> – <Day on={invoice.to_on} />
        </>
      ),
    },
    ...(due_on === null ? [] : [{ label: 'Due', value: <Day on={due_on} /> }]),
    ...(invoice.issued_at === null
      ? []
      : [{ label: 'Issued', value: <DateTime at={invoice.issued_at} style="day" /> }]),
    ...(invoice.mail_id ? [{ label: 'E-mail', value: <LastMail {...invoice} /> }] : []),
    { label: 'Calls', value: formatDecimal(invoice.calls) },
    { label: 'Billed time', value: formatDuration(invoice.billed_seconds) },
    { label: 'Net', value: money(net) },
    ...vat_sums.map(({ vat_percent, vat }) => ({
      label: `VAT ${formatPercent(vat_percent)} %`,
      value: money(vat),
    })),
    { label: 'Total', value: <b>{money(payable)}</b> },
    ...(invoice.issued_at === null || state === 'VOID'
      ? []
      : [{ label: 'Open', value: money(invoice.open_amount) }]),
    { label: 'Balance before', value: money(brought_forward) },
  ]
}
