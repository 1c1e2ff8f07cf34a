// A draft is answered with its lines, if the jobs make them soon; a large one is not waited for.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { isPrepared } from '#db/invoices/invoice-work.ts'

const PATIENCE_MS = 8000
const LOOK_EVERY_MS = 50

/** Returns when the draft has its lines, when they have failed, or after eight seconds. */
export async function untilPrepared(database: Database, id: number): Promise<void> {
  for (let waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += LOOK_EVERY_MS) {
    if (await isPrepared(database, id)) return
    await pause(LOOK_EVERY_MS)
  }
}
