import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { makeTestFolder } from '../support/postgres-for-tests.ts'

const MODULE = new URL('run-folder.ts', import.meta.url).href
const TAKE = `const { takeRunFolder } = await import('${MODULE}'); const folder = takeRunFolder()`
const PRINT = "console.log('It is ' + folder)"
/** A program of the run, in a session of its own, as those of the product are. */
const PROGRAM = `const { spawn } = await import('node:child_process')
  spawn('sleep', ['60'], { cwd: folder, detached: true, stdio: 'ignore' })`
const STAY = 'setInterval(() => {}, 1000)'

const base = await makeTestFolder()
afterAll(() => rm(base, { recursive: true, force: true }))

/** Another run, whose temporary folder is `base`, which is none of a run. */
function start(...lines: string[]): ChildProcess {
  const args = ['--input-type=module', '-e', [TAKE, ...lines].join('\n')]
  return spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: base },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const folderIn = (output: string): string => /^It is (.*)$/m.exec(output)?.[1] ?? ''

async function folderOf({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await vi.waitFor(() => expect(folderIn(output)).not.toBe(''))
  return folderIn(output)
}

const outputOf = (child: ChildProcess): Promise<string> => text(child.stdout!)

const programsIn = (folder: string): string[] =>
  spawnSync('sh', ['-c', `ls -l /proc/*/cwd 2> /dev/null | grep -F '${folder}'`], {
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter(Boolean)

test('a run removes its folder at its end', async () => {
  const folder = folderIn(await outputOf(start(PRINT)))
  expect(folder).toContain(`${base}/softswitch-run-`)
  expect(existsSync(folder)).toBe(false)
})

test('that of a run under way stays, that of a killed one goes, with its programs', async () => {
  const killed = start(PROGRAM, PRINT, STAY)
  const folder = await folderOf(killed)
  const news = await outputOf(start(PRINT))
  expect(news).toContain(`Another run is under way, process ${killed.pid} with ${folder}`)
  expect(existsSync(folder)).toBe(true)

  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await vi.waitFor(() => expect(programsIn(folder)).toHaveLength(1))
  expect(await outputOf(start(PRINT))).toMatch(
    new RegExp(`Removed what a run that was killed had left: ${folder}, .* ended 1 processes`),
  )
  expect(existsSync(folder)).toBe(false)
  expect(programsIn(folder)).toEqual([])
})

test('that of a killed run stays while a process of another parent uses it', async () => {
  const killed = start(PRINT, STAY)
  const folder = await folderOf(killed)
  const user = spawn('sleep', ['60'], { cwd: folder })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await outputOf(start(PRINT))).toContain(
    `Left as it is, because process ${user.pid} uses it: ${folder}`,
  )
  expect(existsSync(folder)).toBe(true)
  user.kill()
  await once(user, 'exit')
})
