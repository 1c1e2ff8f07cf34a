// The issuers of documents: the operator by the settings, a reseller by its brand.
import { inheritBrand } from '#core/account/brand.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { findBrandImage, listBrandsOf } from '#db/accounts/brands.ts'
import { findCurrentLogo } from '#db/console/logo.ts'
import type { Database } from '#db/database.ts'
import { readInvoiceIssuer } from '#db/invoices/invoice-parties.ts'
import { readSettings } from '#db/settings.ts'
import { partyLines } from './party-lines.ts'
import type { PdfIssuer, PdfPaper } from './pdf-document.ts'

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

/** On lists of prices. */
export async function readIssuer(database: Database, issuer_id: number): Promise<PdfIssuer> {
  const { party, document_footer } = await readInvoiceIssuer(database, issuer_id)
  return {
    ...(await readPaper(database, issuer_id)),
    issuer: partyLines(party),
    footer: document_footer,
  }
}
