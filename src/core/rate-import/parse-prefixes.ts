// The prefixes in a cell: `1242, 1246-1248`, `+44 20`, `00 1 242`. An ambiguous cell is a fault,
// because a wrong prefix is a wrong price.
import { callingCodeOf } from '../number/country.ts'
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'
import { hasMark, splitCodes } from './bare-codes.ts'

const PREFIX_LENGTH_MAX = 15
/** With spaces, hyphens and brackets, and as a range. */
const CODE_LENGTH_MAX = 60
/** In one cell. */
const PREFIXES_MAX = 2000
/** The prefix of a tariff that matches every number. */
const DEFAULT_WORDS = /^(default|\*)$/i
/** Without the country, a range of one or two digits can only be a range. */
const RANGE_DIGITS_MIN = 3

/** Codes without + or 00 get `bareCountry` before them, unless they name a country themselves. */
export function parsePrefixCell(text: string, bareCountry = ''): string[] | CellFault {
  if (bareCountry === '' && /^[1-9]\d{0,14}$/.test(text)) return [text]
  if (DEFAULT_WORDS.test(text)) return ['']
  return parseCodes(text, { country: '', bareCountry })
}

/** A country code, and the area codes within it; without any, the country itself. */
export function parseAreaCells(country: string, areas: string): string[] | CellFault {
  const code = parseCodes(country, { country: '', bareCountry: '' })
  if (isCellFault(code)) return code
  if (code.length !== 1) return cellFault('Several country codes.')
  if (areas === '') return code
  return parseCodes(areas, { country: code[0] ?? '', bareCountry: '' })
}

interface CodeContext {
  /** The country of all codes, of another cell. */
  readonly country: string
  /** The country of codes without + or 00, as the user has chosen; empty if they are whole. */
  readonly bareCountry: string
}

function parseCodes(text: string, context: CodeContext): string[] | CellFault {
  if (/^\d(\.\d+)?[eE]\+?\d+$/.test(text)) {
    return cellFault('The spreadsheet shortened this code: format the column as text.')
  }
  // In 1,242 the comma may separate thousands.
  if (/^\d{1,2}(,\d{3})+$/.test(text)) return cellFault(COMMA)
  const parts = splitCodes(text.replace(/[–—‐‑−]/g, '-'))
  if (parts.length === 0) return cellFault('No code.')
  const fault = context.country === '' ? mixedStyles(text, parts) : undefined
  if (fault) return fault
  const codes = new Set<string>()
  let cellCountry = ''
  for (const part of parts) {
    if (part.length > CODE_LENGTH_MAX) return cellFault('Not a code of digits.')
    const code = withCountry(part, cellCountry, context)
    const { country, from } = code
    if (from === 'CELL' && isWholeWithin(code.rest, country, codes)) return cellFault(MIXED)
    if (from === 'CODE') cellCountry = country
    const some = parseCode(code)
    if (isCellFault(some)) return some
    for (const code of some) codes.add(`${country}${code}`)
    if (codes.size > PREFIXES_MAX) return cellFault(`More than ${PREFIXES_MAX} codes.`)
  }
  for (const code of codes) {
    if (code.length > PREFIX_LENGTH_MAX) return cellFault('A code of more than 15 digits.')
  }
  return [...codes]
}

const COMMA = 'One code with a comma, or several codes? Write "; " between codes.'
const MIXED = 'Codes with and without their country: write each whole, as 1204; 1226.'

/** A code in a cell, and the country that is missing in it; empty if it is whole. */
interface PlacedCode {
  readonly country: string
  readonly rest: string
  /** The code itself (`1 204`), an earlier one in the cell, another cell, or the file. */
  readonly from: 'CODE' | 'CELL' | 'COUNTRY_CELL' | 'FILE'
}

function withCountry(code: string, cellCountry: string, context: CodeContext): PlacedCode {
  const { country, bareCountry } = context
  if (country !== '') return { country, rest: code, from: 'COUNTRY_CELL' }
  const own = hasMark(code) || bareCountry === '' ? splitCountry(code) : undefined
  if (own) return { ...own, from: 'CODE' }
  if (hasMark(code)) return { country: '', rest: code, from: 'CODE' }
  if (cellCountry !== '') return { country: cellCountry, rest: code, from: 'CELL' }
  return { country: bareCountry, rest: code, from: 'FILE' }
}

const digitsOf = (code: string): string => code.replace(/^(\+|00)/, '')

/**
 * The country of a code that is written apart from it, as in `1 204`, `44-7400` or `+44 (20)`:
 * later codes of the cell without one are of the same country.
 */
function splitCountry(code: string): { country: string; rest: string } | undefined {
  const match = /^(\+|00)?\s*\(?([1-9]\d{0,2})(?:\)\s*|\s*[-(\s]\s*)\(?(\d.*)$/.exec(code)
  const [, mark, country = '', behind = ''] = match ?? []
  if (!match || callingCodeOf(country) !== country) return undefined
  const rest = behind.replace(/[()]/g, ' ').trim()
  const [group = ''] = /^\d+/.exec(rest) ?? []
  // 880-881 is a range, and 880 881 are two codes.
  if (!mark && group.length === country.length) return undefined
  // So may be 880-8801; 44-447 is within 44, since a range has ends of one length.
  const isOfCountry = country.length > 2 && rest.startsWith(country)
  const isRange = /^\d{1,3}-/.test(code) && (rest.includes('-') || isOfCountry)
  return isRange ? undefined : { country, rest }
}

/** Behind `1 204`, 1226 may be a whole code, or an area; so may 66-70 behind 66-1000. */
const isWholeWithin = (code: string, country: string, before: ReadonlySet<string>): boolean => {
  const [first = ''] = before
  if (!code.startsWith(country)) return false
  return code.length >= first.length || /^\s*-/.test(code.slice(country.length))
}

/** Beside a country alone, a code that is neither a country nor within that one. */
const lacksCountry = (code: string, country: string): boolean =>
  /^\d+$/.test(code) &&
  callingCodeOf(country) === country &&
  callingCodeOf(code) !== code &&
  !code.startsWith(country)

/** Several codes of which some may lack the country of the first: `1204,226`, `44,7400`. */
function mixedStyles(text: string, parts: readonly string[]): CellFault | undefined {
  const first = digitsOf(parts[0] ?? '')
  if (!/^\d+$/.test(first)) return undefined
  if (/[;|\n\r]/.test(text)) {
    const pairs = [...text.matchAll(/(?:^|[;|\n\r])\s*(\d{1,3})\s*,[ \t]*(\d+)/g)]
    // 1,204;1,226
    if (pairs.some(([, one = '', two = '']) => lacksCountry(two, one))) return cellFault(COMMA)
  }
  const country = callingCodeOf(first)
  const areaDigits = first.length - country.length
  const isUnsure = (code: string): boolean => {
    if (areaDigits === 0) return lacksCountry(code, first)
    return /^\d+$/.test(code) && !code.startsWith(country) && code.length === areaDigits
  }
  return parts.slice(1).some(isUnsure) ? cellFault(MIXED) : undefined
}

const COUNTRIES =
  'A range of countries, or a country with its area? Write "; " between countries, as 880; 881.'
const HYPHENS = 'A range or a code with a hyphen? Write both ends whole, as 1246-1248.'

/** One code, or a range of codes; both without the country that is missing. */
function parseCode({ country, rest, from }: PlacedCode): string[] | CellFault {
  // Only within a country that is written apart may a code begin with 0, as in +39 06.
  const isWhole = country === '' || from === 'FILE'
  const range = /^([+\d\s]+?)\s*-\s*([+\d\s]+)$/.exec(rest)
  if (range) {
    const first = parseSingle(range[1] ?? '', isWhole)
    const last = parseSingle(range[2] ?? '', isWhole)
    if (isCellFault(first)) return first
    if (isCellFault(last)) return last
    // 1-242 is a country with its area, but not where the country is missing.
    const isNational = from === 'FILE' && country !== ''
    if (last.length > first.length && first.length <= 2 && !isNational) return [`${first}${last}`]
    const isCountry = country === '' && first.length > 2 && callingCodeOf(first) === first
    return isCountry
      ? cellFault(COUNTRIES)
      : codesOfRange(first, last, isWhole ? RANGE_DIGITS_MIN : 1)
  }
  // 44-7400-7499 is a range behind its country, or one code in groups.
  if (/-(\d{3,})\s*-\s*(\d+)$/.test(rest)) {
    const [first = '', last = ''] = rest.split('-').slice(-2)
    if (first.trim().length === last.trim().length) return cellFault(HYPHENS)
  }
  const code = parseSingle(rest.replaceAll('-', ' '), isWhole)
  return isCellFault(code) ? code : [code]
}

function codesOfRange(from: string, to: string, digitsMin: number): string[] | CellFault {
  if (from.length !== to.length || from.length < digitsMin) {
    return cellFault(HYPHENS)
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
  const bare = text.trim().replace(/[()]/g, ' ').replace(/\.0+$/, '').trim()
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
