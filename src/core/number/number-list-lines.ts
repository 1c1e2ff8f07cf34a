// The items of a number list as lines of text, pasted or out of a file: one item a line, its number
// first. The output of a spreadsheet or of our own export is understood, with its line of names.
import { OPEN_QUOTE, splitCells } from '../delimited-line.ts'
import type { ListAction, NumberListItem } from './number-list.ts'
import { type LineFault, lineFault, separatorOf, textLines } from './text-lines.ts'

export interface ItemLine extends NumberListItem {
  readonly description: string
}

export interface ParsedLines {
  readonly items: readonly ItemLine[]
  readonly faults: readonly LineFault[]
}

const COLUMNS = ['key', 'min_length', 'max_length', 'action', 'tag', 'description'] as const
type Column = (typeof COLUMNS)[number]
/** Other names for the first column, as people write them. */
const KEY_NAMES = ['key', 'number', 'prefix']

const SHORTEST = 0
const LONGEST = 100

/** The lines that hold something; `action` is for lines that do not name one. */
export function parseItemLines(text: string, action: ListAction): ParsedLines {
  const lines = textLines(text)
  const first = lines[0]?.text ?? ''
  const separator = separatorOf(first)
  const header = headerOf(splitCells(first, separator) ?? [])
  const items: ItemLine[] = []
  const faults: LineFault[] = []
  const seen = new Map<string, number>()
  for (const one of header ? lines.slice(1) : lines) {
    const item = parseItem(splitCells(one.text, separator), header ?? COLUMNS, action)
    const twin = typeof item === 'string' ? undefined : seen.get(identityOf(item))
    if (typeof item === 'string') faults.push(lineFault(one, item))
    else if (twin) faults.push(lineFault(one, `Duplicate of line ${twin}.`))
    else {
      seen.set(identityOf(item), one.line)
      items.push(item)
    }
  }
  return { items, faults }
}

/** The identity by which two items are the same. */
const identityOf = ({ key, min_length, max_length }: NumberListItem): string =>
  `${key} ${min_length} ${max_length}`

/** The columns in their order, if the line names them. */
function headerOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const names = cells.map((cell) => cell.toLowerCase())
  if (!names.some((name) => KEY_NAMES.includes(name))) return undefined
  return names.map((name) =>
    KEY_NAMES.includes(name) ? 'key' : COLUMNS.find((column) => column === name),
  )
}

/** The item of a line, or what is wrong with it. */
function parseItem(
  cells: readonly string[] | undefined,
  columns: readonly (Column | undefined)[],
  action: ListAction,
): ItemLine | string {
  if (!cells) return OPEN_QUOTE
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? ''
  // Numbers as people write them; an export marks them with a quote, so that spreadsheets keep them
  // as text.
  const key = cell('key')
    .replace(/^'?\+?/, '')
    .replace(/[\s().-]/g, '')
  if (!/^\d{1,32}$/.test(key)) return key === '' ? 'No number.' : 'Digits only.'
  const min_length = lengthOf(cell('min_length'), SHORTEST)
  const max_length = lengthOf(cell('max_length'), LONGEST)
  if (min_length === undefined || max_length === undefined) return 'Length: 0 to 100.'
  if (min_length > max_length) return 'Min length is above max length.'
  const said = cell('action').toUpperCase() || action
  if (said !== 'ACCEPT' && said !== 'REJECT') return 'Action must be ACCEPT or REJECT.'
  const tag = cell('tag')
  if (!/^(\w[\w.-]{0,39})?$/.test(tag)) return 'Invalid tag.'
  const description = cell('description')
  if (description.length > 200) return 'Description: at most 200 characters.'
  return { key, min_length, max_length, action: said, tag, description }
}

function lengthOf(text: string, otherwise: number): number | undefined {
  if (text === '') return otherwise
  const length = /^\d{1,3}$/.test(text) ? Number(text) : LONGEST + 1
  return length > LONGEST ? undefined : length
}
