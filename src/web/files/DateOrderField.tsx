import { undecidedDate, undecidedDateText } from '#core/table-file/detect-notation.ts'
import type { DateOrder, TableLayout, TableRow } from '#core/table-file/table-file.ts'
import { SelectField } from '../ui/form/SelectField.tsx'

const DATES = [
  { value: 'YMD', label: '2026-12-31' },
  { value: 'DMY', label: '31/12/2026' },
  { value: 'MDY', label: '12/31/2026' },
]

interface DateOrderFieldProps {
  readonly layout: TableLayout
  readonly head: readonly TableRow[]
  /** The columns with dates. */
  readonly meanings: readonly string[]
  readonly onChange: (order: DateOrder) => void
}

/** The order of the parts of a date; a question if the dates of the file have two readings. */
export function DateOrderField({ layout, head, meanings, onChange }: DateOrderFieldProps) {
  const date = undecidedDate(layout, head, meanings)
  return (
    <SelectField
      label="Dates"
      choices={date ? readingsOf(date) : DATES}
      placeholder={date && 'Day or month first?'}
      value={layout.date_order ?? ''}
      error={date && undecidedDateText(date)}
      onChange={(order) => onChange(order as DateOrder)}
    />
  )
}

/** Both days that the date may be. */
function readingsOf(date: string) {
  const [first = 1, second = 1, year = 0] = date.split(/\D/).map(Number)
  const day = (month: number, of_month: number) =>
    new Date(Date.UTC(year < 100 ? year + 2000 : year, month - 1, of_month)).toLocaleDateString(
      'en-GB',
      { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' },
    )
  return [
    { value: 'DMY', label: `${date} is ${day(second, first)}` },
    { value: 'MDY', label: `${date} is ${day(first, second)}` },
  ]
}
