// Whole numbers. What is empty is null, which a schema either allows or asks to be filled in.
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useFieldValue } from './use-field-value.ts'

export interface NumberFieldProps
  extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: number | null
  readonly defaultValue?: number | null
  readonly onChange?: (value: number | null) => void
  /** Written behind the number. */
  readonly unit?: string
}

export function NumberField(props: NumberFieldProps) {
  const { value, defaultValue, onChange, unit, thousandSeparator = ',', ...rest } = props
  const [current, change] = useFieldValue<number | null>({ value, defaultValue, onChange }, null)
  return (
    <NumberInput
      {...rest}
      value={current ?? ''}
      onChange={(next) => change(typeof next === 'number' ? next : null)}
      allowDecimal={false}
      thousandSeparator={thousandSeparator}
      hideControls
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

/** A port of UDP or TCP, which is a name rather than a number. */
export function PortField(props: Omit<NumberFieldProps, 'unit'>) {
  return <NumberField min={1} max={65535} {...props} thousandSeparator="" />
}

/** A length of time in seconds. */
export function DurationField(props: Omit<NumberFieldProps, 'unit'>) {
  return <NumberField min={0} {...props} unit="seconds" />
}
