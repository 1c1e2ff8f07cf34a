// A text that may be missing: what is empty is null, where an empty text would mean something else.
import type { TextInputProps } from '@mantine/core'
import { PlainTextField } from './PlainTextField.tsx'
import { useFieldValue } from './use-field-value.ts'

export interface OptionalTextFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string | null
  readonly defaultValue?: string | null
  readonly onChange?: (value: string | null) => void
}

export function OptionalTextField(props: OptionalTextFieldProps) {
  const { value, defaultValue, onChange, ...rest } = props
  const [current, change] = useFieldValue<string | null>({ value, defaultValue, onChange }, null)
  return (
    <PlainTextField
      {...rest}
      value={current ?? ''}
      onChange={(event) => change(event.currentTarget.value.trim() || null)}
    />
  )
}
