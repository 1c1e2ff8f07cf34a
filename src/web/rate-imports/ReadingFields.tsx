// What of a file are rows and cells: each choice reads its first rows again.
import { type OneRateImport, readRateFileAgain } from '#contract/rate-imports.ts'
import { useChange } from '../http/use-endpoint.ts'
import { SettlementPicker } from '../pickers/pickers.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'

type Layout = NonNullable<OneRateImport['layout']>

const SEPARATORS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]
const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252 (Western Europe)' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
]
const DECIMALS = [
  { value: '.', label: 'Point: 0.0123' },
  { value: ',', label: 'Comma: 0,0123' },
]
const NO_HEADER = 'none'
const HEADER_LENGTH = 60

interface ReadingFieldsProps {
  readonly rateImport: OneRateImport
  readonly layout: Layout
  /** The layout that belongs to the choice. */
  readonly onRead: (layout: Layout) => void
}

export function ReadingFields({ rateImport, layout, onRead }: ReadingFieldsProps) {
  const { id, head, worksheets, settlement_id } = rateImport
  const { format, encoding, separator, worksheet, header_line } = layout
  const reading = useChange(readRateFileAgain, {
    also: ['tariffs'],
    onDone: (answer) => {
      const isOfSame = answer.settlement_id === settlement_id
      if (answer.layout) onRead(keepColumns(answer.layout, layout, isOfSame))
    },
  })
  const read = (part: object) => {
    const body = { encoding, separator, worksheet, settlement_id, ...part }
    reading.mutate({ params: { id }, body })
  }
  const rest = { disabled: reading.isPending }
  return (
    <>
      <SettlementPicker
        label="Carrier (optional)"
        description="The next file of the carrier is read as this one."
        clearable
        value={settlement_id}
        onChange={(settlement) => read({ settlement_id: settlement })}
      />
      {format === 'XLSX' ? (
        <SelectField
          label="Worksheet"
          choices={worksheets.map((label, at) => ({ value: String(at), label }))}
          value={String(worksheet)}
          onChange={(value) => read({ worksheet: Number(value) })}
          {...rest}
        />
      ) : (
        <>
          <SelectField
            label="Separator"
            choices={SEPARATORS}
            value={separator}
            onChange={(value) => read({ separator: value })}
            {...rest}
          />
          <SelectField
            label="Encoding"
            choices={ENCODINGS}
            value={encoding}
            onChange={(value) => read({ encoding: value })}
            {...rest}
          />
        </>
      )}
      <SelectField
        label="Header"
        choices={headerChoices(head, header_line)}
        value={header_line === null ? NO_HEADER : String(header_line)}
        onChange={(value) => read({ header_line: value === NO_HEADER ? null : Number(value) })}
        {...rest}
      />
      <SelectField
        label="Decimal mark"
        choices={DECIMALS}
        value={layout.decimal}
        onChange={(mark) => read({ decimal: mark })}
        {...rest}
      />
    </>
  )
}

/** Columns that are already chosen stay, where the same columns were found again. */
function keepColumns(read: Layout, before: Layout, isOfSame: boolean): Layout {
  const isSame =
    read.columns.length === before.columns.length &&
    read.headers.join('\n') === before.headers.join('\n')
  return isSame && isOfSame ? { ...read, columns: before.columns } : read
}

/** The first rows, one of which is the header. */
const headerChoices = (head: OneRateImport['head'], header_line: number | null) => [
  { value: NO_HEADER, label: 'No header' },
  ...head.map(({ line, cells }) => ({
    value: String(line),
    label: `Line ${line}: ${cells.filter(Boolean).join(', ').slice(0, HEADER_LENGTH)}`,
  })),
  ...(header_line === null || head.some(({ line }) => line === header_line)
    ? []
    : [{ value: String(header_line), label: `Line ${header_line}` }]),
]
