// Makes the files of exports in the background, one at a time in each process of the API.
import { setTimeout as sleep } from 'node:timers/promises'

import {
  beginExportAgain,
  type ClaimedExport,
  claimExport,
  deleteExpiredExports,
  endExport,
  keepExportClaim,
  releaseExport,
  storeExportPart,
} from '#db/exports/export-work.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'
import { isOffset } from '#db/paging.ts'
import { toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import type { PageReader } from '../http/export/export-lines.ts'
import { Problem, toProblem } from '../http/problem.ts'
import { runAgain } from '../http/run-again.ts'
import { findAbsentCaller } from './absent-caller.ts'
import {
  type ListContext,
  openList,
  pagesOf,
  RIGHTS_CHANGED,
  rightsHashOf,
} from './exported-list.ts'
import { canContinue, fileParts } from './write-parts.ts'

const LOOK_EVERY_MS = 1000
/** Longer than any page takes: a query ends after 15 seconds. */
const CLAIM_MS = 60_000
/** Until all its days are read. */
const ARCHIVE_WAIT_MAX_MS = 30 * 60_000
const KEPT_MS = 24 * 3600 * 1000
const FILE_BYTES_MAX = 2_000_000_000
/** Then it ends the process that makes it, or something else is wrong. */
const CLAIMS_MAX = 20

export interface ExportWork {
  readonly context: ListContext
  /** The process stops: what is under way is left to the next one. */
  readonly stop: Pick<AbortSignal, 'aborted'>
  /** Smaller for tests. */
  readonly part_bytes?: number
}

export const expiryOf = (now_ms: number): string => toInstant(now_ms + KEPT_MS)

class Stopped extends Error {}
/** Cancelled, deleted or claimed by another process. */
class ClaimLost extends Error {}

export async function runExports(work: ExportWork): Promise<void> {
  const { database, clock } = work.context
  await deleteExpiredExports(database, toInstant(clock.now_ms()))
  while (!work.stop.aborted) {
    const now_ms = clock.now_ms()
    const lease = { now: toInstant(now_ms), until: toInstant(now_ms + CLAIM_MS) }
    const job = await claimExport(database, lease)
    if (!job) return
    await runExport(work, job)
  }
}

async function runExport(work: ExportWork, job: ClaimedExport): Promise<void> {
  const { database, clock } = work.context
  const end = (error: string | null, rows_done: number) => {
    const now_ms = clock.now_ms()
    const times = { now: toInstant(now_ms), expires_at: expiryOf(now_ms) }
    return endExport(database, job, { ...times, error, rows_done })
  }
  try {
    await end(null, await makeFile(work, job))
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (error instanceof Stopped) return releaseExport(database, job)
    const problem = toProblem(error)
    // Its claim runs out, and then it is continued.
    if (problem.code === 'database-down') throw error
    const [field] = Object.values(problem.details.fields ?? {})
    await end(field ?? problem.message, 0)
    if (problem.code === 'our-fault') throw error
  }
}

/** Its rights of now, which must be those of the request. */
async function callerOfExport({ context }: ExportWork, job: ClaimedExport): Promise<Caller> {
  const { sessionDatabase, clock } = context
  const caller = await findAbsentCaller(sessionDatabase, job.user_id, clock.now_ms())
  if (!caller) throw new Problem('not-allowed', { message: RIGHTS_CHANGED })
  return caller
}

function listOfExport(caller: Caller, job: ClaimedExport) {
  const list = openList(caller, job)
  if (rightsHashOf(caller, list) !== job.rights_hash) {
    throw new Problem('not-allowed', { message: RIGHTS_CHANGED })
  }
  return list
}

/** The end of the run before, if the list can be continued there without gap and repeats. */
async function placeOf({ context }: ExportWork, job: ClaimedExport) {
  const { next_cursor, part_count, rows_stored: rows, bytes } = job
  const isSure = next_cursor !== null && canContinue(job.format) && !isOffset(next_cursor)
  if (isSure) return { cursor: next_cursor, rows, part_no: part_count, bytes }
  if (part_count > 0 && !(await beginExportAgain(context.database, job))) throw new ClaimLost()
  return { cursor: undefined, rows: 0, part_no: 0, bytes: 0 }
}

const isReadingArchive = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'reading-archive'

/** Answers the number of rows. */
async function makeFile(work: ExportWork, job: ClaimedExport): Promise<number> {
  const { context, stop, part_bytes } = work
  const { database, clock } = context
  if (job.claim_no > CLAIMS_MAX) {
    throw new Problem('bad-input', { message: 'The export was begun too often without an end.' })
  }
  const caller = await callerOfExport(work, job)
  const list = listOfExport(caller, job)
  const place = await placeOf(work, job)
  const pages = pagesOf(context, caller, list, Date.parse(job.created_at))
  const rows_total = job.rows_total ?? (await pages.count())
  let { rows: rows_done, part_no, bytes } = place
  const waits_until_ms = clock.now_ms() + ARCHIVE_WAIT_MAX_MS
  const tryPage: PageReader = async (paging) => {
    if (stop.aborted) throw new Stopped()
    // A user who is locked or loses the right meanwhile gets nothing.
    listOfExport(await callerOfExport(work, job), job)
    const until = toInstant(clock.now_ms() + CLAIM_MS)
    if (!(await keepExportClaim(database, job, { until, rows_done, rows_total }))) {
      throw new ClaimLost()
    }
    return pages(paging)
  }
  const readPage: PageReader = async (paging) => {
    for (;;) {
      try {
        const listed = await tryPage(paging)
        rows_done += listed.rows.length
        return listed
      } catch (error) {
        if (!isReadingArchive(error) || clock.now_ms() > waits_until_ms) throw error
      }
      await sleep(LOOK_EVERY_MS)
    }
  }
  const { masked_digits } = caller.rights
  const file = { list, readPage, masked_digits }
  for await (const part of fileParts(job.format, file, place, part_bytes)) {
    part_no += 1
    bytes += part.content.byteLength
    if (bytes > FILE_BYTES_MAX) {
      const message = 'The file would be larger than 2 GB. Narrow the filters or the columns.'
      throw new Problem('too-large', { message })
    }
    if (!(await storeExportPart(database, job, { ...part, part_no, bytes }))) throw new ClaimLost()
  }
  return rows_done
}

/** Answers a function that ends it. */
export function watchExports(
  context: ListContext,
  watch: WorkWatch,
  every_ms = LOOK_EVERY_MS,
): () => Promise<void> {
  const stopping = new AbortController()
  const end = runAgain(watch, {
    ...{ name: 'exports in the background', every_ms },
    run: () => runExports({ context, stop: stopping.signal }),
  })
  return () => {
    stopping.abort()
    return end()
  }
}
