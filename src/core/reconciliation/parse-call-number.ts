// The called number of a row, and the prefix of sums.
import { type CellFault, cellFault } from '../table-file/cell-fault.ts'

/** Digits without a leading 00: what both sides write alike. */
export const digitsOfCall = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '')

const ADDRESS = /^(?:sips?:([^@;]+)(?:@.*)?|tel:([^;]+)(?:;.*)?|([^@:]+)@.*)$/i
/** Programs write a number that was one of their fractions: 442071838750.0 */
const WHOLE_FRACTION = /^('?\+?\d+)[.,]0+$/
/** The 0 is dialled within the country only: +44 (0)20 */
const NATIONAL_ZERO = /^(\s*(?:\+|00)[\d\s]+)\(0\)/
const SEVERAL = /\d{7,}\s*\/\s*\d{7,}/

export function parseNumber(cell: string): string | CellFault {
  if (cell === '') return cellFault('Empty.')
  if (/[eE][+-]?\d+$/.test(cell)) return cellFault('Shortened by a spreadsheet: its end is lost.')
  const [, sip, tel, user] = ADDRESS.exec(cell) ?? []
  const text = (sip ?? tel ?? user ?? cell)
    .replace(WHOLE_FRACTION, '$1')
    .replace(NATIONAL_ZERO, '$1')
  if (!/^'?\+?[\d\s().#*/-]{1,60}$/.test(text)) return cellFault('Not a telephone number.')
  if (/\*\*|\.\./.test(text)) return cellFault('Some of its digits are hidden.')
  if (SEVERAL.test(text)) return cellFault('Several numbers.')
  const number = digitsOfCall(text)
  if (number === '' || number.length > 40) return cellFault('Not a telephone number.')
  return number
}

export function parsePrefix(cell: string): string | CellFault {
  const prefix = cell
    .replace(WHOLE_FRACTION, '$1')
    .replace(/^'?\+?(00)?/, '')
    .replace(/\s/g, '')
  return /^\d{1,15}$/.test(prefix) ? prefix : cellFault('Not a prefix.')
}
