// Several short words in one field, such as prefixes or codes: comma, space or Enter ends one, and
// a pasted list becomes many.
import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useFieldValue } from './use-field-value.ts'

export interface TagsFieldProps
  extends Omit<TagsInputProps, 'value' | 'defaultValue' | 'onChange' | 'data'> {
  readonly value?: string[]
  readonly defaultValue?: string[]
  readonly onChange?: (value: string[]) => void
}

export function TagsField({ value, defaultValue, onChange, ...rest }: TagsFieldProps) {
  const [tags, change] = useFieldValue<string[]>({ value, defaultValue, onChange }, [])
  return (
    <TagsInput
      splitChars={[',', ' ', ';', '\n']}
      acceptValueOnBlur
      autoComplete="off"
      // A short word fits in the rest of the line.
      styles={{ inputField: { minWidth: 40 } }}
      {...rest}
      // "Any" represents an empty field.
      placeholder={tags.length > 0 ? '' : (rest.placeholder ?? '')}
      value={tags}
      onChange={change}
    />
  )
}

interface NumbersFieldProps extends Omit<TagsFieldProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: readonly number[]
  readonly onChange: (value: number[]) => void
}

/** The same for whole numbers; what is none is not taken. */
export function NumbersField({ value, onChange, ...rest }: NumbersFieldProps) {
  return (
    <TagsField
      inputMode="numeric"
      {...rest}
      value={value.map(String)}
      onChange={(tags) => onChange(tags.filter((tag) => /^\d{1,4}$/.test(tag)).map(Number))}
    />
  )
}
