// A file of its own, because the console previews it without loading the pattern engine.

interface Digits {
  readonly strip_digits: number
  readonly prepend: string
}

/** Digits off the front of a number, then others before it. */
export const changeDigits = ({ strip_digits, prepend }: Digits, number: string): string =>
  `${prepend}${number.slice(strip_digits)}`
