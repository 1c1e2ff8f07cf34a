import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALL_FILES } from './files.ts'
import { SLOW_FILES, shareOut } from './share-out.ts'

test('each file of the call suite is in one part', () => {
  const files = globSync(CALL_FILES)
  expect(files.length).toBeGreaterThan(40)
  const parts = shareOut(files, 4)
  expect(parts).toHaveLength(4)
  expect(parts.flat().toSorted()).toEqual(files.toSorted())
})

test('each file that is known as slow exists', () => {
  expect(Object.keys(SLOW_FILES).filter((file) => !existsSync(file))).toEqual([])
})

test('the longest files come first, each into the part with the least time', () => {
  const seconds: Readonly<Record<string, number>> = { nodes: 110, faults: 60, product: 45 }
  const files = ['tcp', 'product', 'clock', 'faults', 'nodes']
  expect(shareOut(files, 2, (file) => seconds[file] ?? 6)).toEqual([
    ['nodes', 'clock'],
    ['faults', 'product', 'tcp'],
  ])
})

test('fewer files than parts make fewer parts', () => {
  expect(shareOut(['faults'], 4)).toEqual([['faults']])
  expect(shareOut([], 4)).toEqual([])
})
