// Packages, ledger, payments, invoices and reconciliations.

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PackageCycle, PauseReason, SubscriptionState } from '#core/account/package.ts'
import type { PaymentKind } from '#core/account/payment.ts'
import type { InvoiceKind, InvoiceParties, InvoiceSection } from '#core/billing/invoice.ts'
import type { Fx, Money, Percent, Rate, Sum } from '#core/money.ts'
import type {
  CallFileLayout,
  DisputeState,
  ReconciliationOptions,
  ReconciliationState,
} from '#core/reconciliation/reconciliation.ts'
import type { HiddenParts, TableRow } from '#core/table-file/table-file.ts'
import type { Accumulated, Defaulted, Id, Instant, Stamp, Stamped } from './columns.ts'

export interface PackageTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  status: 'active' | 'blocked'
  prefixes: string[]
  seconds: number
  price: Money
  currency: Generated<string>
  cycle: PackageCycle
  has_rollover: boolean
  priority: number
  notes: string
  version: Generated<number>
  deleted_at: Instant | null
}

export interface PackageSubscriptionTable extends Stamped {
  id: Id
  account_id: number
  package_id: number
  state: SubscriptionState
  pause_reason: PauseReason | null
  seconds_left: Generated<number>
  seconds_held: Generated<number>
  period_seconds: Generated<number>
  anchored_at: Instant
  period_starts_at: Instant
  period_ends_at: Instant | null
  tried_at: Instant | null
  ended_at: Instant | null
}

export interface PackagePeriodTable {
  id: Id
  subscription_id: number
  starts_at: Instant
  ends_at: Instant | null
  seconds: number
  lapsed_seconds: Generated<number>
  price: Money
  income: Defaulted<Money | null>
  created_at: Stamp
}

export interface LedgerEntryTable {
  id: Id
  at: Stamp
  account_id: number
  counter_account_id: number
  kind: 'CALL' | 'SALE' | 'PAYMENT' | 'REVERSAL' | 'PACKAGE'
  amount: Money
  balance_after: ColumnType<unknown, Money | Sum, never>
  call_id: ColumnType<never, string | null, never>
  payment_id: number | null
  package_period_id: Defaulted<number | null>
  re_rating_id: number | null
  reverses_id: number | null
  note: Generated<string>
}

export interface InvoiceTable extends Stamped {
  id: Id
  account_id: number
  issuer_id: number
  kind: InvoiceKind
  starts_at: Instant
  ends_at: Instant
  timezone: string
  after_entry_id: number
  last_entry_id: number
  brought_forward: Accumulated
  calls: Generated<number>
  seconds: Generated<number>
  billed_seconds: Generated<number>
  net: Accumulated
  vat: Accumulated
  amount: Accumulated
  made_by: number | null
  document_number: string | null
  issued_at: Instant | null
  issued_by: number | null
  due_on: string | null
  parties: JSONColumnType<InvoiceParties> | null
  sent_at: Instant | null
  voided_at: Instant | null
  voided_by: number | null
  void_reason: Generated<string>
  credit_note_number: string | null
  settled: Accumulated
  payable: Accumulated
  prepared_at: Instant | null
  progress_percent: Generated<number>
  issue_when_ready: Generated<boolean>
  failure: Generated<string>
  failures: Generated<number>
  retry_at: Instant | null
  version: Generated<number>
}

export interface InvoiceProfileTable extends Stamped {
  account_id: number
  company: string
  company_address: string
  company_tax_number: string
  bank_details: string
  document_footer: string
  invoice_number: string
  credit_note_number: string
  invoice_terms_days: number
  issues_drafts: boolean
  timezone: string | null
  version: Generated<number>
}

export interface InvoicePaymentTable {
  id: Id
  invoice_id: number
  payment_id: number
  amount: Money
  reverses_id: number | null
  created_by: number
  created_at: Stamp
}

export interface InvoiceLineTable {
  invoice_id: number
  position: number
  section: InvoiceSection
  description: string
  prefixes: Generated<string>
  rate: Rate | null
  rate_currency: string | null
  vat_percent: Percent
  calls: number
  seconds: number
  billed_seconds: number
  net: Accumulated
  vat: Accumulated
  amount: Accumulated
}

export interface NettingTable {
  id: Id
  settlement_payment_id: number
  client_payment_id: number
  net_payment_id: number | null
  rate: Fx
  idempotency_key: string
  created_at: Stamp
}

export interface ReconciliationTable extends Stamped {
  id: Id
  settlement_id: number
  file_name: string
  file_size: Generated<number>
  layout: ColumnType<CallFileLayout | null, string | null | undefined, string | null>
  head: ColumnType<readonly TableRow[], string | undefined, string>
  worksheets: ColumnType<readonly string[], string | undefined, string>
  hidden: ColumnType<HiddenParts, string | undefined, string>
  options: ColumnType<ReconciliationOptions | null, string | undefined, string>
  from_at: Instant | null
  until_at: Instant | null
  state: Defaulted<ReconciliationState>
  error: Generated<string>
  progress: Generated<number>
  rows_count: Generated<number>
  compared_at: Instant | null
  rows_removed_at: Instant | null
  dispute_state: DisputeState | null
  dispute_amount: Money | null
  created_by: number
}

export interface ReconciliationNoteTable {
  id: Id
  reconciliation_id: number
  text: string
  created_by: number
  created_at: Stamp
}

/** Who sent a document, and on which paper. */
export interface KeptIssuer {
  readonly paper_size: 'A4' | 'LETTER'
  readonly issuer: readonly string[]
  readonly footer: string
}

export interface PaymentTable extends Stamped {
  id: Id
  at: Stamp
  /** Whose balance it is about: one of the two. */
  account_id: number
  payer_id: number
  payee_id: number
  kind: PaymentKind | 'COMMISSION' | 'REVERSAL'
  /** In the currency of the account. */
  amount: Money
  /** The amount that leaves the balance of the reseller above, in its currency. */
  parent_amount: Money | null
  method: 'cash' | 'bank' | 'card' | 'crypto' | 'mobile_money' | 'other' | 'netting'
  reference: string
  note: string
  private_note: string
  reverses_id: number | null
  idempotency_key: string
  /** Null for a commission. */
  created_by: number | null
}
