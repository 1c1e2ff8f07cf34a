// Entries of the code deck as lines of text: prefix, country, destination, type. Country and type
// can be missing.
import { OPEN_QUOTE, splitCells } from '../delimited-line.ts'
import { NETWORK_TYPES, type NetworkType, networkTypeOf } from './code-deck.ts'
import { COUNTRY_CODES, countryOf } from './country.ts'
import { type LineFault, lineFault, separatorOf, textLines } from './text-lines.ts'

export interface DeckLine {
  readonly prefix: string
  readonly country_iso2: string
  readonly destination: string
  readonly network_type: NetworkType
}

export interface ParsedDeck {
  readonly entries: readonly DeckLine[]
  readonly faults: readonly LineFault[]
}

const COLUMNS = ['prefix', 'country', 'destination', 'type'] as const
type Column = (typeof COLUMNS)[number]
/** Other names of the columns, those of our own export among them. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  code: 'prefix',
  country_iso2: 'country',
  name: 'destination',
  network_type: 'type',
}
const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES.values())
const DESTINATION_MAX = 100

export function parseDeckLines(text: string): ParsedDeck {
  const lines = textLines(text)
  const first = lines[0]?.text ?? ''
  const separator = separatorOf(first)
  const header = headerOf(splitCells(first, separator) ?? [])
  const entries: DeckLine[] = []
  const faults: LineFault[] = []
  const seen = new Map<string, number>()
  for (const one of header ? lines.slice(1) : lines) {
    const entry = parseEntry(splitCells(one.text, separator), header ?? COLUMNS)
    const twin = typeof entry === 'string' ? undefined : seen.get(entry.prefix)
    if (typeof entry === 'string') faults.push(lineFault(one, entry))
    else if (twin) faults.push(lineFault(one, `Same prefix as line ${twin}.`))
    else {
      seen.set(entry.prefix, one.line)
      entries.push(entry)
    }
  }
  return { entries, faults }
}

/** The columns in their order, if the line names them. */
function headerOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const columns = cells.map((cell) => {
    const name = cell.toLowerCase()
    return COLUMNS.find((column) => column === name) ?? OTHER_NAMES[name]
  })
  return columns.includes('prefix') ? columns : undefined
}

/** The entry of a line, or what is wrong with it. */
function parseEntry(
  cells: readonly string[] | undefined,
  columns: readonly (Column | undefined)[],
): DeckLine | string {
  if (!cells) return OPEN_QUOTE
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? ''
  // An export marks digits with a quote, so that a spreadsheet keeps them as text.
  const prefix = cell('prefix')
    .replace(/^'?\+?/, '')
    .replace(/[\s().-]/g, '')
  if (!/^\d{1,15}$/.test(prefix)) return prefix === '' ? 'No prefix.' : 'Prefix: 1 to 15 digits.'
  const destination = cell('destination')
  if (destination === '') return 'No destination.'
  if (destination.length > DESTINATION_MAX) return 'Destination: at most 100 characters.'
  const country_iso2 = cell('country').toUpperCase() || countryOf(prefix)
  if (country_iso2 !== '' && !COUNTRIES.has(country_iso2)) {
    return 'Country: two letters of ISO 3166, for example MA.'
  }
  const word = cell('type')
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  const network_type =
    word === '' ? networkTypeOf(destination) : NETWORK_TYPES.find((type) => type === word)
  if (!network_type) return `Type: one of ${NETWORK_TYPES.join(', ')}.`
  return { prefix, country_iso2, destination, network_type }
}
