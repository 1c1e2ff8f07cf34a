import { chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsRoot } from '#test/support/needs.ts'
import { makeFolder } from './folder.ts'
import { daemonUser } from './system-user.ts'

let base: string

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'softswitch-folder-'))
})

afterAll(async () => {
  await rm(base, { recursive: true, force: true })
})

test('a folder that is there already gets the mode that it must have', async () => {
  await mkdir(join(base, 'open'), { mode: 0o777 })
  await makeFolder(join(base, 'open'), 0o700)
  expect((await lstat(join(base, 'open'))).mode & 0o777).toBe(0o700)
})

test('root works in no folder that belongs to somebody else', needsRoot, async () => {
  const folder = join(base, 'foreign')
  await mkdir(folder)
  const { uid, gid } = daemonUser('kamailio')
  await chown(folder, uid, gid)
  await expect(makeFolder(folder, 0o755)).rejects.toThrow(`belongs to user ${uid}`)
  expect((await lstat(folder)).uid).toBe(uid)
  await makeFolder(folder, 0o700, { uid, gid })
})
