// A database with five weeks of calls: a day of the demo's calls, made by the engine's own code,
// and copies of it with their sums.
import type pg from 'pg'
import { makePasswords } from '#api/sign-in/password.ts'
import type { Database } from '#db/database.ts'
import { rebuildTraffic } from '#db/traffic/rebuild-traffic.ts'
import { sumTrafficDays } from '#db/traffic/sum-days.ts'
import { ensureFirstAdmin } from '#supervisor/first-admin.ts'
import { setClock, writeHistory } from '../demo/history.ts'
import { payWeek, writeDemo } from '../demo/write-demo.ts'
import { copyDay, copyWithinDay, countRecords, moveAll } from './many-calls.ts'
import { secondsOf } from './measure.ts'

const DAY_MS = 86_400_000
export const DAYS = 35
/** The password of all logins, `admin` among them. */
export const PASSWORD = 'five-weeks-of-a-switch'

/** Writes about as many records; answers the seconds for the sums of one. */
export async function writeWeeks(
  url: string,
  database: Database,
  client: pg.Client,
  records: number,
): Promise<number> {
  const first_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS
  await writeDay(url, database, client, first_ms)
  await copyWithinDay(client, first_ms, Math.round(records / DAYS))
  const inDay = await countRecords(client)
  const rebuild_seconds = await secondsOf(async () => {
    await rebuildTraffic(client)
    await moveAll(database)
  })
  await copyDay(client, DAYS)
  while (await sumTrafficDays(database, Date.now()));
  await client.query('vacuum analyze traffic_sum')
  return rebuild_seconds / inDay
}

async function writeDay(url: string, database: Database, client: pg.Client, first_ms: number) {
  await ensureFirstAdmin(database, { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD })
  await setClock(client, new Date(first_ms))
  await writeDemo(database, first_ms, await makePasswords().hash(PASSWORD))
  await payWeek(database)
  await writeHistory(url, client, first_ms, first_ms + DAY_MS)
  await moveAll(database)
}
