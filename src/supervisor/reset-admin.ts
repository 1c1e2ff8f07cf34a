// `npm run reset-admin -- NAME`: a new password for an admin who has lost it. The product runs.
import { openDatabase } from '#db/database.ts'
import { listAdminNames } from '#db/people/admins.ts'
import { resetAdmin } from './admin-reset.ts'
import { readConfig } from './config.ts'
import { findDataFolder } from './data-folder.ts'
import { postgresFolder } from './postgres/database-part.ts'
import { findPostgresUrl } from './postgres/postgres.ts'

async function main(name: string | undefined): Promise<number> {
  const config = readConfig(process.env)
  const folder = postgresFolder(findDataFolder(config.DATA_DIR))
  const url = config.DATABASE_URL ?? (await findPostgresUrl(folder))
  const database = openDatabase(url, 'reset-admin')
  try {
    const at = new Date().toISOString()
    const reset = name === undefined ? undefined : await resetAdmin(database, name, at)
    if (!reset) {
      const names = await listAdminNames(database)
      console.error(`Name one of the admins: npm run reset-admin -- ${names.join(' | ')}`)
      return 1
    }
    console.log(`New password of ${reset.username}: ${reset.password}`)
    console.log('The user is active, has all rights and no second factor; its sessions have ended.')
    return 0
  } finally {
    await database.destroy()
  }
}

try {
  process.exit(await main(process.argv[2]))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
