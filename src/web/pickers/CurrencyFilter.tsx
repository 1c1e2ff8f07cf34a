import { lookupCurrencies } from '#contract/console/lookups.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter } from '../ui/filters.tsx'

interface CurrencyFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Nothing is filtered where there is only one. */
export function CurrencyFilter(props: CurrencyFilterProps) {
  const enabled = useMay('currencies.view')
  const { data: currencies = [] } = useOne(lookupCurrencies, {}, { enabled })
  if (currencies.length < 2) return null
  const choices = currencies.map(({ code }) => ({ value: code, label: code }))
  return <SelectFilter label="Currency" choices={choices} {...props} />
}
