// Countries by their English names and codes of ISO 3166 with two letters.
import type { Choice } from '../ui/form/SelectField.tsx'

/** Codes that browsers can name and that are no countries: unions, islands of others, tests. */
const NO_COUNTRY: ReadonlySet<string> = new Set(
  'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '),
)
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The code itself where it names no country. */
export const countryName = (code: string): string => names.of(code) ?? code

let known: readonly Choice[] | undefined

/** All countries, by their names. */
export function countries(): readonly Choice[] {
  known ??= countriesOf()
  return known
}

/** The browser knows them all, so that no list of ours grows old. */
function countriesOf(): readonly Choice[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes
    .filter((code) => !NO_COUNTRY.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((code) => ({ value: code, label: countryName(code) }))
    .filter(({ value, label }) => label !== value)
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
