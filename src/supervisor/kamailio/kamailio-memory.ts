// Where Kamailio keeps its calls and registrations over a restart: in memory, where 1,000 calls are
// saved in a third of a second; on a disk it takes ten seconds. A program of its own, run as
// Kamailio's user: what root made in that user's folder might end where a link leads.
// Usage: kamailio-memory.ts <data folder> <folder if there is no memory>
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFolder, ourselves } from '../processes/folder.ts'

const MEMORY = '/dev/shm'
const SCHEMAS = new URL('../../../kamailio/', import.meta.url)

const [origin = '', otherwise = ''] = process.argv.slice(2)
const place = existsSync(MEMORY)
  ? await makePrivateFolder(MEMORY, origin, 0o700, ourselves())
  : otherwise
for (const name of ['dialog', 'location']) {
  const file = join(place, `${name}.db`)
  const schema = await readFile(new URL(`${name}-db.sql`, SCHEMAS), 'utf8')
  try {
    prepare(file, schema)
  } catch (error) {
    console.error(`${file} cannot be used and is now ${name}.db.unusable: ${String(error)}`)
    rmSync(`${file}.unusable`, { recursive: true, force: true })
    renameSync(file, `${file}.unusable`)
    prepare(file, schema)
  }
}
console.log(place)

/** Calls go on without their stored dialogs, but none begins without Kamailio. */
function prepare(file: string, schema: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new Error('It is a link or a folder.')
  const database = new DatabaseSync(file)
  try {
    database.exec(schema)
  } finally {
    database.close()
  }
}
