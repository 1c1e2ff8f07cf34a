// Who writes a document for an account, and the account, with their addresses.
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { InvoiceParties, InvoiceParty } from '#core/billing/invoice.ts'
import type { Database } from '../database.ts'
import type { Settings } from '../settings.ts'

/** The operator, by the settings. */
export const operatorParty = (settings: Settings): InvoiceParty => ({
  name: settings.company || settings.title,
  address: settings.company_address,
  country_iso2: '',
  tax_number: settings.company_tax_number,
})

/** As they are now; an issued invoice keeps those of its day. */
export async function readParties(
  database: Database,
  { issuer_id, account_id }: { issuer_id: number; account_id: number },
  settings: Settings,
): Promise<InvoiceParties> {
  const account = await findParty(database, account_id)
  if (issuer_id !== OPERATOR_ID) {
    return { issuer: await findParty(database, issuer_id), account, note: '' }
  }
  const { document_footer: note, bank_details } = settings
  return { issuer: operatorParty(settings), account, note, bank_details }
}

async function findParty(database: Database, account_id: number): Promise<InvoiceParty> {
  const { name, company, ...party } = await database
    .selectFrom('account')
    .where('id', '=', account_id)
    .select(['name', 'company', 'address', 'country_iso2', 'tax_number'])
    .executeTakeFirstOrThrow()
  return { name: company || name, ...party }
}
