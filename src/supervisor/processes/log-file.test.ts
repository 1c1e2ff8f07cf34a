import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepShort, openLog } from './log-file.ts'

const BYTES_MAX = 1000

let folder: string
let log: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'softswitch-log-'))
  log = join(folder, 'kamailio.log')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytesOf = async (path: string) => (await stat(path)).size

test('a log that has grown long keeps its end, and takes no more room than that', async () => {
  const file = await openLog(log)
  for (const part of ['first', 'second']) {
    // Far more than a file may have, between two looks at it.
    await file.write(`${'x'.repeat(10 * BYTES_MAX)} end of the ${part}\n`)
    await keepShort(log, BYTES_MAX)
    expect(await bytesOf(log)).toBe(0)
    expect(await bytesOf(`${log}.1`)).toBe(BYTES_MAX)
    expect(await readFile(`${log}.1`, 'utf8')).toContain(`end of the ${part}\n`)
  }
  // The program that has it open continues at its beginning.
  await file.write('later\n')
  expect(await readFile(log, 'utf8')).toBe('later\n')
  await keepShort(log, BYTES_MAX)
  expect(await bytesOf(log)).toBe(6)
  await file.close()
  expect(await readdir(folder)).toHaveLength(2)
})

test('a log is emptied even where its end cannot be kept', async () => {
  const file = await openLog(log)
  await file.write('x'.repeat(2 * BYTES_MAX))
  await file.close()
  // As on a full disk: where it belongs, nothing can be written.
  await mkdir(join(`${log}.1`, 'in the way'), { recursive: true })
  await expect(keepShort(log, BYTES_MAX)).rejects.toThrow()
  expect(await bytesOf(log)).toBe(0)
})
