// Several things by their names, of those that are offered and those that were chosen before.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useFieldValue } from '../ui/form/use-field-value.ts'

interface Named {
  readonly id: number
  readonly name: string
}

interface NamesFieldProps
  extends Omit<MultiSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly offered: readonly Named[]
  /** The names of those that were chosen before. */
  readonly known: readonly Named[]
  readonly value?: number[]
  readonly defaultValue?: number[]
  readonly onChange?: (ids: number[]) => void
}

export function NamesField(props: NamesFieldProps) {
  const { offered, known, value, defaultValue, onChange, ...rest } = props
  const [ids, change] = useFieldValue<number[]>({ value, defaultValue, onChange }, [])
  const names = new Map([...known, ...offered].map(({ id, name }) => [String(id), name]))
  return (
    <MultiSelect
      placeholder={ids.length > 0 ? '' : 'None'}
      searchable
      checkIconPosition="right"
      nothingFoundMessage="Nothing found"
      {...rest}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={ids.map(String)}
      onChange={(texts) => change(texts.map(Number))}
    />
  )
}
