// `npm run rebuild-traffic`: writes the sums of reports again from all call records, day by day,
// while calls continue. What it repeats has the same result.

import { makeClient } from '#db/database.ts'
import { rebuildTraffic } from '#db/traffic/rebuild-traffic.ts'
import { readConfig } from './config.ts'
import { findDataFolder } from './data-folder.ts'
import { postgresFolder } from './postgres/database-part.ts'
import { findPostgresUrl } from './postgres/postgres.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const folder = postgresFolder(findDataFolder(config.DATA_DIR))
  const url = config.DATABASE_URL ?? (await findPostgresUrl(folder))
  const client = makeClient(url, 'rebuild traffic')
  await client.connect()
  try {
    await rebuildTraffic(client, (day, at, of) => {
      console.log(`${day.slice(0, 10)} (${at} of ${of})`)
    })
  } finally {
    await client.end()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
