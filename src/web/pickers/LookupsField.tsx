// Picks several things of a short lookup by their names, in the order in which they are picked.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { lookupGivenPlans, lookupPermissionGroups } from '#contract/console/lookups.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'

export interface LookupsProps
  extends Omit<MultiSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: number[]
  readonly defaultValue?: number[]
  readonly onChange?: (ids: number[]) => void
}

interface LookupsFieldProps extends LookupsProps {
  readonly endpoint: typeof lookupGivenPlans | typeof lookupPermissionGroups
  /** Shows the hint of each option beside its name. */
  readonly hasHints?: boolean
}

export function LookupsField(props: LookupsFieldProps) {
  const { endpoint, hasHints, value, defaultValue, onChange, placeholder, ...rest } = props
  const [ids, change] = useFieldValue<number[]>({ value, defaultValue, onChange }, [])
  const { data = [] } = useOne(endpoint, {})
  const hints = new Map(data.map(({ id, hint }) => [String(id), hint]))
  return (
    <MultiSelect
      placeholder={ids.length > 0 ? '' : placeholder}
      searchable
      checkIconPosition="right"
      {...rest}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...(hasHints && {
        renderOption: ({ option }) => (
          <span>
            {option.label} <span className="muted">{hints.get(option.value)}</span>
          </span>
        ),
      })}
      value={ids.map(String)}
      onChange={(texts) => change(texts.map(Number))}
    />
  )
}
