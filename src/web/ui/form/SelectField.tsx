import { Select, type SelectProps } from '@mantine/core'
import { useFieldLabel } from './field-labels.ts'
import { labelFor } from './labels.ts'

export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

export type SelectFieldProps = Omit<SelectProps, 'data'> & { readonly choices: readonly Choice[] }

/** One of a few words; what is chosen cannot be taken back to nothing. */
export function SelectField({ choices, ...rest }: SelectFieldProps) {
  useFieldLabel(rest.name, (value) => labelFor(choices, String(value)))
  return <Select {...rest} data={[...choices]} allowDeselect={false} checkIconPosition="right" />
}
