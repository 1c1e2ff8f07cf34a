import { TextInput, type TextInputProps } from '@mantine/core'

/** A text for machines, such as an address: the browser neither completes nor corrects it. */
export function PlainTextField(props: TextInputProps) {
  return <TextInput autoComplete="off" spellCheck={false} {...props} />
}
