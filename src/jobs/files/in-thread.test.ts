import { expect, test } from 'vitest'
import type { JobContext } from '../job.ts'
import { inThread } from './in-thread.ts'

const moduleOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

/** The items that the job has given up, with the reasons. */
async function run(code: string, item: string | undefined, stop = new AbortController()) {
  const failed: [string, string][] = []
  const work = inThread({
    module: moduleOf(code),
    find: async () => item,
    fail: async (_, failing, reason) => void failed.push([failing, reason]),
  })
  const log: JobContext['log'] = { warn: () => {}, error: () => {} }
  await work({ url: '', log, stop: stop.signal } as JobContext)
  return failed
}

test('work that needs too much memory is given up, and the process continues', async () => {
  const greedy = 'const all = []; for (;;) all.push(new Array(100_000).fill(Math.random()))'
  expect(await run(greedy, 'a file')).toEqual([['a file', 'The file needs too much memory.']])
})

test('any other failure of the thread is that of the job, which tries it again', async () => {
  await expect(run("throw new Error('no database')", 'a file')).rejects.toThrow('no database')
})

test('no thread is started where there is nothing to do', async () => {
  expect(await run("throw new Error('started')", undefined)).toEqual([])
})

test('a stop ends the thread, and gives nothing up', async () => {
  const stop = new AbortController()
  const endless = run('setInterval(() => {}, 1000)', 'a file', stop)
  stop.abort()
  expect(await endless).toEqual([])
})
