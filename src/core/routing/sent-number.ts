import type { Gateway } from './switchboard.ts'

/** The number as the gateway wants it: digits off its front, then others before it. */
export function sentNumber(
  { strip_digits, prepend }: Pick<Gateway, 'strip_digits' | 'prepend'>,
  called_number: string,
): string {
  return `${prepend}${called_number.slice(strip_digits)}`
}
