// A country by its English name; its value is the code of ISO 3166 with two letters, or nothing.
import { Select, type SelectProps } from '@mantine/core'
import { useFieldLabel } from '../ui/form/field-labels.ts'
import { labelFor } from '../ui/form/labels.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { NONE } from '../ui/format.ts'

interface CountryPickerProps
  extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (code: string) => void
}

/** Codes that browsers can name and that are no countries: unions, islands of others, tests. */
const NO_COUNTRY: ReadonlySet<string> = new Set(
  'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '),
)
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

let countries: { value: string; label: string }[] | undefined

function allCountries() {
  countries ??= countriesOf()
  return countries
}

/** The browser knows them all, so that no list of ours grows old. */
function countriesOf(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes
    .filter((code) => !NO_COUNTRY.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => ({ value: code, label: names.of(code) ?? '' }))
    .filter((country) => country.label !== '')
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

export function CountryPicker({ value, defaultValue, onChange, ...rest }: CountryPickerProps) {
  const [code, change] = useFieldValue<string>({ value, defaultValue, onChange }, '')
  const known = allCountries()
  useFieldLabel(rest.name, (value) => labelFor(known, String(value)) || NONE)
  return (
    <Select
      checkIconPosition="right"
      nothingFoundMessage="No country found"
      {...rest}
      searchable
      clearable
      data={known}
      value={code || null}
      onChange={(next) => change(next ?? '')}
    />
  )
}
