import { sql } from 'kysely'
import type { Database } from '../database.ts'

interface UsedCaptcha {
  readonly signature: string
  readonly expires_at: string
}

/** Remembers that a captcha was handed in; false if it was before. */
export async function redeemCaptcha(database: Database, captcha: UsedCaptcha): Promise<boolean> {
  const inserted = await database
    .insertInto('captcha_used')
    .values(captcha)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Those that are not taken any more, because their time is over. */
export async function deleteExpiredCaptchas(database: Database): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('captcha_used')
    .where('expires_at', '<', sql<string>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
