// A process of its own for DuckDB, which reads and writes the Parquet files of the archive: its
// memory is bounded, calls come before it, and a crash of it does not end the supervisor. Reads SQL
// from its input, and prints the rows of the last statement.
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckdbWork } from './duckdb.ts'

const NICENESS = 10
setPriority(NICENESS)
const { statements, folder } = JSON.parse(await text(process.stdin)) as DuckdbWork
const instance = await DuckDBInstance.create(':memory:', {
  threads: '2',
  memory_limit: '512MB',
  // Rows that do not fit are sorted on the disk.
  temp_directory: folder,
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
})
const connection = await instance.connect()
for (const statement of statements.slice(0, -1)) await connection.run(statement)
const last = await connection.runAndReadAll(statements.at(-1) ?? 'select 1')
process.stdout.write(JSON.stringify(last.getRowObjectsJson()))
