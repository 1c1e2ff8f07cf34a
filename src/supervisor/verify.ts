// `npm run verify`: checks the books of the running product against the rules that must always
// hold.

import { findBreaches, INVARIANTS } from '#db/billing/invariants.ts'
import { TRAFFIC_RULES } from '#db/calls/traffic-rules.ts'
import { makeClient } from '#db/database.ts'
import { readConfig } from './config.ts'
import { findDataFolder } from './data-folder.ts'
import { postgresFolder } from './database-part.ts'
import { findPostgresUrl } from './postgres.ts'

const RULES = [...INVARIANTS, ...TRAFFIC_RULES]

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const folder = postgresFolder(findDataFolder(config.DATA_DIR))
  const client = makeClient(config.DATABASE_URL ?? (await findPostgresUrl(folder)), 'verify')
  await client.connect()
  try {
    // One snapshot, so that a call which ends meanwhile does not look like a difference.
    await client.query('begin isolation level repeatable read read only')
    const breaches = await findBreaches(client, RULES)
    for (const { id, says, rows } of breaches) {
      console.log(`${id} is broken: ${says}`)
      for (const row of rows) console.log(`  ${JSON.stringify(row)}`)
    }
    console.log(`${RULES.length - breaches.length} of ${RULES.length} rules hold`)
    return breaches.length === 0 ? 0 : 1
  } finally {
    await client.end()
  }
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
