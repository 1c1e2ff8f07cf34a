// The currency that a number or its header names: USD 1.50, 1,50 €, R$ 2.
import { type CellFault, cellFault } from './cell-fault.ts'

const MARK = /[A-Za-z]{3}|[A-Za-z]{0,2}\p{Sc}/u.source
const AROUND = new RegExp(`^(${MARK})?\\s*([^A-Za-z\\p{Sc}/]+?)\\s*(${MARK})?$`, 'u')
const LENGTH_MAX = 60

const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  ...{ '€': ['EUR'], '£': ['GBP'], '¥': ['JPY', 'CNY'], '₹': ['INR'], '₽': ['RUB'], '₴': ['UAH'] },
  ...{ '₺': ['TRY'], '₩': ['KRW'], '₫': ['VND'], '₦': ['NGN'], '₱': ['PHP'], '₪': ['ILS'] },
  ...{ US$: ['USD'], A$: ['AUD'], AU$: ['AUD'], C$: ['CAD'], CA$: ['CAD'], HK$: ['HKD'] },
  ...{ NZ$: ['NZD'], S$: ['SGD'], SG$: ['SGD'], MX$: ['MXN'], NT$: ['TWD'], R$: ['BRL'] },
}

/** Whether an amount with this mark can be in the currency. */
function isMarkOf(mark: string, currency: string): boolean {
  if (mark === '$') return currency.endsWith('D') || /^(MXN|ARS|CLP|COP|UYU)$/.test(currency)
  return (SYMBOLS[mark.toUpperCase()] ?? [mark.toUpperCase()]).includes(currency)
}

/** The number alone; a fault where it is not in the currency of its `owner`. */
export function withoutCurrency(
  text: string,
  owner: 'tariff' | 'settlement',
  currency: string,
): string | CellFault {
  if (/^[\d.,]+([eE][+-]?\d+)?$/.test(text)) return text
  if (text.length > LENGTH_MAX) return cellFault('Too long for a number.')
  const [, before, digits = '', after] = AROUND.exec(text) ?? []
  if (digits === '') return cellFault('Not a number.')
  for (const mark of [before, after]) {
    if (mark === undefined || isMarkOf(mark, currency)) continue
    return cellFault(`In ${mark.toUpperCase()}; the ${owner} is in ${currency}.`)
  }
  return digits
}

/** The currency that a header of prices names: "Rate (EUR/min)". */
export function currencyOfHeader(header: string): string | null {
  const code = /\b(USD|EUR|GBP|CHF|CAD|AUD|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY)\b/.exec(
    header.toUpperCase(),
  )
  if (code) return code[1] ?? null
  if (header.includes('€')) return 'EUR'
  return header.includes('£') ? 'GBP' : null
}
