// The terms of charges, which are stored encoded (core/tariff/stored-terms.ts).
import { DEFAULT_TERMS, decodeTerms, type EncodedTerms } from '#core/tariff/stored-terms.ts'
import type { Terms } from '#core/tariff/terms.ts'

export type TermName = Exclude<keyof Terms, 'steps'>

/** A row with terms as stored in the database. */
export type WithEncodedTerms<Row> = Omit<Row, 'terms'> & { readonly terms: EncodedTerms }

/** The same with all its terms. */
export const withTerms = <Row extends { readonly terms: EncodedTerms }>(
  row: Row,
): Omit<Row, 'terms'> & { readonly terms: Terms } => ({ ...row, terms: decodeTerms(row.terms) })

/** The SQL of one of the terms, as text, of the row that `alias` names. */
export function termText(alias: string, name: TermName): string {
  const term = `${alias}.terms->>'${name}'`
  if (name === 'rate' || name === 'currency') return term
  if (name === 'first_rate') return `coalesce(${term}, ${alias}.terms->>'rate')`
  const plain = DEFAULT_TERMS[name]
  return plain === null ? term : `coalesce(${term}, '${plain}')`
}

/** The same of one that is a number. */
export const term = (alias: string, name: TermName): string => `(${termText(alias, name)})::bigint`
