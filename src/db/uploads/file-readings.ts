// Requests to read the first rows of an uploaded file: a row by the API, the answer by the jobs.
import { sql } from 'kysely'
import type {
  ChosenReading,
  HiddenParts,
  TableLayout,
  TableRow,
} from '#core/table-file/table-file.ts'
import { asSqlConnection, type Database, type SqlConnection } from '../database.ts'
import { signalOver } from '../signals.ts'
import type { StoredFile } from './file-chunks.ts'

/** The first rows of a file, and how they are read. */
export interface FileHead<Layout extends TableLayout = TableLayout> {
  readonly layout: Layout
  readonly head: readonly TableRow[]
  readonly worksheets: readonly string[]
  readonly hidden: HiddenParts
}

export interface HeadRequest<Layout extends TableLayout = TableLayout> {
  /** The choices of the user; null has all of it detected. */
  readonly chosen: ChosenReading | null
  /** How earlier files were read, the nearest first. */
  readonly earlier: readonly Layout[]
  /** Whether the nearest of them also says how the file is split into rows and cells. */
  readonly recalls_reading: boolean
}

export interface FileReading {
  readonly id: number
  readonly file: StoredFile
  readonly request: HeadRequest
}

/** Answers its id. */
export async function requestFileHead(
  database: Database,
  { owner, id }: StoredFile,
  request: HeadRequest,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into file_reading (owner, owner_id, request)
    values (${owner}, ${id}, ${JSON.stringify(request)}) returning id`.execute(database)
  await signalOver(asSqlConnection(database), { changed: 'file_reading' })
  return rows[0]?.id ?? 0
}

export interface ReadFileHead {
  readonly head: FileHead | null
  /** Why the file cannot be read. */
  readonly error: string | null
}

/** Undefined until it is read; then the request is gone. */
export async function takeFileHead(
  database: Database,
  id: number,
): Promise<ReadFileHead | undefined> {
  const { rows } = await sql<ReadFileHead>`
    delete from file_reading where id = ${id} and (head is not null or error is not null)
    returning head, error`.execute(database)
  return rows[0]
}

export async function cancelFileReading(database: Database, id: number): Promise<void> {
  await sql`delete from file_reading where id = ${id}`.execute(database)
}

/** The oldest that is not read; those whose request has ended are deleted. */
export async function findFileReading(connection: SqlConnection): Promise<FileReading | undefined> {
  await connection.query(
    `delete from file_reading where created_at < now() - interval '10 minutes'`,
  )
  const { rows } = await connection.query<FileReading>(
    `select id, json_build_object('owner', owner, 'id', owner_id) as file, request
      from file_reading where head is null and error is null order by id limit 1`,
  )
  return rows[0]
}

export async function finishFileReading(
  connection: SqlConnection,
  id: number,
  { head, error }: ReadFileHead,
): Promise<void> {
  await connection.query('update file_reading set head = $2, error = $3 where id = $1', [
    id,
    head && JSON.stringify(head),
    error,
  ])
}
