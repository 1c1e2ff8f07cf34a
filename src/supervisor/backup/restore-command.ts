// `npm run restore`: the last backup with all of its log, into the empty data folder of DATA_DIR.
// With a time, as in `npm run restore -- 2026-11-28T09:30:00Z`, up to it. `--key FILE` has the key.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { findDataFolder } from '../data-folder.ts'
import { runProgram } from '../processes/run-program.ts'
import { readBackupKey, toBackupKey } from './backup-key.ts'
import { requireStore } from './open-store.ts'
import { restoreDataFolder } from './restore-data-folder.ts'

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' } },
    allowPositionals: true,
  })
  const until = readTime(positionals[0])
  const config = readConfig(process.env)
  const store = requireStore(config, { now_ms: () => Date.now() })
  const path = findDataFolder(config.DATA_DIR)
  const key = values.key
    ? await toBackupKey(await readFile(values.key, 'utf8'))
    : await readBackupKey({ path })
  if (!key) throw new Error('--key must name the file with the key of the backups')
  const say = (line: string) => console.log(line)
  const { last_change_at } = await restoreDataFolder({ path, store, key, until, say })
  say(`Restored; the last change is of ${last_change_at?.toISOString() ?? 'the backup'}`)
  say('The switch is drained: npm start, look at it, and then Drain off under Management')
}

/** A time without a zone would be that of this machine, and a mistake when it is another's. */
function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(+time)) {
    throw new Error(`${text} is no time: write it as 2026-11-28T09:30:00Z`)
  }
  return time
}

await runProgram(main)
