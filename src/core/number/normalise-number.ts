// From what was dialled to the international number that is rated and routed.

/** A caller number without the mark of an international one, + or 00; a name stays as it is. */
export const withoutMark = (number: string): string => number.replace(/^(\+|00(?=[1-9]\d+$))/, '')

/**
 * Removes the marks of an international number (+ or 00) and a final # (end of dialling). Returns 3
 * to 15 digits (E.164 §6.2.1), or undefined for anything else: any other # or * is left to tech
 * prefixes and translations (docs/domain/numbers.md, N3).
 */
export function normaliseNumber(dialled_number: string): string | undefined {
  const digits = dialled_number.replace(/^(\+|00)/, '').replace(/#$/, '')
  return /^[1-9]\d{2,14}$/.test(digits) ? digits : undefined
}
