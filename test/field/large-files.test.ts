// A file of the size that the largest carriers send: all of it is read, a piece at a time.
import { expect, test } from 'vitest'
import type { ImportWork } from '#db/rate-imports/rate-import-work.ts'
import { readTableHead } from '#jobs/files/read-table.ts'
import { RATE_FILES } from '#jobs/rate-imports/rate-files.ts'
import { stageRateFile } from '#jobs/rate-imports/stage-rate-file.ts'
import { thisRun } from '../support/sample.ts'
import { CONTEXT } from './reading.ts'

const ROWS_PER_PIECE = 1000
const NOTE = 'per minute, without taxes; '.repeat(4)

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('Code,Destination,Rate,Note\n')
  for (let at = 0; at < count; at += 1) {
    const rows = Array.from({ length: ROWS_PER_PIECE }, (_, of) => {
      const serial = at * ROWS_PER_PIECE + of
      const price = `0.${1000 + (serial % 9000)}`
      return `49${1_000_000 + serial},Germany ${serial % 90},${price},"${NOTE}"\n`
    })
    yield Buffer.from(rows.join(''))
  }
}

test('a file of 200 MB (2 MB in an everyday run) is read to its last row', async () => {
  const count = thisRun().is_whole ? 1500 : 15
  const { layout } = await readTableHead(pieces(count), RATE_FILES)
  const work = { layout, effective: 'AT_ONCE', starts_at: null } as ImportWork
  let rates = 0
  let last = ''
  for await (const { prefix, reason } of stageRateFile(pieces(count), work, CONTEXT)) {
    if (reason === '') rates += 1
    last = prefix ?? ''
  }
  const all = count * ROWS_PER_PIECE
  expect([rates, last]).toEqual([all, `49${1_000_000 + all - 1}`])
})
