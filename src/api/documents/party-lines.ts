// A party of a document, with its address, as it is printed.
import type { InvoiceParty } from '#core/billing/invoice.ts'

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })

export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const partyLines = ({ name, address, country_iso2, tax_number }: InvoiceParty): string[] => [
  name,
  ...linesOf(address),
  ...(country_iso2 === '' ? [] : [COUNTRIES.of(country_iso2) ?? country_iso2]),
  ...(tax_number === '' ? [] : [`Tax number: ${tax_number}`]),
]
