// Opt-outs: an address does not want to get a topic any more.
import type { Database } from '../database.ts'
import type { OptOut } from './unsubscribe-token.ts'

export async function insertOptOut(database: Database, optOut: OptOut): Promise<void> {
  await database
    .insertInto('notification_opt_out')
    .values({ ...optOut })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
