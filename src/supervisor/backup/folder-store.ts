// Backups in a folder, best of another machine: a file has its name when it is whole and on disk.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '#core/time/clock.ts'
import type { BackupStore, StoredFile } from './backup-store.ts'

const UNFINISHED = '.unfinished'
const DAY_MS = 86_400_000

export class FolderStore implements BackupStore {
  readonly #folder: string
  readonly #clock: Pick<Clock, 'now_ms'>

  constructor(folder: string, clock: Pick<Clock, 'now_ms'>) {
    this.#folder = folder
    this.#clock = clock
  }

  async put(kind: string, name: string, content: Readable | string): Promise<StoredFile> {
    const folder = join(this.#folder, kind)
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await removeLeftovers(folder, this.#clock.now_ms())
    const unfinished = join(folder, `.${name}${UNFINISHED}`)
    const hash = createHash('sha256')
    let bytes = 0
    const file = await fs.open(unfinished, 'w', 0o600)
    try {
      for await (const part of typeof content === 'string' ? [Buffer.from(content)] : content) {
        hash.update(part)
        bytes += part.length
        await file.writeFile(part)
      }
      await file.sync()
    } catch (error) {
      await fs.rm(unfinished, { force: true })
      throw error
    } finally {
      await file.close()
    }
    await fs.rename(unfinished, join(folder, name))
    const listing = await fs.open(folder)
    await listing.sync().finally(() => listing.close())
    return { bytes, sha256: hash.digest('hex') }
  }

  async list(kind: string): Promise<string[]> {
    const names = await fs.readdir(join(this.#folder, kind)).catch(noneIfMissing)
    return names.filter((name) => !name.startsWith('.')).sort()
  }

  async get(kind: string, name: string): Promise<Readable> {
    const path = join(this.#folder, kind, name)
    await fs.access(path)
    return createReadStream(path)
  }

  async remove(kind: string, name: string): Promise<void> {
    await fs.rm(join(this.#folder, kind, name), { force: true })
  }
}

/** Interrupted backups leave them; one under way has changed its file today. */
async function removeLeftovers(folder: string, now_ms: number): Promise<void> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith(UNFINISHED))
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await fs.stat(path)
    if (now_ms - mtimeMs > DAY_MS) await fs.rm(path, { force: true })
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
