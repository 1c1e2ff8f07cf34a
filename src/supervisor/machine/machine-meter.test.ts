// The meter of a machine, and its report of a clock that is off.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { startMachineMeter } from './machine-meter.ts'

const fresh = databaseForEachTest()

test('a clock that is minutes off is failing work, until it is set', async () => {
  let offset_ms = -300_000
  const clock = {
    now_ms: () => Date.now() + offset_ms,
    monotonic_ms: () => performance.now(),
  }
  const rpc = { port: 1, secret: '' }
  const { url } = fresh
  const stop = await startMachineMeter({ url, node_id: 1, clock, data_folder: '/tmp', rpc })
  const database = openDatabase(url, 'test', 1)
  const messages = async () => {
    const { rows } = await sql<{ message: string }>`select message from failing_work`.execute(
      database,
    )
    return rows.map(({ message }) => message)
  }
  await expect
    .poll(messages)
    .toEqual([
      'The clock is 300 s behind that of the database, so that calls may be refused, or rated by ' +
        'other rates: keep both by NTP.',
    ])
  offset_ms = 0
  await expect.poll(messages).toEqual([])
  await stop()
  await database.destroy()
})
