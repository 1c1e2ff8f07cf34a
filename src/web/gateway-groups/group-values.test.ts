import { expect, test } from 'vitest'
import { sharesOf } from './group-values.ts'

const member = (priority: number, weight: number) => ({ gateway_id: 1, priority, weight })

test('gateways of one priority share its calls by their weight', () => {
  expect(sharesOf([member(10, 300), member(10, 100), member(5, 7)])).toEqual([0.75, 0.25, 1])
  expect(sharesOf([])).toEqual([])
})
