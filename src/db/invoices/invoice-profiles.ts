// How resellers issue invoices to the accounts right below them (ADR-0029).
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { isOwn, type Scope } from '../scope.ts'
import { DEFAULT_SETTINGS, SERVER_ZONE, type Settings } from '../settings.ts'
import type { InvoiceProfileTable } from '../tables/billing.ts'

/** The fields of its form. */
export type InvoiceProfile = Pick<
  Settings,
  | 'company'
  | 'company_address'
  | 'company_tax_number'
  | 'bank_details'
  | 'document_footer'
  | 'invoice_number'
  | 'credit_note_number'
  | 'invoice_terms_days'
  | 'issues_drafts'
> &
  Pick<InvoiceProfileTable, 'timezone'>

const FIELDS = [
  'company',
  'company_address',
  'company_tax_number',
  'bank_details',
  'document_footer',
  'invoice_number',
  'credit_note_number',
  'invoice_terms_days',
  'issues_drafts',
  'timezone',
] as const satisfies readonly (keyof InvoiceProfile)[]

/** Before a reseller has saved its own: the settings of the operator are not for its documents. */
const DEFAULT_PROFILE: InvoiceProfile = {
  company: '',
  company_address: '',
  company_tax_number: '',
  bank_details: '',
  document_footer: '',
  invoice_number: DEFAULT_SETTINGS.invoice_number,
  credit_note_number: DEFAULT_SETTINGS.credit_note_number,
  invoice_terms_days: DEFAULT_SETTINGS.invoice_terms_days,
  issues_drafts: DEFAULT_SETTINGS.issues_drafts,
  timezone: null,
}

/** The profile of a reseller as an issuer; the caller has checked that it may be seen. */
export async function readInvoiceProfile(database: Database, id: number): Promise<InvoiceProfile> {
  const row = await database
    .selectFrom('invoice_profile')
    .where('account_id', '=', id)
    .select(FIELDS)
    .executeTakeFirst()
  return row ?? DEFAULT_PROFILE
}

/** A reseller has its own alone, and none of those below it. Version 0 was never saved. */
export async function findInvoiceProfile(database: Database, scope: Scope, id: number) {
  const reseller = await database
    .selectFrom('account as a')
    .innerJoin('reseller as r', 'r.account_id', 'a.id')
    .leftJoin('invoice_profile as p', 'p.account_id', 'a.id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(isOwn(scope, 'a.id'))
    .select(['a.name', 'a.company', 'a.address', 'a.tax_number', 'a.currency'])
    .select(sql<number>`coalesce(p.version, 0)`.as('version'))
    .executeTakeFirst()
  if (!reseller) return undefined
  const { name, version, currency, company, address, tax_number } = reseller
  const account = { company: company || name, address, tax_number }
  return { ...(await readInvoiceProfile(database, id)), name, version, currency, account }
}

/** False if the profile has changed since `version` was read, 0 if there was none. */
export async function writeInvoiceProfile(
  tx: Tx,
  id: number,
  version: number,
  values: InvoiceProfile,
): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('invoice_profile')
      .values({ account_id: id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('invoice_profile')
    .set({ ...values, version: version + 1 })
    .where('account_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The zone in which the days of account `a` are billed: its own, or that of its issuer. */
export const BILLING_ZONE: RawBuilder<string> = sql<string>`coalesce(a.billing_timezone,
  (select p.timezone from invoice_profile p where p.account_id = a.parent_id), ${SERVER_ZONE})`
