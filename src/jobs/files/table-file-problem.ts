// Why a rate file cannot be read as a whole. Faults of single rows are values instead.

export class TableFileProblem extends Error {
  readonly reason: string
  /** From 1; null where the place is not known. */
  readonly line: number | null
  readonly column: string | null

  constructor(reason: string, line: number | null = null, column: string | null = null) {
    super(line === null ? reason : `Line ${line}${column ? `, column ${column}` : ''}: ${reason}`)
    this.reason = reason
    this.line = line
    this.column = column
  }
}
