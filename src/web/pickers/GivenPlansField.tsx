// The route plans that a reseller has for its clients; the first is the preset of new ones.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { lookupGivenPlans } from '#contract/console/lookups.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'

interface GivenPlansFieldProps
  extends Omit<MultiSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: number[]
  readonly defaultValue?: number[]
  readonly onChange?: (ids: number[]) => void
}

export function GivenPlansField(props: GivenPlansFieldProps) {
  const { value, defaultValue, onChange, placeholder, ...rest } = props
  const [ids, change] = useFieldValue<number[]>({ value, defaultValue, onChange }, [])
  const { data = [] } = useOne(lookupGivenPlans, {})
  return (
    <MultiSelect
      placeholder={ids.length > 0 ? '' : placeholder}
      searchable
      checkIconPosition="right"
      nothingFoundMessage="No route plan with a name for resellers"
      {...rest}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => {
        const hint = data.find(({ id }) => String(id) === option.value)?.hint
        return (
          <span>
            {option.label} {hint && <span className="muted">{hint}</span>}
          </span>
        )
      }}
      value={ids.map(String)}
      onChange={(texts) => change(texts.map(Number))}
    />
  )
}
