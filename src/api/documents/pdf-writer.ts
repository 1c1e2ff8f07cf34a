// Writes PDF documents, one after the other, each in a thread of its own: a table of some thousand
// rows takes seconds of computing, during which the API has to answer.
import { Worker } from 'node:worker_threads'
import { Problem } from '../http/problem.ts'
import { PDF_ROWS_MAX, type PdfDocument, rowsOf } from './pdf-document.ts'

const MEMORY_MB = 256
const TIMEOUT_MS = 60_000
/** Documents are in memory while they wait. */
const WAITING_MAX = 20

export interface PdfWriter {
  write(document: PdfDocument): Promise<Uint8Array>
}

const tooLong = () =>
  new Problem('bad-input', {
    message: `A PDF holds at most ${PDF_ROWS_MAX} rows. Choose CSV or Excel for more.`,
  })

function writeInThread(document: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: document,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread of a PDF document ended without it'))
    })
  })
}

export function makePdfWriter(): PdfWriter {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async write(document) {
      if (rowsOf(document) > PDF_ROWS_MAX) throw tooLong()
      if (waiting >= WAITING_MAX) throw new Problem('too-many-tries', { retry_seconds: 10 })
      waiting++
      const written = last.then(() => writeInThread(document))
      last = written.catch(() => undefined)
      try {
        return await written
      } finally {
        waiting--
      }
    },
  }
}
