// Text that was written as a formula, so that a spreadsheet keeps all of its digits.

/** ="00447" is 00447; without blanks around it. */
export function textOfFormula(cell: string): string {
  const text = cell.trim()
  return (/^="([^"=]*)"$/.exec(text)?.[1] ?? text).trim()
}
