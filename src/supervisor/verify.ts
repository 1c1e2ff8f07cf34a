// `npm run verify`: checks the books of the running product against the rules that must always
// hold.
import { makeClient } from '#db/database.ts'
import { findBrokenRules } from './book-rules.ts'
import { readConfig } from './config.ts'
import { findDataFolder } from './data-folder.ts'
import { postgresFolder } from './database-part.ts'
import { findPostgresUrl } from './postgres.ts'

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const folder = postgresFolder(findDataFolder(config.DATA_DIR))
  const client = makeClient(config.DATABASE_URL ?? (await findPostgresUrl(folder)), 'verify')
  await client.connect()
  try {
    const { rules, broken } = await findBrokenRules(client)
    for (const { id, says, rows } of broken) {
      console.log(`${id} is broken: ${says}`)
      for (const row of rows) console.log(`  ${JSON.stringify(row)}`)
    }
    console.log(`${rules - broken.length} of ${rules} rules hold`)
    return broken.length === 0 ? 0 : 1
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
