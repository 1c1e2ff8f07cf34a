// Who writes a document for an account, and the account, with their addresses.
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { InvoiceParties, InvoiceParty } from '#core/billing/invoice.ts'
import type { Database } from '#db/database.ts'
import { findInvoiceParty } from '#db/invoices/invoice-work.ts'
import type { Settings } from '#db/settings.ts'
import { linesOf, taxLine } from './issuer.ts'

/** The operator, by the settings. */
export const operatorParty = (settings: Settings): InvoiceParty => ({
  name: settings.company || settings.title,
  address: settings.company_address,
  country_iso2: '',
  tax_number: settings.company_tax_number,
})

/** As they are now; an issued invoice keeps those of its day. */
export async function partiesOf(
  database: Database,
  { issuer_id, account_id }: { issuer_id: number; account_id: number },
  settings: Settings,
): Promise<InvoiceParties> {
  const account = await findInvoiceParty(database, account_id)
  if (issuer_id !== OPERATOR_ID) {
    return { issuer: await findInvoiceParty(database, issuer_id), account, note: '' }
  }
  const issuer = operatorParty(settings)
  const { document_footer: note, bank_details } = settings
  return { issuer, account, note, bank_details }
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })

export const partyLines = ({ name, address, country_iso2, tax_number }: InvoiceParty): string[] => [
  name,
  ...linesOf(address),
  ...(country_iso2 === '' ? [] : [COUNTRIES.of(country_iso2) ?? country_iso2]),
  ...taxLine(tax_number),
]
