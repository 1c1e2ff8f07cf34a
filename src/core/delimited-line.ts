// The cells of one line of delimited text, as people paste it and as files of networks have it.
// Files whose rows may span lines are split by `jobs/files/text-rows.ts`.

/** Trimmed, without the quotes around them; undefined when a quote has no end. */
export function splitCells(line: string, separator: string): string[] | undefined {
  // Most lines have no quotes, and files have millions of them.
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? ''
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cell += letter
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return isQuoted ? undefined : [...cells, cell.trim()]
}

export const OPEN_QUOTE = 'Missing closing quote.'
