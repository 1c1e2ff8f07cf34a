// `node test/releases/main.ts 2`: what the tests of later versions keep of release 2, of the demo's
// carrier with a quarter of an hour of its calls.
import type pg from 'pg'
import { makePasswords } from '#api/sign-in/password.ts'
import { makeClient, openDatabase } from '#db/database.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { ensureFirstAdmin } from '#supervisor/first-admin.ts'
import { writeHistory } from '../demo/history.ts'
import { payWeek, writeDemo } from '../demo/write-demo.ts'
import { withDatabase } from '../faults/test-database.ts'
import { givePackage } from '../support/packages.ts'
import { writeRelease } from './release.ts'

const PASSWORD = 'the-release-of-a-switch'
const HISTORY_MS = 15 * 60_000

/** To clients of ours, so that packages pay for some of the calls. */
async function givePackages(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from account where kind = 'WHOLESALE' and parent_id = 1 and currency = 'USD'`,
  )
  for (const { id } of rows) {
    const of_all = { name: `Package of ${id}`, prefixes: [], price: 1_000_000 }
    await givePackage(client, id, of_all)
  }
}

const release = Number(process.argv[2])
if (!Number.isInteger(release) || release < 1) throw new Error('Which release? Give its number.')
await withDatabase(async (url) => {
  const database = openDatabase(url, 'release', 2)
  const client = makeClient(url, 'release')
  await client.connect()
  try {
    await ensureFirstAdmin(database, { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD })
    const now_ms = Date.now()
    await writeDemo(database, now_ms, await makePasswords().hash(PASSWORD))
    await payWeek(database)
    await givePackages(client)
    const calls = await writeHistory(url, client, now_ms - HISTORY_MS, now_ms)
    await makePartitions(client, now_ms, 2)
    const breaches = await findBreaches(client)
    if (breaches.length > 0) throw new Error(`Broken rules: ${JSON.stringify(breaches)}`)
    await writeRelease(client, release)
    console.log(`Release ${release} has been kept, with ${calls} calls`)
  } finally {
    await client.end()
    await database.destroy()
  }
})
