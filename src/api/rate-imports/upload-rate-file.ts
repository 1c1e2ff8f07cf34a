// Takes a rate file in pieces as it arrives, and finds its layout meanwhile.
import type { uploadRateFile as endpoint } from '#contract/rate-imports.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import {
  deleteRateImport,
  findLastLayout,
  findRateImport,
  finishUpload,
  insertChunk,
  insertRateImport,
} from '#db/billing/rate-imports.ts'
import { findTariff } from '#db/billing/tariffs.ts'
import { lockRow } from '#db/crud.ts'
import type { Database } from '#db/database.ts'
import { noteActivity } from '../http/activity.ts'
import { refuseComputedRates } from '../http/computed-rates.ts'
import type { Handler } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { RateFileProblem } from './rate-file-problem.ts'
import { type RateFileHead, readRateFileHead } from './read-rate-file.ts'

const FILE_BYTES_MAX = 200_000_000
const CHUNK_BYTES = 1_048_576
const ROWS_SHOWN = 20
const CELL_LENGTH_SHOWN = 200

export const uploadRateFile: Handler<typeof endpoint> = async (request) => {
  const { database, caller, params, query, origin, file } = request
  const { tid: tariff_id } = params
  const tariff = found(await findTariff(database, caller.scope, tariff_id))
  const id = await database.transaction().execute(async (tx) => {
    found(await lockRow(tx, caller.scope, 'tariff', tariff_id))
    await refuseComputedRates(tx, tariff_id)
    const { file_name } = query
    return insertRateImport(tx, { tariff_id, file_name, created_by: caller.user_id })
  })
  try {
    const counted = { bytes: 0 }
    const head = await readRateFileHead(storeChunks(database, id, file, counted))
    const layout = await rememberedLayout(database, tariff_id, head.layout)
    await database.transaction().execute(async (tx) => {
      await finishUpload(tx, id, { file_size: counted.bytes, layout, head: shownOf(head) })
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'CREATE',
          entity: 'rate_import',
          entity_id: String(id),
          entity_name: `${query.file_name} for ${tariff.name}`,
          changes: { file_size: [null, counted.bytes] },
        },
      )
    })
  } catch (error) {
    await deleteRateImport(database, id)
    if (error instanceof RateFileProblem) throw badField('file', error.message)
    throw error
  }
  return found(await findRateImport(database, caller.scope, id))
}

/** Passes on what it has stored, in larger pieces. */
async function* storeChunks(
  database: Database,
  id: number,
  file: AsyncIterable<Uint8Array>,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array> {
  let position = 0
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of file) {
    counted.bytes += bytes.length
    if (counted.bytes > FILE_BYTES_MAX) {
      throw new Problem('too-large', {
        message: `A rate file has at most ${FILE_BYTES_MAX} bytes.`,
      })
    }
    waiting.push(bytes)
    length += bytes.length
    if (length < CHUNK_BYTES) continue
    const chunk = Buffer.concat(waiting)
    await insertChunk(database, id, position, chunk)
    yield chunk
    position += 1
    waiting = []
    length = 0
  }
  if (length === 0) return
  const last = Buffer.concat(waiting)
  await insertChunk(database, id, position, last)
  yield last
}

/** The columns of the last import of the tariff, if this file has the same. */
async function rememberedLayout(
  database: Database,
  tariff_id: number,
  detected: RateFileLayout,
): Promise<RateFileLayout> {
  const last = await findLastLayout(database, tariff_id)
  const isSame =
    last?.format === detected.format &&
    last.columns.length === detected.columns.length &&
    last.headers.join('\n') === detected.headers.join('\n')
  if (!last || !isSame) return detected
  const { columns, decimal, date_order, rate_unit } = last
  return { ...detected, columns, decimal, date_order, rate_unit }
}

const shownOf = ({ rows }: RateFileHead) =>
  rows.slice(0, ROWS_SHOWN).map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => cell.slice(0, CELL_LENGTH_SHOWN)),
  }))
