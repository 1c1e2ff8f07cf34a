// Exact decimals stay text from the key to the wire: a float would lose money on the way.
import { TextInput, type TextInputProps } from '@mantine/core'
import { use } from 'react'
import { FormCurrency } from './form-currency.ts'
import { Unit, unitWidth } from './NumberField.tsx'
import { useFieldValue } from './use-field-value.ts'

export interface DecimalFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string | null
  readonly defaultValue?: string | null
  readonly onChange?: (value: string | null) => void
  /** Empty is null: no limit, or a default, as the placeholder shows. */
  readonly nullable?: boolean
}

interface Kind {
  readonly unit?: string
}

function DecimalField(props: DecimalFieldProps & Kind) {
  const { value, defaultValue, onChange, nullable, unit, ...rest } = props
  const [current, change] = useFieldValue<string | null>(
    { value, defaultValue, onChange },
    nullable ? null : '',
  )
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={current ?? ''}
      onChange={(event) => {
        // As it was typed: what is no number is refused with a sentence, and never made one.
        const text = event.currentTarget.value
        change(text === '' && nullable ? null : text)
      }}
      {...(unit ? { rightSection: <Unit text={unit} />, rightSectionWidth: unitWidth(unit) } : {})}
    />
  )
}

interface PricedFieldProps extends DecimalFieldProps {
  /** The currency of the account, the tariff or the system; without one, that of the form. */
  readonly currency?: string | undefined
}

/** An amount with at most six decimals. */
export function MoneyField({ currency, ...props }: PricedFieldProps) {
  const of_form = use(FormCurrency)
  const unit = currency ?? of_form
  return <DecimalField {...props} {...(unit ? { unit } : {})} />
}

/** A price with at most eight decimals. */
export function RateField({ currency, ...props }: PricedFieldProps) {
  const of_form = use(FormCurrency)
  const unit = currency ?? of_form
  return <DecimalField {...props} unit={unit ? `${unit} per minute` : 'per minute'} />
}

/** A value of any unit, such as a bound; an empty unit is not written. */
export function MeasureField({ unit, ...props }: DecimalFieldProps & { unit: string }) {
  return <DecimalField {...props} unit={unit} />
}

export function PercentField(props: DecimalFieldProps) {
  return <DecimalField {...props} unit="%" />
}

/** The value of a unit of a currency, with at most eight decimals. */
export function ExchangeRateField({ system, ...props }: DecimalFieldProps & { system: string }) {
  return <DecimalField {...props} unit={system} />
}
