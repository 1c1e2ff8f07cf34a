// Who writes a document for an account, how, and the account, with their addresses.
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { InvoiceParties, InvoiceParty, NumberedKind } from '#core/billing/invoice.ts'
import type { Database } from '../database.ts'
import { readSettings, type Settings } from '../settings.ts'
import { type InvoiceProfile, readInvoiceProfile } from './invoice-profiles.ts'

/** How the operator, by the settings, or a reseller, by its profile, issues documents. */
export interface InvoiceIssuer
  extends Pick<
    Settings,
    'bank_details' | 'document_footer' | 'invoice_terms_days' | 'issues_drafts' | 'timezone'
  > {
  readonly party: InvoiceParty
  /** The patterns of the numbers. */
  readonly numbers: Readonly<Record<NumberedKind, string>>
}

/** The operator, by the settings. */
export const operatorParty = (settings: Settings): InvoiceParty => ({
  name: settings.company || settings.title,
  address: settings.company_address,
  country_iso2: '',
  tax_number: settings.company_tax_number,
})

/**
 * As it is now, or with another profile of a reseller, which is not saved yet; an issued invoice
 * keeps what is printed on it.
 */
export async function readInvoiceIssuer(
  database: Database,
  issuer_id: number,
  unsaved?: InvoiceProfile,
): Promise<InvoiceIssuer> {
  const settings = await readSettings(database)
  const { invoice_number: INVOICE, credit_note_number: CREDIT_NOTE } = settings
  const numbers = { INVOICE, CREDIT_NOTE, SELF_BILLED: settings.self_billed_number }
  if (issuer_id === OPERATOR_ID) return { ...settings, party: operatorParty(settings), numbers }
  const profile = unsaved ?? (await readInvoiceProfile(database, issuer_id))
  const account = await findParty(database, issuer_id)
  return {
    ...profile,
    timezone: profile.timezone ?? settings.timezone,
    party: {
      name: profile.company || account.name,
      address: profile.company_address || account.address,
      country_iso2: profile.company_address ? '' : account.country_iso2,
      tax_number: profile.company_tax_number || account.tax_number,
    },
    numbers: {
      INVOICE: profile.invoice_number,
      CREDIT_NOTE: profile.credit_note_number,
      // Only the operator has settlement accounts.
      SELF_BILLED: profile.invoice_number,
    },
  }
}

/** As they are now; an issued invoice keeps those of its day. */
export async function readParties(
  database: Database,
  account_id: number,
  issuer: InvoiceIssuer,
): Promise<InvoiceParties> {
  const { party, document_footer: note, bank_details } = issuer
  return { issuer: party, account: await findParty(database, account_id), note, bank_details }
}

async function findParty(database: Database, account_id: number): Promise<InvoiceParty> {
  const { name, company, ...party } = await database
    .selectFrom('account')
    .where('id', '=', account_id)
    .select(['name', 'company', 'address', 'country_iso2', 'tax_number'])
    .executeTakeFirstOrThrow()
  return { name: company || name, ...party }
}
