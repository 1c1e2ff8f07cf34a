// Masks the numbers of calls that are older than the settings say, day by day and the oldest first
// (ADR-0047). The supervisor does it, because records are changed by the owner of the tables alone.
import type pg from 'pg'
import { maskedBeforeMs, reasonToWait } from '#core/number/masking-days.ts'
import type { Database } from '#db/database.ts'
import { MASKING_LOCK } from '#db/locks.ts'
import {
  beginDay,
  type DayOfCalls,
  finishDays,
  listDaysToMask,
  maskNextCopies,
  maskNextRecords,
  noteMaskingError,
  readReasonsToWait,
} from '#db/partitions/number-masking.ts'
import { readSettings } from '#db/settings.ts'
import { tryToLock } from '#db/with-client.ts'

/** Records of one transaction: half a second. */
const ROWS_MAX = 5000

/** All days that are due; after a kill it continues where it was. */
export async function maskNumbers(
  client: pg.Client,
  database: Database,
  now_ms: number,
  rows_max: number = ROWS_MAX,
): Promise<void> {
  const { mask_numbers_days } = await readSettings(database)
  if (mask_numbers_days === null) return noteMaskingError(client, '')
  // By one supervisor of those that share a database.
  if (!(await tryToLock(client, MASKING_LOCK))) return
  try {
    const until_at = new Date(maskedBeforeMs(now_ms, mask_numbers_days)).toISOString()
    await maskDays(client, until_at, rows_max)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MASKING_LOCK])
  }
}

async function maskDays(client: pg.Client, until_at: string, rows_max: number): Promise<void> {
  const days = await listDaysToMask(client, until_at)
  for (const day of days) {
    const reason = await tryToBegin(client, day)
    if (reason) return noteMaskingError(client, `${day.from_at.slice(0, 10)}: ${reason}`)
    while (await maskNextRecords(client, day, rows_max));
    while (await maskNextCopies(client, day.to_at, rows_max));
    await finishDays(client, day.to_at)
    // The rows as they were before are in the file until then.
    await client.query(`vacuum ${client.escapeIdentifier(day.partition)}`)
  }
  // Days without records have copies too.
  while (await maskNextCopies(client, until_at, rows_max));
  await finishDays(client, until_at)
}

/** Answers why the day has to wait. */
async function tryToBegin(client: pg.Client, day: DayOfCalls): Promise<string | undefined> {
  await client.query('begin')
  try {
    const reason = reasonToWait(await readReasonsToWait(client, day))
    if (!reason) await beginDay(client, day.to_at)
    await client.query('commit')
    return reason
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
