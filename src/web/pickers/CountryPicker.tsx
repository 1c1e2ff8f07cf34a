// A country by its English name; its value is the code of ISO 3166 with two letters, or nothing.
import { Select, type SelectProps } from '@mantine/core'
import { useFieldLabel } from '../ui/form/field-labels.ts'
import { labelFor } from '../ui/form/labels.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { NONE } from '../ui/values/format.ts'
import { countries } from './countries.ts'

interface CountryPickerProps
  extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (code: string) => void
}

export function CountryPicker({ value, defaultValue, onChange, ...rest }: CountryPickerProps) {
  const [code, change] = useFieldValue<string>({ value, defaultValue, onChange }, '')
  const known = countries()
  useFieldLabel(rest.name, (value) => labelFor(known, String(value)) || NONE)
  return (
    <Select
      checkIconPosition="right"
      nothingFoundMessage="No country found"
      {...rest}
      searchable
      clearable
      data={[...known]}
      value={code || null}
      onChange={(next) => change(next ?? '')}
    />
  )
}
