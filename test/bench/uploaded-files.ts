// Files of a million rows, stored as the API stores an upload, and the threads that work on them.
import { Worker } from 'node:worker_threads'
import type { TableLayout } from '#core/table-file/table-file.ts'
import type { Database } from '#db/database.ts'
import { insertChunk, type StoredFile } from '#db/uploads/file-chunks.ts'
import { readTableHead, type TableKind } from '#jobs/files/read-table.ts'

const CHUNK_BYTES = 1_048_576

function* inChunks(lines: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const line of lines) {
    text += `${line}\n`
    if (text.length < CHUNK_BYTES) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** Answers what the API notes of the file. */
export async function storeTable<Layout extends TableLayout>(
  database: Database,
  { owner, id }: StoredFile,
  lines: Iterable<string>,
  of: TableKind<Layout>,
) {
  let file_size = 0
  const stored = async function* () {
    let position = 0
    for (const chunk of inChunks(lines)) {
      await insertChunk(database, owner, id, position, chunk)
      position += 1
      file_size += chunk.length
      yield chunk
    }
  }
  const { layout, rows: head, worksheets, hidden } = await readTableHead(stored(), of)
  return { file_size, layout, head, worksheets, hidden }
}

/** In a thread, as in the product, until there is nothing left to do. */
export function workInThread(module: string, url: string): Promise<void> {
  const file = new URL(`../../src/jobs/${module}`, import.meta.url)
  const worker = new Worker(file, {
    workerData: { url },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  return new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}
