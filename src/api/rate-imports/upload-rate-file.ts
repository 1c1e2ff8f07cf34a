// Takes a rate file in pieces as it arrives, and finds its layout meanwhile.
import type { uploadRateFile as endpoint } from '#contract/rate-imports.ts'
import {
  deleteRateImport,
  findOnlySettlement,
  findRateImport,
  finishUpload,
  insertChunk,
  insertRateImport,
  listEarlierLayouts,
  sumKeptBytes,
} from '#db/billing/rate-imports.ts'
import { findTariff } from '#db/billing/tariffs.ts'
import { lockRow } from '#db/crud.ts'
import type { Database } from '#db/database.ts'
import { noteActivity } from '../http/activity.ts'
import { refuseComputedRates } from '../http/computed-rates.ts'
import type { Handler } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { RateFileProblem } from './rate-file-problem.ts'
import { readRateFileHead } from './read-rate-file.ts'
import { readerOf, recallHead, shownOf } from './recall-head.ts'

const FILE_BYTES_MAX = 200_000_000
/** Of all files that are kept: an upload must not fill the disk. */
const KEPT_BYTES_MAX = 4_000_000_000
const CHUNK_BYTES = 1_048_576

const TOO_MANY =
  `The rate files of all imports may take ${KEPT_BYTES_MAX / 1e9} GB: delete imports that were ` +
  'not applied. Files are deleted seven days after their upload.'

export const uploadRateFile: Handler<typeof endpoint> = async (request) => {
  const { database, caller, params, query, origin, file } = request
  const { tid: tariff_id } = params
  const tariff = found(await findTariff(database, caller.scope, tariff_id))
  const id = await database.transaction().execute(async (tx) => {
    found(await lockRow(tx, caller.scope, 'tariff', tariff_id))
    await refuseComputedRates(tx, tariff_id)
    if ((await sumKeptBytes(tx, FILE_BYTES_MAX)) > KEPT_BYTES_MAX - FILE_BYTES_MAX) {
      throw new Problem('too-large', { message: TOO_MANY })
    }
    const { file_name } = query
    return insertRateImport(tx, { tariff_id, file_name, created_by: caller.user_id })
  })
  try {
    const counted = { bytes: 0 }
    const detected = await readRateFileHead(storeChunks(database, id, file, counted))
    const settlement_id = await findOnlySettlement(database, tariff_id)
    const earlier = await listEarlierLayouts(database, tariff_id, settlement_id)
    const head = await recallHead(detected, earlier, readerOf(database, id))
    const read = { file_size: counted.bytes, settlement_id, ...shownOf(head) }
    await database.transaction().execute(async (tx) => {
      await finishUpload(tx, id, read)
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
