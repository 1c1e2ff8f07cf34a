// The permission groups of an admin.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { lookupPermissionGroups } from '#contract/console/lookups.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'

interface PermissionGroupsFieldProps
  extends Omit<MultiSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: number[]
  readonly defaultValue?: number[]
  readonly onChange?: (ids: number[]) => void
}

export function PermissionGroupsField(props: PermissionGroupsFieldProps) {
  const { value, defaultValue, onChange, ...rest } = props
  const [ids, change] = useFieldValue<number[]>({ value, defaultValue, onChange }, [])
  const { data = [] } = useOne(lookupPermissionGroups, {})
  return (
    <MultiSelect
      label="Permission groups"
      placeholder={ids.length > 0 ? '' : 'None: no rights'}
      searchable
      checkIconPosition="right"
      nothingFoundMessage="No group found"
      {...rest}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={ids.map(String)}
      onChange={(texts) => change(texts.map(Number))}
    />
  )
}
