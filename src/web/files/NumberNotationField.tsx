import { undecidedNumber, undecidedNumberText } from '#core/table-file/detect-notation.ts'
import type { DecimalNotation, TableLayout, TableRow } from '#core/table-file/table-file.ts'
import { SelectField } from '../ui/form/SelectField.tsx'

const NOTATIONS = [
  { value: '.', label: '0.0123' },
  { value: ',', label: '0,0123' },
  { value: ',.', label: '1,234.56' },
  { value: '.,', label: '1.234,56' },
]

interface NumberNotationFieldProps {
  readonly layout: TableLayout
  readonly head: readonly TableRow[]
  /** The columns whose numbers may have decimals. */
  readonly meanings: readonly string[]
  readonly onChange: (notation: DecimalNotation) => void
  readonly disabled: boolean
}

/** The marks of decimals and thousands; a question if the numbers of the file have two readings. */
export function NumberNotationField(props: NumberNotationFieldProps) {
  const { layout, head, meanings, onChange, disabled } = props
  const number = undecidedNumber(layout, head, meanings)
  return (
    <SelectField
      label="Numbers"
      choices={number ? readingsOf(number) : NOTATIONS}
      placeholder={number && 'Thousands or decimals?'}
      value={layout.decimal ?? ''}
      error={number && undecidedNumberText(number)}
      onChange={(notation) => onChange(notation as DecimalNotation)}
      disabled={disabled}
    />
  )
}

/** Both numbers that it may be. */
function readingsOf(number: string) {
  const mark = number.includes(',') ? ',' : '.'
  const [whole = '', thousandths = ''] = number.replace(/[^\d.,]/g, '').split(mark)
  const grouped: DecimalNotation = mark === ',' ? ',.' : '.,'
  return [
    { value: mark, label: `${number} is ${whole}.${thousandths}` },
    { value: grouped, label: `${number} is ${whole}${thousandths}` },
  ]
}
