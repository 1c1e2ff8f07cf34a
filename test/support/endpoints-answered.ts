// Vitest's global set-up of the unit tests: after a whole run, every endpoint of the contract has
// answered a test, and not only with a refusal.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ENDPOINTS } from '#contract/all.ts'
import { LONG_UNIT } from '../run/everyday.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Each API of a test leaves a file here with the calls that it has answered. */
    answered_folder: string | undefined
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-answered-'))
  project.provide('answered_folder', folder)
  return async () => {
    const names = await readdir(folder)
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    await rm(folder, { recursive: true, force: true })
    if (!(await wasWhole(project))) return
    const answered = new Set(texts.join('').split('\n'))
    const silent = [...ENDPOINTS]
      .filter(([, { method, path }]) => !answered.has(`${method} ${path}`))
      .map(([name]) => name)
    if (silent.length > 0) throw new Error(`No test gets an answer of: ${silent.join(', ')}.`)
  }
}

/**
 * A run of some files calls some endpoints; one that failed has said what is wrong. The long files
 * of which an everyday run has a share call none.
 */
async function wasWhole(project: TestProject): Promise<boolean> {
  const { vitest, config } = project
  const { testFiles } = await project.globTestFiles()
  const calling = testFiles.filter((path) => !LONG_UNIT.test(relative(process.cwd(), path)))
  const ran = vitest.state.getFiles().filter((file) => file.projectName === config.name)
  const paths = new Set(ran.map(({ filepath }) => filepath))
  const isAll = calling.every((path) => paths.has(path)) && !config.testNamePattern
  return isAll && vitest.state.getFailedFilepaths().length === 0
}
