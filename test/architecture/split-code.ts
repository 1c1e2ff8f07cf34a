// Separates code, comments and quoted text without a parser. It need not be right about every
// character, only never mistake prose for code: what it cannot read it leaves as code.

interface Piece {
  readonly kind: 'code' | 'comment' | 'quoted'
  readonly end: number
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** The same text twice, each character in its old place: only the code, and only the comments. */
export function splitCode(text: string, isTsx: boolean): { code: string; comments: string } {
  let code = ''
  let comments = ''
  let position = 0
  while (position < text.length) {
    const { kind, end } = readPiece(text, position, code, isTsx)
    const piece = text.slice(position, end)
    comments += kind === 'comment' ? piece : blank(piece)
    // Quotation marks stay, so that a string is still seen to be one.
    if (kind === 'code') code += piece
    else if (kind === 'comment') code += blank(piece)
    else code += piece.at(0) + blank(piece.slice(1, -1)) + piece.slice(1).slice(-1)
    position = end
  }
  return { code, comments }
}

function readPiece(text: string, start: number, before: string, isTsx: boolean): Piece {
  const two = text.slice(start, start + 2)
  if (two === '//') return { kind: 'comment', end: endOf(text, '\n', start) }
  if (two === '/*') return { kind: 'comment', end: endOf(text, '*/', start + 2) + 2 }
  const first = text.charAt(start)
  if (first === '`') return { kind: 'quoted', end: endOfTemplate(text, start) }
  const end =
    first === "'" || first === '"'
      ? endOfQuote(text, start, first)
      : first === '/' && opensRegex(before, isTsx)
        ? endOfRegex(text, start)
        : undefined
  if (end !== undefined) return { kind: 'quoted', end }
  const plain = text.slice(start + 1).search(/[/'"`]/)
  return { kind: 'code', end: plain < 0 ? text.length : start + 1 + plain }
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found
}

/** Undefined where the line ends first: then it was an apostrophe in the text of an element. */
function endOfQuote(text: string, start: number, quote: string): number | undefined {
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === quote) return i + 1
  }
  return undefined
}

function endOfTemplate(text: string, start: number): number {
  let depth = 0
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '$' && text[i + 1] === '{') depth += 1
    else if (text[i] === '}' && depth > 0) depth -= 1
    else if (text[i] === '`' && depth === 0) return i + 1
  }
  return text.length
}

/** A slash after a value divides; elsewhere it opens a regular expression. */
function opensRegex(before: string, isTsx: boolean): boolean {
  const code = before.trimEnd()
  return (isTsx ? /[(,=:[!&|?{;]$/ : /[(,=:[!&|?{};]$|^$|\n$/).test(code) || /\breturn$/.test(code)
}

function endOfRegex(text: string, start: number): number | undefined {
  let inClass = false
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '[') inClass = true
    else if (text[i] === ']') inClass = false
    else if (text[i] === '/' && !inClass) return i + 1
  }
  return undefined
}
