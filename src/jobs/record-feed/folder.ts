// Files of batches: complete when they have their name, and the same batch replaces its file.
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import type { BatchFile } from './batch-file.ts'

const NAME = /^[a-z0-9][a-z0-9_-]{0,59}$/

export async function writeBatch(
  parent: string,
  folder: string,
  { name, content }: BatchFile,
): Promise<void> {
  if (!NAME.test(folder)) throw new Error(`${folder} is no name of a folder.`)
  const place = join(parent, folder)
  await fs.mkdir(place, { recursive: true, mode: 0o750 })
  // A link would lead out of the folder of the record feed.
  if (!(await fs.lstat(place)).isDirectory()) throw new Error(`${place} is no folder.`)
  const unfinished = join(place, `.${name}.unfinished`)
  const file = await fs.open(unfinished, 'w', 0o640)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await fs.rename(unfinished, join(place, name))
  const listing = await fs.open(place)
  await listing.sync().finally(() => listing.close())
}
