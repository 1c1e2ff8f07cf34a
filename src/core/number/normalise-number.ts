// From what was dialled to the international number that is rated and routed.

/**
 * Takes off the marks of an international number (+ or 00), and the # by which a telephone says
 * that nothing follows. Answers digits only, 3 to 15 of them (E.164 §6.2.1), or undefined when that
 * is not what was dialled: any other # or * is left to tech prefixes and translations.
 */
export function normaliseNumber(dialled_number: string): string | undefined {
  const digits = dialled_number.replace(/^(\+|00)/, '').replace(/#$/, '')
  return /^[1-9]\d{2,14}$/.test(digits) ? digits : undefined
}
