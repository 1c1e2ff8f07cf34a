import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles } from '../support/changed-files.ts'

test('a changed file is new, or differs in a later commit or in the work tree', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const write = (...names: string[]) =>
    Promise.all(names.map((name) => writeFile(join(folder, name), crypto.randomUUID())))
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'a change')
  }
  git('init', '--quiet')
  await write('same', 'later', 'moved', 'open')
  commit()
  const since = git('rev-parse', 'HEAD').trim()
  await write('later')
  git('mv', 'moved', 'here')
  commit()
  await write('open', 'new')

  const changed = ['here', 'later', 'moved', 'new', 'open']
  expect([...changedFiles(folder, since)].toSorted()).toEqual(changed)
  // A shallow clone does not have the commit.
  expect([...changedFiles(folder, '0'.repeat(40))]).toEqual(['new'])
  await rm(folder, { recursive: true })
})

test('nothing has changed where git finds no repository', () => {
  expect(changedFiles('/')).toEqual(new Set())
})
