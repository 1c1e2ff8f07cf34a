// Exact arithmetic on decimal text: what a bulk change does to amounts, rates and counts.

export type DecimalOperation =
  | { readonly kind: 'add' | 'percent'; readonly value: string }
  /** `value` is the number of decimals. */
  | { readonly kind: 'round'; readonly value: number }

const DECIMAL = /^-?\d{1,15}(\.\d{1,12})?$/
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

const SCALE = 12
const ONE = 10n ** BigInt(SCALE)
const HUNDRED = 100n * ONE

/** In units of 10^-12. */
function parse(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(SCALE, '0'))
  return text.startsWith('-') ? -size : size
}

/** The value in units of 10^-12, `by` times too large, rounded once: half away from zero. */
function format(value: bigint, decimals: number, by = 1n): string {
  const divisor = by * 10n ** BigInt(SCALE - decimals)
  const size = value < 0n ? -value : value
  const rounded = (size * 2n + divisor) / (divisor * 2n)
  const digits = String(rounded).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const sign = value < 0n && rounded > 0n ? '-' : ''
  return sign + (decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`)
}

/** `decimals` is what the value can have at most. */
export function changeDecimal(text: string, operation: DecimalOperation, decimals: number): string {
  const value = parse(text)
  switch (operation.kind) {
    case 'add':
      return format(value + parse(operation.value), decimals)
    case 'percent':
      return format(value * (HUNDRED + parse(operation.value)), decimals, HUNDRED)
    case 'round':
      return format(value, Math.min(operation.value, decimals))
  }
}
