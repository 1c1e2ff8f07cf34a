// By itself, because the console shows what it makes of a number, and needs no pattern for that.

interface Digits {
  readonly strip_digits: number
  readonly prepend: string
}

/** Digits off the front of a number, then others before it. */
export const changeDigits = ({ strip_digits, prepend }: Digits, number: string): string =>
  `${prepend}${number.slice(strip_digits)}`
