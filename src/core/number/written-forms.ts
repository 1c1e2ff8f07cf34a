import { bareDigits } from './pasted-number.ts'

/**
 * The beginnings of a number in records that keep it as it came: with and without the mark of an
 * international number. A text that is no number is returned unchanged.
 */
export function writtenForms(text: string): readonly string[] {
  const digits = bareDigits(text)
  return /^\d+$/.test(digits) ? [digits, `+${digits}`, `00${digits}`] : [text]
}
