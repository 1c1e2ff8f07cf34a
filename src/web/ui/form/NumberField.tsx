// Whole numbers. Empty is null, which a schema allows or refuses; invalid text stays as it was
// typed and is NaN, which every schema refuses.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useFieldValue } from './use-field-value.ts'

export interface NumberFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  readonly value?: number | null
  readonly defaultValue?: number | null
  readonly onChange?: (value: number | null) => void
  /** Written behind the number. */
  readonly unit?: string
}

/** Spaces and commas may separate thousands, as in pasted numbers. */
export function readNumber(text: string): number | null {
  const bare = text.trim()
  if (bare === '') return null
  const digits = /^[-−]?\d{1,3}([, ]\d{3})+$/.test(bare) ? bare.replace(/[, ]/g, '') : bare
  return /^[-−]?\d+$/.test(digits) ? Number(digits.replace('−', '-')) : Number.NaN
}

const write = (value: number | null): string => (value === null ? '' : String(value))

export function NumberField(props: NumberFieldProps) {
  const { value, defaultValue, onChange, unit, ...rest } = props
  const [current, change] = useFieldValue<number | null>({ value, defaultValue, onChange }, null)
  const [typed, setTyped] = useState(() => write(current))
  const isTyped = Object.is(readNumber(typed), current)
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode="numeric"
      // A value that came from elsewhere counts before what was typed last.
      value={isTyped ? typed : write(current)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        change(readNumber(event.currentTarget.value))
      }}
      {...(unit ? { rightSection: <Unit text={unit} />, rightSectionWidth: unitWidth(unit) } : {})}
    />
  )
}

export const unitWidth = (unit: string): number => unit.length * 7 + 14

export function Unit({ text }: { text: string }) {
  return (
    <span className="muted" style={{ fontSize: 12, whiteSpace: 'nowrap' }}>
      {text}
    </span>
  )
}

/** A port of UDP or TCP. */
export function PortField(props: Omit<NumberFieldProps, 'unit'>) {
  return <NumberField {...props} />
}

/** A length of time in seconds. */
export function DurationField(props: Omit<NumberFieldProps, 'unit'>) {
  return <NumberField {...props} unit="seconds" />
}
