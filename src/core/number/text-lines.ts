// Lines of text with cells, pasted from a spreadsheet or read from a CSV file.
import { cutText } from '../cut-text.ts'

export interface LineFault {
  /** From 1. */
  readonly line: number
  /** Its first letters: the answer does not grow with the line. */
  readonly text: string
  readonly message: string
}

const SHOWN_LETTERS = 60

export const lineFault = (
  { line, text }: { readonly line: number; readonly text: string },
  message: string,
): LineFault => ({ line, text: cutText(text, SHOWN_LETTERS), message })

/** The lines that have text, with their numbers from 1. */
export const textLines = (text: string): { line: number; text: string }[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '')

export function separatorOf(line: string): string {
  if (line.includes('\t')) return '\t'
  return line.includes(';') && !line.includes(',') ? ';' : ','
}
