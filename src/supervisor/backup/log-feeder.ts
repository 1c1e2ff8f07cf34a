// Gives a restoring server the log files that it requests: decrypted when wanted, a few ahead, and
// deleted when it has gone past them, so that a week of log needs no room for a week.
import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isSegment, nextSegment } from '#core/backup/wal-segments.ts'
import { isRoot } from '../processes/child.ts'
import { makeFolder, type Owner } from '../processes/folder.ts'
import { type BackupStore, LOG, SEALED } from './backup-store.ts'
import { unseal } from './sealed-stream.ts'

const LOOK_MS = 20
const AHEAD = 4
const WANTED = '.wanted'

export interface LogFeeder {
  /** For the setting restore_command. */
  readonly command: string
  /** The last file that the server has taken. */
  taken(): string
  /** Fails with what made the feeder end. */
  close(): Promise<void>
}

interface Options {
  /** Used by the feeder alone, and removed at the end. */
  readonly folder: string
  readonly owner: Owner
  readonly store: BackupStore
  readonly identity: string
}

export async function startLogFeeder(options: Options): Promise<LogFeeder> {
  const { folder, owner, store } = options
  await fs.rm(folder, { recursive: true, force: true })
  await makeFolder(folder, 0o700, owner)
  const script = join(folder, 'fetch-log')
  await fs.copyFile(fileURLToPath(new URL('fetch-log.sh', import.meta.url)), script)
  await fs.chmod(script, 0o755)
  const stored = new Set(await store.list(LOG))
  const has = (name: string) => stored.has(`${name}${SEALED}`)
  let isClosed = false
  let taken = ''

  async function give(name: string): Promise<void> {
    if (await isThere(join(folder, name))) return
    if (has(name)) await putDecrypted(name, options)
    else await putAbsent(join(folder, `${name}.none`))
  }

  async function answer(name: string): Promise<void> {
    await give(name)
    if (!isSegment(name)) return
    taken = name
    let next = name
    for (let ahead = 0; ahead < AHEAD; ahead++) {
      next = nextSegment(next)
      if (has(next)) await give(next)
    }
    const passed = (await fs.readdir(folder)).filter((one) => isSegment(one) && one < name)
    for (const one of passed) await fs.rm(join(folder, one), { force: true })
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      const names = (await fs.readdir(folder)).filter((name) => name.endsWith(WANTED))
      for (const name of names) await answer(name.slice(0, -WANTED.length))
      await sleep(LOOK_MS)
    }
  }

  const running = run()
  // It is awaited in `close`; until then the server waits and gives up.
  running.catch(() => {})
  return {
    command: `sh "${script}" "${folder}" "%f" "%p"`,
    taken: () => taken,
    async close() {
      isClosed = true
      await running
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

/** Root follows no link that the user of the database puts here. */
async function putAbsent(path: string): Promise<void> {
  await fs.rm(path, { force: true })
  await fs.writeFile(path, '', { flag: 'wx', mode: 0o644 })
}

/** Has its name when it is whole. */
async function putDecrypted(
  name: string,
  { folder, owner, store, identity }: Options,
): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`)
  await fs.rm(unfinished, { force: true })
  const plain = await unseal(await store.get(LOG, `${name}${SEALED}`), identity)
  // Root follows no link that the user of the database puts here.
  await pipeline(plain, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
  if (isRoot()) await fs.lchown(unfinished, owner.uid, owner.gid)
  await fs.rename(unfinished, join(folder, name))
}

const isThere = (path: string): Promise<boolean> =>
  fs.access(path).then(
    () => true,
    () => false,
  )
