import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALL_FILES } from './files.ts'
import { SLOW_FILES, shareOut } from './share-out.ts'

const NODES = 'test/calls/nodes.test.ts'
const FAULTS = 'test/calls/faults.test.ts'
const PRODUCT = 'test/calls/product.test.ts'

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
  expect(shareOut(['a', PRODUCT, 'b', FAULTS, NODES], 2)).toEqual([
    [NODES, 'a'],
    [FAULTS, PRODUCT, 'b'],
  ])
})

test('fewer files than parts make fewer parts', () => {
  expect(shareOut([FAULTS], 4)).toEqual([[FAULTS]])
  expect(shareOut([], 4)).toEqual([])
})
