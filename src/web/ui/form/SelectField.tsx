import { Select, type SelectProps } from '@mantine/core'

export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

export type SelectFieldProps = Omit<SelectProps, 'data'> & { readonly choices: readonly Choice[] }

/** One of a few words; what is chosen cannot be taken back to nothing. */
export function SelectField({ choices, ...rest }: SelectFieldProps) {
  return <Select {...rest} data={[...choices]} allowDeselect={false} checkIconPosition="right" />
}
