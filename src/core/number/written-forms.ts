import { bareDigits } from './pasted-number.ts'

/**
 * How the beginning of a number stands in records that keep it as it came: with or without the mark
 * of an international number. A text that is no number stands as it is.
 */
export function writtenForms(text: string): readonly string[] {
  const digits = bareDigits(text)
  return /^\d+$/.test(digits) ? [digits, `+${digits}`, `00${digits}`] : [text]
}
