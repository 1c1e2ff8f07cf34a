// The operator as the issuer of documents, by the settings.
import { findCurrentLogo } from '#db/console/logo.ts'
import type { Database } from '#db/database.ts'
import { readSettings } from '#db/settings.ts'
import type { PdfIssuer } from './pdf-document.ts'

export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const taxLine = (tax_number: string): string[] =>
  tax_number === '' ? [] : [`Tax number: ${tax_number}`]

export async function readIssuer(database: Database): Promise<PdfIssuer> {
  const [settings, logo] = await Promise.all([readSettings(database), findCurrentLogo(database)])
  const { title, company, company_address, company_tax_number } = settings
  return {
    paper_size: settings.paper_size,
    // PDF has no WebP.
    logo: logo && logo.type !== 'image/webp' ? logo.bytes : null,
    issuer: [company || title, ...linesOf(company_address), ...taxLine(company_tax_number)],
    footer: settings.document_footer,
  }
}
