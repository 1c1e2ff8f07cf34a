// `npm run verify`: checks the books of the running product against the rules that must always
// hold. With a day, as in `npm run verify -- 2026-11-20`, the calls that began on it in UTC.
import { makeClient } from '#db/database.ts'
import { findBrokenRules } from './book-rules.ts'
import { readConfig } from './config.ts'
import { findDataFolder } from './data-folder.ts'
import { postgresFolder } from './postgres/database-part.ts'
import { findPostgresUrl } from './postgres/postgres.ts'

async function main(): Promise<number> {
  const day = readDay(process.argv[2])
  const config = readConfig(process.env)
  const folder = postgresFolder(findDataFolder(config.DATA_DIR))
  const client = makeClient(config.DATABASE_URL ?? (await findPostgresUrl(folder)), 'verify')
  await client.connect()
  try {
    const { rules, broken } = await findBrokenRules(client, day)
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

function readDay(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !day.toJSON()?.startsWith(text)) {
    throw new Error(`${text} is not a day: write it as 2026-11-20.`)
  }
  return day
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
