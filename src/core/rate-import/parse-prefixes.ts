// The prefixes in a cell: `1242, 1246-1248`, `+44 20`, `00 1 242`. An ambiguous cell is a fault,
// because a wrong prefix is a wrong price.
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'

const PREFIX_LENGTH_MAX = 15
/** With spaces, hyphens and brackets, and as a range. */
const CODE_LENGTH_MAX = 60
/** In one cell. */
const PREFIXES_MAX = 2000
/** The prefix of a tariff that matches every number. */
const DEFAULT_WORDS = /^(default|\*)$/i
/** Without the country, a range of one or two digits can only be a range. */
const RANGE_DIGITS_MIN = 3

export function parsePrefixCell(text: string): string[] | CellFault {
  if (/^[1-9]\d{0,14}$/.test(text)) return [text]
  if (DEFAULT_WORDS.test(text)) return ['']
  return parseCodes(text, '', RANGE_DIGITS_MIN)
}

/** A country code, and the area codes within it; without any, the country itself. */
export function parseAreaCells(country: string, areas: string): string[] | CellFault {
  const code = parseCodes(country, '', RANGE_DIGITS_MIN)
  if (isCellFault(code)) return code
  if (code.length !== 1) return cellFault('Several country codes.')
  return areas === '' ? code : parseCodes(areas, code[0] ?? '', 1)
}

function parseCodes(text: string, country: string, rangeDigitsMin: number): string[] | CellFault {
  if (/^\d(\.\d+)?[eE]\+?\d+$/.test(text)) {
    return cellFault('The spreadsheet shortened this code: format the column as text.')
  }
  // In 1,242 the comma may separate thousands.
  if (/^\d{1,2}(,\d{3})+$/.test(text)) {
    return cellFault('One code with a comma, or several codes? Write "; " between codes.')
  }
  const codes = new Set<string>()
  for (const part of text.split(/[,;|/\n\r]+/)) {
    const written = part.replace(/[–—‐‑−]/g, '-').trim()
    if (written === '') continue
    if (written.length > CODE_LENGTH_MAX) return cellFault('Not a code of digits.')
    const some = parseCode(written, country === '', rangeDigitsMin)
    if (isCellFault(some)) return some
    for (const code of some) codes.add(`${country}${code}`)
    if (codes.size > PREFIXES_MAX) return cellFault(`More than ${PREFIXES_MAX} codes.`)
  }
  if (codes.size === 0) return cellFault('No code.')
  for (const code of codes) {
    if (code.length > PREFIX_LENGTH_MAX) return cellFault('A code of more than 15 digits.')
  }
  return [...codes]
}

/** One code, or a range of codes. */
function parseCode(text: string, isWhole: boolean, rangeDigitsMin: number): string[] | CellFault {
  const range = /^([+\d\s]+?)\s*-\s*([+\d\s]+)$/.exec(text)
  if (range) {
    const from = parseSingle(range[1] ?? '', isWhole)
    const to = parseSingle(range[2] ?? '', isWhole)
    if (isCellFault(from)) return from
    if (isCellFault(to)) return to
    // 1-242 is a country with its area.
    if (to.length > from.length && from.length <= 2) return [`${from}${to}`]
    return codesOfRange(from, to, rangeDigitsMin)
  }
  const code = parseSingle(text.replaceAll('-', ' '), isWhole)
  return isCellFault(code) ? code : [code]
}

function codesOfRange(from: string, to: string, digitsMin: number): string[] | CellFault {
  if (from.length !== to.length || from.length < digitsMin) {
    return cellFault('A range or a code with a hyphen? Write both ends whole, as 1246-1248.')
  }
  const count = Number(BigInt(to) - BigInt(from)) + 1
  if (count < 1) return cellFault('The range ends before its start.')
  if (count > PREFIXES_MAX) return cellFault(`More than ${PREFIXES_MAX} codes.`)
  const first = BigInt(from)
  return Array.from({ length: count }, (_, at) =>
    String(first + BigInt(at)).padStart(from.length, '0'),
  )
}

/** The digits of one code; `isWhole` is one that begins with its country. */
function parseSingle(text: string, isWhole: boolean): string | CellFault {
  const bare = text.trim().replace(/^'/, '').replace(/[()]/g, ' ').replace(/\.0+$/, '').trim()
  const parts = bare
    .replace(/^\+/, '')
    .split(/[\s\u00a0]+/)
    .filter((part) => part !== '')
  if (parts.length === 0) return cellFault('No code.')
  if (!parts.every((part) => /^\d+$/.test(part))) return cellFault('Not a code of digits.')
  // "1242 1246" are two codes, "44 20 7" is one in groups.
  const first = parts[0] ?? ''
  const hasGroups = first === '00' || (first.length <= 3 && parts[1]?.length !== first.length)
  if (parts.length > 1 && !(hasGroups || bare.startsWith('+'))) {
    return cellFault('Codes separated by spaces: write "; " between codes.')
  }
  if (!isWhole) return parts.join('')
  const code = parts.join('').replace(/^00/, '')
  if (code === '') return cellFault('No code.')
  return code.startsWith('0') ? cellFault('A code begins with its country, not with 0.') : code
}
