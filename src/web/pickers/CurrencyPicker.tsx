// A currency by its code; the system currency is the first of all.
import { Select, type SelectProps } from '@mantine/core'
import { lookupCurrencies } from '#contract/console/lookups.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'

interface CurrencyPickerProps
  extends Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (code: string) => void
}

export function CurrencyPicker({ value, defaultValue, onChange, ...rest }: CurrencyPickerProps) {
  const [code, change] = useFieldValue<string>({ value, defaultValue, onChange }, '')
  const enabled = useMay('currencies.view')
  const { data: currencies = [] } = useOne(lookupCurrencies, {}, { enabled })
  const names = new Map(currencies.map((currency) => [currency.code, currency.name]))
  const system = currencies.find((currency) => currency.is_system)?.code
  return (
    <Select
      checkIconPosition="right"
      placeholder={system}
      nothingFoundMessage="No currency found"
      {...rest}
      searchable
      allowDeselect={false}
      data={enabled || code === '' ? [...names.keys()] : [code]}
      renderOption={({ option }) => (
        <span>
          {option.value} <span className="muted">{names.get(option.value)}</span>
        </span>
      )}
      value={code || null}
      onChange={(next) => next && change(next)}
    />
  )
}
