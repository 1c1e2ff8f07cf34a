import type { Database } from './database.ts'

interface UsedCaptcha {
  readonly signature: string
  readonly expires_at: string
  readonly now: string
}

/** Remembers that a captcha was handed in; false if it was before. Expired ones are forgotten. */
export async function redeemCaptcha(
  database: Database,
  { now, ...captcha }: UsedCaptcha,
): Promise<boolean> {
  await database.deleteFrom('captcha_used').where('expires_at', '<', now).execute()
  const inserted = await database
    .insertInto('captcha_used')
    .values(captcha)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
