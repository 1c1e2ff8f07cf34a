// The fields that split a file into rows and cells: each choice reads its first rows again.
import type {
  ChosenReading,
  Encoding,
  HiddenParts,
  Separator,
  TableLayout,
  TableRow,
} from '#core/table-file/table-file.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { NumberNotationField } from './NumberNotationField.tsx'

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
const EXCLUDED = 'excluded'
const INCLUDED = 'included'
const HIDDEN_CELLS = [
  { value: EXCLUDED, label: 'Excluded' },
  { value: INCLUDED, label: 'Included' },
]
const NO_HEADER = 'none'
const HEADER_LENGTH = 60

interface ReadingFieldsProps {
  readonly layout: TableLayout
  readonly head: readonly TableRow[]
  readonly worksheets: readonly string[]
  readonly hidden: HiddenParts
  /** The columns whose numbers may have decimals. */
  readonly numbers: readonly string[]
  readonly isReading: boolean
  /** With the choice in place of what was detected. */
  readonly onRead: (chosen: ChosenReading) => void
}

export function ReadingFields(props: ReadingFieldsProps) {
  const { layout, head, worksheets, hidden, numbers, isReading, onRead } = props
  const { format, encoding, separator, worksheet, reads_hidden, header_line } = layout
  const read = (part: Partial<ChosenReading>) =>
    onRead({ encoding, separator, worksheet, reads_hidden, ...part })
  const rest = { disabled: isReading }
  return (
    <>
      {format === 'XLSX' ? (
        <>
          <SelectField
            label="Worksheet"
            choices={worksheets.map((name, at) => ({
              value: String(at),
              label: hidden.worksheets.includes(at) ? `${name} (hidden)` : name,
            }))}
            value={String(worksheet)}
            description={hiddenSheetsText(worksheets, hidden, worksheet)}
            onChange={(value) => read({ worksheet: Number(value), reads_hidden: false })}
            {...rest}
          />
          {hasHiddenCells(hidden) && (
            <SelectField
              label="Hidden rows and columns"
              choices={HIDDEN_CELLS}
              value={reads_hidden ? INCLUDED : EXCLUDED}
              description={`Hidden: ${hiddenCellsText(hidden)}.`}
              onChange={(value) => read({ reads_hidden: value === INCLUDED })}
              {...rest}
            />
          )}
        </>
      ) : (
        <>
          <SelectField
            label="Separator"
            choices={SEPARATORS}
            value={separator}
            onChange={(value) => read({ separator: value as Separator })}
            {...rest}
          />
          <SelectField
            label="Encoding"
            choices={ENCODINGS}
            value={encoding}
            onChange={(value) => read({ encoding: value as Encoding })}
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
      <NumberNotationField
        layout={layout}
        head={head}
        meanings={numbers}
        onChange={(decimal) => read({ decimal })}
        {...rest}
      />
    </>
  )
}

const hasHiddenCells = ({ rows, columns }: HiddenParts): boolean => rows > 0 || columns.length > 0

/** Such as `12 rows; columns D and F`. */
function hiddenCellsText({ rows, columns }: HiddenParts): string {
  const names = new Intl.ListFormat('en').format(columns)
  return [
    ...(rows > 0 ? [rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`] : []),
    ...(columns.length > 0 ? [`${columns.length === 1 ? 'column' : 'columns'} ${names}`] : []),
  ].join('; ')
}

function hiddenSheetsText(
  worksheets: readonly string[],
  hidden: HiddenParts,
  worksheet: number,
): string | undefined {
  const others = hidden.worksheets.filter((at) => at !== worksheet)
  if (others.length === 0) return undefined
  const names = others.slice(0, SHEETS_NAMED).map((at) => `“${worksheets[at]}”`)
  const more = others.length > names.length ? [`${others.length - names.length} more`] : []
  return `Hidden and excluded: ${new Intl.ListFormat('en').format([...names, ...more])}.`
}
const SHEETS_NAMED = 3

/** Columns that are already chosen stay, where the same columns were found again. */
export function keepColumns<Layout extends TableLayout>(read: Layout, before: Layout): Layout {
  const isSame =
    read.columns.length === before.columns.length &&
    read.headers.join('\n') === before.headers.join('\n')
  return isSame ? { ...read, columns: before.columns } : read
}

/** The first rows, one of which is the header. */
const headerChoices = (head: readonly TableRow[], header_line: number | null) => [
  { value: NO_HEADER, label: 'No header' },
  ...head.map(({ line, cells }) => ({
    value: String(line),
    label: `Line ${line}: ${cells.filter(Boolean).join(', ').slice(0, HEADER_LENGTH)}`,
  })),
  ...(header_line === null || head.some(({ line }) => line === header_line)
    ? []
    : [{ value: String(header_line), label: `Line ${header_line}` }]),
]
