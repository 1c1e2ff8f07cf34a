import { existsSync } from 'node:fs'
import { lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { needsRoot } from '#test/support/needs.ts'
import { runChild } from '../processes/child.ts'
import { daemonUser } from '../processes/system-user.ts'

/** In place of the data folder: each has memory of its own, named after it. */
let folder: string
const user = daemonUser('kamailio')
const run = (program: string, ...args: string[]) => runChild({ program, args, user })
const makeMemory = async () =>
  (await run(process.execPath, join(import.meta.dirname, 'kamailio-memory.ts'), folder, '')).trim()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'softswitch-memory-'))
})

afterEach(async () => {
  await rm(await makeMemory().catch(() => folder), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

test('what Kamailio keeps in memory is its own, and is found again', async () => {
  const place = await makeMemory()
  expect((await lstat(join(place, 'dialog.db'))).uid).toBe(user.uid)
  expect((await lstat(place)).mode & 0o777).toBe(0o700)
  await run('sh', '-c', 'echo kept > "$0"', join(place, 'note'))
  expect(await makeMemory()).toBe(place)
  expect(existsSync(join(place, 'note'))).toBe(true)
})

test('a link in its folder leads to nothing of root', needsRoot, async () => {
  const place = await makeMemory()
  const target = join(folder, 'of-root')
  await run('ln', '-sf', target, join(place, 'dialog.db'))
  expect(await makeMemory()).toBe(place)
  expect(existsSync(target)).toBe(false)
  expect((await lstat(join(place, 'dialog.db'))).isFile()).toBe(true)
  expect((await lstat(join(place, 'dialog.db.unusable'))).isSymbolicLink()).toBe(true)
})

test.each([
  ['is no database', 'echo dialogs > "$0"'],
  ['cannot be read', 'chmod 0 "$0"'],
  ['is a folder', 'rm "$0" && mkdir -p "$0/full"'],
])('a file that %s is put aside, also once more', async (_, spoil) => {
  const place = await makeMemory()
  for (let time = 0; time < 2; time++) {
    await run('sh', '-c', spoil, join(place, 'dialog.db'))
    await makeMemory()
    const { mode } = await lstat(join(place, 'dialog.db'))
    expect(mode & 0o600).toBe(0o600)
    expect((await lstat(join(place, 'dialog.db'))).isFile()).toBe(true)
  }
})

test('a link in place of its folder is refused', needsRoot, async () => {
  const place = await makeMemory()
  await run('sh', '-c', 'mv "$0" "$0-moved" && ln -s /etc "$0"', place)
  await expect(makeMemory()).rejects.toThrow('belongs to another user')
  expect((await lstat('/etc')).uid).toBe(0)
  await run('sh', '-c', 'rm "$0" && mv "$0-moved" "$0"', place)
})
