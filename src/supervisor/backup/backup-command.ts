// `npm run backup`: a base backup of the running switch. `-- list` shows those that are kept,
// `-- key` the key without which no backup can be read.
import { readConfig } from '../config.ts'
import { findDataFolder } from '../data-folder.ts'
import { postgresFolder } from '../postgres/database-part.ts'
import { findPostgresUrl } from '../postgres/postgres.ts'
import { runProgram } from '../processes/run-program.ts'
import { backUp, openBackups } from './backups.ts'
import { listManifests } from './manifest.ts'
import { requireStore } from './open-store.ts'

const MB = 1_000_000
const clock = { now_ms: () => Date.now() }

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const store = requireStore(config, clock)
  const path = findDataFolder(config.DATA_DIR)
  const url = await findPostgresUrl(postgresFolder(path))
  const backups = await openBackups({ path }, store)
  const [word] = process.argv.slice(2)
  if (word === 'key') return console.log(backups.key.identity)
  if (word === 'list') {
    for (const { ended_at, bytes } of await listManifests(backups.store)) {
      console.log(`${ended_at}  ${(bytes / MB).toFixed(1)} MB`)
    }
    return
  }
  if (word !== undefined) throw new Error(`${word} is unknown: nothing, list or key`)
  const { name, ended_at, bytes } = await backUp({ path }, url, backups, new Date(clock.now_ms()))
  console.log(`Backup ${name} of ${(bytes / MB).toFixed(1)} MB can be restored to ${ended_at}`)
}

await runProgram(main)
