import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everydayFiles } from './everyday.ts'
import { TESTS } from './phases.ts'

const everyday = (seed: number) => ({ seed, is_whole: false })
const NOTHING: ReadonlySet<string> = new Set()
const filesOf = (phase: string) =>
  TESTS.find(({ name }) => name === phase)?.files.flatMap((one) => globSync(one)) ?? []

test.each(['calls', 'unit', 'screens'])('eight runs in a row have each file of %s', (phase) => {
  const files = filesOf(phase)
  const runs = Array.from({ length: 8 }, (_, at) =>
    everydayFiles(phase, files, NOTHING, everyday(1317 + at)),
  )
  expect(runs.filter(({ length }) => length === files.length)).toEqual([])
  expect([...new Set(runs.flat())].toSorted()).toEqual(files.toSorted())
})

test('a whole run has every file', () => {
  const files = filesOf('screens')
  expect(everydayFiles('screens', files, NOTHING, { seed: 1, is_whole: true })).toEqual(files)
})

test('a long file of calls is in as soon as the way of a call changes', () => {
  const files = ['test/calls/fuzz.test.ts', 'test/calls/nodes.test.ts', 'test/calls/tcp.test.ts']
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const runOf = (...changed: string[]) =>
    everydayFiles('calls', files, new Set(changed), everyday(0))
  expect(runOf('src/web/ui/Table.tsx')).toEqual([files[0], files[2]])
  expect(runOf('test/calls/nodes.test.ts')).toEqual(files)
  expect(runOf('src/engine/engine.ts')).toEqual(files)
})

test('a walk is in with the folder that it is about, or its own change', () => {
  const walks = ['brands', 'every-page', 'payments', 'route-plans', 'tariff-rates'].map(
    (name) => `test/screens/${name}.e2e.ts`,
  )
  const runOf = (...changed: string[]) =>
    everydayFiles('screens', walks, new Set(changed), everyday(0)).map((file) =>
      file.slice('test/screens/'.length, -'.e2e.ts'.length),
    )
  expect(runOf()).toEqual(['brands', 'every-page'])
  expect(runOf('src/web/tariffs/RateForm.tsx', walks[2]!)).toEqual([
    'brands',
    'every-page',
    'payments',
    'tariff-rates',
  ])
  expect(runOf('src/db/route-plans/route-plans.ts')).toEqual(['brands', 'every-page'])
})
