import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readText } from './source.ts'

const RECIPE = 'test/cluster/recipe'

test('the files of the cluster that a test runs are those of docs/operating.md', () => {
  const operating = readText('docs/operating.md')
  const files = readdirSync(join(ROOT, RECIPE))
  expect(files.filter((file) => !operating.includes(readText(`${RECIPE}/${file}`)))).toEqual([])
})
