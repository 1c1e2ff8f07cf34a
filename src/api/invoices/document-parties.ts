// Who writes a document for an account, and the account, with their addresses.
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { InvoiceParties, InvoiceParty } from '#core/billing/invoice.ts'
import { findParty } from '#db/billing/invoice-work.ts'
import type { Database } from '#db/database.ts'
import type { Settings } from '#db/settings.ts'
import { linesOf, taxLine } from '../http/issuer.ts'

/** As they are now; an issued invoice keeps those of its day. */
export async function partiesOf(
  database: Database,
  { issuer_id, account_id }: { issuer_id: number; account_id: number },
  settings: Settings,
): Promise<InvoiceParties> {
  const account = await findParty(database, account_id)
  if (issuer_id !== OPERATOR_ID) {
    return { issuer: await findParty(database, issuer_id), account, note: '' }
  }
  const { company, title, company_address, company_tax_number } = settings
  const issuer = {
    name: company || title,
    address: company_address,
    country_iso2: '',
    tax_number: company_tax_number,
  }
  const { document_footer: note, bank_details } = settings
  return { issuer, account, note, bank_details }
}

export const partyLines = ({ name, address, country_iso2, tax_number }: InvoiceParty): string[] => [
  name,
  ...linesOf(address),
  ...linesOf(country_iso2),
  ...taxLine(tax_number),
]
