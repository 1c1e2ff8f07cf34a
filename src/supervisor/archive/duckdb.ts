// SQL of DuckDB over the files of the archive, in a process of its own.
import { fileURLToPath } from 'node:url'
import { runChild } from '../processes/child.ts'

const PROGRAM = fileURLToPath(new URL('duckdb-program.ts', import.meta.url))

export interface DuckdbWork {
  readonly statements: readonly string[]
  /** For what does not fit into memory. */
  readonly folder: string
}

/** Runs the statements, and answers the rows of the last: few of them. */
export async function runDuckdb<Row>(work: DuckdbWork): Promise<Row[]> {
  const program = process.execPath
  return JSON.parse(await runChild({ program, args: [PROGRAM] }, JSON.stringify(work))) as Row[]
}

/** A text as SQL writes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A list of texts as SQL writes it. */
export const quotedList = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`
