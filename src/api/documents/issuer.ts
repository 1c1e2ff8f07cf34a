// The issuers of documents: the operator by the settings, a reseller by its brand.
import { inheritBrand } from '#core/account/brand.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { findBrandImage, listBrandsOf } from '#db/accounts/brands.ts'
import { findCurrentLogo } from '#db/console/logo.ts'
import type { Database } from '#db/database.ts'
import { readSettings } from '#db/settings.ts'
import type { PdfIssuer, PdfPaper } from './pdf-document.ts'

export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const taxLine = (tax_number: string): string[] =>
  tax_number === '' ? [] : [`Tax number: ${tax_number}`]

/** The logo of a reseller is that of its brand, and never that of the operator. */
async function findIssuerLogo(database: Database, issuer_id: number): Promise<Uint8Array | null> {
  if (issuer_id === OPERATOR_ID) {
    const logo = await findCurrentLogo(database)
    // PDF has no WebP.
    return logo && logo.type !== 'image/webp' ? logo.bytes : null
  }
  const { logo } = inheritBrand(await listBrandsOf(database, issuer_id))
  if (logo === null) return null
  return (await findBrandImage(database, logo))?.bytes ?? null
}

export async function readPaper(database: Database, issuer_id: number): Promise<PdfPaper> {
  const { paper_size } = await readSettings(database)
  return { paper_size, logo: await findIssuerLogo(database, issuer_id) }
}

/** The operator, on lists of prices. */
export async function readIssuer(database: Database): Promise<PdfIssuer> {
  const settings = await readSettings(database)
  const { title, company, company_address, company_tax_number } = settings
  return {
    ...(await readPaper(database, OPERATOR_ID)),
    issuer: [company || title, ...linesOf(company_address), ...taxLine(company_tax_number)],
    footer: settings.document_footer,
  }
}
