import type { TableLayout } from '#core/table-file/table-file.ts'
import { SelectField } from '../ui/form/SelectField.tsx'

type DateOrder = TableLayout['date_order']

const DATES = [
  { value: 'YMD', label: '2026-12-31' },
  { value: 'DMY', label: '31/12/2026' },
  { value: 'MDY', label: '12/31/2026' },
]

interface DateOrderFieldProps {
  readonly value: DateOrder
  readonly onChange: (order: DateOrder) => void
}

export const DateOrderField = ({ value, onChange }: DateOrderFieldProps) => (
  <SelectField
    label="Dates"
    choices={DATES}
    value={value}
    onChange={(order) => onChange(order as DateOrder)}
  />
)
