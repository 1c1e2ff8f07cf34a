// A password that is set: it can be seen, made up and copied, and is never shown again afterwards.
import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { secretBytes } from '../random.ts'
import { CopyText } from '../values/CopyText.tsx'
import { useFieldValue } from './use-field-value.ts'

export interface PasswordFieldProps
  extends Omit<PasswordInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string | undefined
  readonly defaultValue?: string | undefined
  /** Undefined when the field is empty, so that a change leaves the password as it is. */
  readonly onChange?: (value: string | undefined) => void
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 letters that cannot be mistaken for one another: 115 bits. */
export function makePassword(): string {
  const picked: string[] = []
  while (picked.length < 20) {
    for (const byte of secretBytes(32)) {
      // Bytes past the last whole round would make the first letters more likely.
      const letter = byte < 256 - (256 % LETTERS.length) ? LETTERS[byte % LETTERS.length] : ''
      if (letter && picked.length < 20) picked.push(letter)
    }
  }
  return picked.join('')
}

export function PasswordField({ value, defaultValue, onChange, ...rest }: PasswordFieldProps) {
  const [current, change] = useFieldValue<string | undefined>(
    { value, defaultValue, onChange },
    undefined,
  )
  return (
    <div>
      <PasswordInput
        {...rest}
        autoComplete="new-password"
        value={current ?? ''}
        onChange={(event) => change(event.currentTarget.value || undefined)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        mt={2}
        // The field keeps the focus: with it its error would go, and the button move from under
        // the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => change(makePassword())}
      >
        Generate
      </Button>
      {current && <CopyText text={current} label="Copy the password" />}
    </div>
  )
}
