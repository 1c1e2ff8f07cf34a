// `npm run upgrade`, by a new version while the one before runs: tries the migrations on a
// restored copy. `-- now` then applies them, and `-- confirm`, later, takes away what only the
// version before needs.
import { openDatabase } from '#db/database.ts'
import { readDatabaseBytes } from '#db/machine/database-size.ts'
import { confirmUpgrade, readPending } from '#db/migrate.ts'
import { withClient } from '#db/with-client.ts'
import { openBackups } from '../backup/backups.ts'
import { openStore } from '../backup/open-store.ts'
import { withRestoredCopy } from '../backup/restored-copy.ts'
import { type Config, readConfig } from '../config.ts'
import { findDataFolder } from '../data-folder.ts'
import { postgresFolder } from '../postgres/database-part.ts'
import { findPostgresUrl } from '../postgres/postgres.ts'
import { runProgram } from '../processes/run-program.ts'
import { tryUpgrade, upgradeNow } from './upgrade.ts'

const say = (line: string): void => console.log(line)
const monotonic_ms = (): number => performance.now()
const clock = { now_ms: () => Date.now() }

async function main(): Promise<void> {
  const [word] = process.argv.slice(2)
  if (word !== undefined && word !== 'now' && word !== 'confirm') {
    throw new Error(`${word} is unknown: nothing, now or confirm`)
  }
  const config = readConfig(process.env)
  const path = findDataFolder(config.DATA_DIR)
  const url = config.DATABASE_URL ?? (await findPostgresUrl(postgresFolder(path)))
  if (word === 'confirm') return await confirm(url)
  const { waiting, contracts } = await withClient(url, 'upgrade', (client) => readPending(client))
  if (contracts.length > 0) {
    say(`npm run upgrade -- confirm takes away later: ${contracts.map(({ name }) => name)}`)
  }
  if (waiting.length === 0) return say('The database has all migrations of this version')
  await tryOnCopy(url, path, config, word === 'now')
  if (word !== 'now') return say('Nothing was changed: npm run upgrade -- now applies them')
  const before = new Date(clock.now_ms()).toISOString()
  const applied = await upgradeNow(url, { monotonic_ms, say })
  say(`Applied ${applied} migrations; npm run restore -- ${before} would take them back`)
  say('Restart the switch with this version. The version before can be started again too.')
}

async function tryOnCopy(
  url: string,
  path: string,
  config: Config,
  isForced: boolean,
): Promise<void> {
  const store = openStore(config, clock)
  if (!store) {
    if (config.DATABASE_URL && isForced) return
    throw new Error(
      config.DATABASE_URL
        ? 'Restore a backup of your database into another one, and run npm run upgrade -- now ' +
            'with its DATABASE_URL: that is the trial. Then with that of the running one'
        : 'Migrations are tried on a restored backup: set BACKUP_DIR or BACKUP_S3_URL',
    )
  }
  const database = openDatabase(url, 'upgrade', 1)
  const database_bytes = await readDatabaseBytes(database).finally(() => database.destroy())
  const options = {
    ...{ path, ...(await openBackups({ path }, store)), database_bytes },
    ...{ stop: new AbortController().signal, onStep: say },
  }
  await withRestoredCopy('upgrade-test', options, (copy_url) =>
    tryUpgrade(copy_url, { monotonic_ms, say }),
  )
}

async function confirm(url: string): Promise<void> {
  const names = await confirmUpgrade(url)
  say(
    names.length === 0
      ? 'Nothing is to be taken away'
      : `Applied ${names.join(', ')}: the version before cannot be started any more`,
  )
}

await runProgram(main)
