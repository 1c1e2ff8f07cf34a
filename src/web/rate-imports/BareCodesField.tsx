import type { OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { COUNTRY_CODES, callingCodeOf, countryOf } from '#core/number/country.ts'
import { undecidedCodes, undecidedCodesText } from '#core/rate-import/bare-codes.ts'
import { countryName } from '../pickers/countries.ts'
import { SelectField } from '../ui/form/SelectField.tsx'

type Layout = NonNullable<OneRateImport['layout']>

interface BareCodesFieldProps {
  readonly layout: Layout
  readonly head: OneRateImport['head']
  readonly onChange: (country: string) => void
}

/** Whether codes without + have their country; a question if the file has codes of both kinds. */
export function BareCodesField({ layout, head, onChange }: BareCodesFieldProps) {
  const mixed = undecidedCodes(layout, head)
  const bare = mixed?.bare ?? '613'
  return (
    <SelectField
      label="Codes without +"
      choices={[
        { value: '', label: `Whole: ${bare} is +${bare}${named(bare)}` },
        ...CALLING_CODES.map((code) => ({
          value: code,
          label: `Without their country: ${bare} is +${code} ${bare}${named(code)}`,
        })),
      ]}
      searchable
      placeholder={mixed ? 'Whole or national?' : 'All codes are written alike'}
      value={layout.bare_code_country}
      error={mixed && undecidedCodesText(mixed)}
      onChange={(country) => onChange(country ?? '')}
    />
  )
}

/** Those of E.164 that a country has, as text in the order of numbers. */
const CALLING_CODES = [...new Set([...COUNTRY_CODES.keys()].map(callingCodeOf))].toSorted(
  (a, b) => Number(a) - Number(b),
)

function named(digits: string): string {
  const country = countryOf(digits.replace(/\D/g, ''))
  return country === '' ? '' : ` (${countryName(country)})`
}
