// A draft gets its number and its due date.
import { dayAfter, documentNumber, type NumberedKind, seriesYear } from '#core/billing/invoice.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { Tx } from '#db/database.ts'
import {
  type BilledAccount,
  findEarlierDraft,
  setIssued,
  takeNumber,
} from '#db/invoices/invoice-work.ts'
import type { InvoiceRow } from '#db/invoices/invoices.ts'
import type { Settings } from '#db/settings.ts'
import { inUse } from '../checks/in-use.ts'
import { partiesOf } from '../documents/document-parties.ts'
import { toInstant } from '../http/app-context.ts'

/** The next number by the pattern of the settings, without gaps. */
export async function numberOf(
  tx: Tx,
  settings: Settings,
  kind: NumberedKind,
  issuer_id: number,
  today: string,
): Promise<string> {
  const pattern = {
    INVOICE: settings.invoice_number,
    SELF_BILLED: settings.self_billed_number,
    CREDIT_NOTE: settings.credit_note_number,
  }[kind]
  const sequence = await takeNumber(tx, issuer_id, kind, seriesYear(pattern, today))
  return documentNumber(pattern, today, sequence)
}

interface Issuing {
  readonly row: InvoiceRow
  readonly account: BilledAccount
  readonly settings: Settings
  readonly now_ms: number
  /** Null is the switch itself. */
  readonly issued_by: number | null
}

/** Answers the number. The drafts of an account are issued in the order of their periods. */
export async function issueDraft(
  tx: Tx,
  { row, account, settings, now_ms, issued_by }: Issuing,
): Promise<string> {
  const earlier = await findEarlierDraft(tx, row.id)
  if (earlier) {
    const { from_on, to_on } = earlier
    throw inUse(`The draft of ${from_on} to ${to_on} is issued first: it is of the same account.`)
  }
  const today = dayIn(settings.timezone, now_ms)
  const document_number = await numberOf(tx, settings, row.kind, row.issuer_id, today)
  await setIssued(tx, row.id, {
    document_number,
    issued_at: toInstant(now_ms),
    issued_by,
    due_on: dayAfter(today, account.payment_terms_days ?? settings.invoice_terms_days),
    parties: await partiesOf(tx, row, settings),
  })
  return document_number
}
