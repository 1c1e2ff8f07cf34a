// An instant, typed as the clock in the server's time zone shows it.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useKit } from '../Kit.tsx'
import { fromWallClock, toWallClock } from '../wall-clock.ts'
import { useFieldValue } from './use-field-value.ts'

export interface DateTimeFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  readonly value?: string | null
  readonly defaultValue?: string | null
  /** An instant in UTC, or null when the field is empty. */
  readonly onChange?: (value: string | null) => void
}

export function DateTimeField({ value, defaultValue, onChange, ...rest }: DateTimeFieldProps) {
  const { timeZone } = useKit()
  const [current, change] = useFieldValue<string | null>({ value, defaultValue, onChange }, null)
  return (
    <TextInput
      description={timeZone}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      type="datetime-local"
      step={1}
      value={current ? toWallClock(current, timeZone) : ''}
      onChange={(event) => change(fromWallClock(event.currentTarget.value, timeZone) ?? null)}
    />
  )
}
