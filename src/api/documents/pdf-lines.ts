// One line of text in any script, from left to right as it is seen. The library shapes and orders
// the letters of one script; which runs of a line go where is decided here (ADR-0028).
import bidiFactory from 'bidi-js'

export type Weight = 'regular' | 'bold'
export type Font = Weight | `arabic-${Weight}` | `hebrew-${Weight}`

export interface Run {
  readonly text: string
  readonly font: Font
}

/** The part of the library that is used here. */
interface Bidi {
  /** A level for each UTF-16 unit: odd ones are written from right to left. */
  getEmbeddingLevels(text: string): { readonly levels: Uint8Array }
  getMirroredCharacter(char: string): string | null
}

// The file is CommonJS, and its types say that it is a module with a default.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Hebrew, Arabic and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ARABIC = /[\p{Script=Arabic}]/u
const HEBREW = /[\p{Script=Hebrew}]/u

function fontOf(char: string, weight: Weight): Font | undefined {
  if (ARABIC.test(char)) return `arabic-${weight}`
  if (HEBREW.test(char)) return `hebrew-${weight}`
  // A space is in each of the fonts, and would cut words off from each other.
  return char === ' ' ? undefined : weight
}

/** Pieces of one font and one direction, in the order of reading. */
function piecesOf(line: string, levels: Uint8Array, weight: Weight) {
  const pieces: { text: string; font: Font; level: number }[] = []
  let at = 0
  for (const char of line) {
    const level = levels[at] ?? 0
    const last = pieces.at(-1)
    const font = fontOf(char, weight) ?? last?.font ?? weight
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(char) ?? char) : char
    if (last?.font === font && last.level === level) last.text += mirrored
    else pieces.push({ text: mirrored, font, level })
    at += char.length
  }
  return pieces
}

/** The order in which pieces are seen: those of each level and above are turned around. */
function turned<Piece extends { readonly level: number }>(pieces: readonly Piece[]): Piece[] {
  const seen = [...pieces]
  const highest = Math.max(0, ...seen.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    let from = 0
    while (from < seen.length) {
      let to = from
      while ((seen[to]?.level ?? 0) >= level) to += 1
      seen.splice(from, to - from, ...seen.slice(from, to).reverse())
      from = Math.max(to, from + 1)
    }
  }
  return seen
}

/** The runs of a line, each of one font, from left to right. */
export function runsOf(line: string, weight: Weight): readonly Run[] {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, font: weight }]
  const { levels } = bidi.getEmbeddingLevels(line)
  return turned(piecesOf(line, levels, weight)).map(({ text, font, level }) => ({
    // Letters of these fonts are turned by the library; signs and figures between them are not.
    text: level % 2 === 1 && font === weight ? [...text].reverse().join('') : text,
    font,
  }))
}

/**
 * The text in lines that are not wider than `width`; a word that alone is wider is cut. At most
 * `lines_max`, of which the last one then ends with an ellipsis.
 */
export function linesWithin(
  text: string,
  width: number,
  widthOf: (line: string) => number,
  lines_max: number,
): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((one) => cutWord(one, width, widthOf))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  lines.push(line)
  if (lines.length <= lines_max) return lines
  const kept = lines.slice(0, lines_max)
  let last = kept[lines_max - 1] ?? ''
  while (last !== '' && widthOf(`${last}…`) > width) last = last.slice(0, -1)
  return [...kept.slice(0, -1), `${last}…`]
}

function cutWord(word: string, width: number, widthOf: (line: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const char of word) {
    if (part !== '' && widthOf(part + char) > width) {
      parts.push(part)
      part = char
    } else part += char
  }
  return [...parts, part]
}
