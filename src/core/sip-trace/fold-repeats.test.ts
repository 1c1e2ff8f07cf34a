import { expect, test } from 'vitest'
import { foldRepeats } from './fold-repeats.ts'

test('the same text between the same addresses is one line, at its first time', () => {
  const invite = { from: 'a', to: 'b', text: 'INVITE' }
  const messages = [
    { ...invite, at: 1 },
    { from: 'b', to: 'a', text: '100', at: 2 },
    { ...invite, at: 3 },
    // To another address, or another text.
    { ...invite, to: 'c', at: 4 },
    { ...invite, text: 'INVITE 2', at: 5 },
    { ...invite, at: 6 },
  ]
  const folded = foldRepeats(messages)
  expect(folded.map(({ first }) => first.at)).toEqual([1, 2, 4, 5])
  expect(folded.map(({ times }) => times.map(({ at }) => at))).toEqual([[1, 3, 6], [2], [4], [5]])
  expect(foldRepeats([])).toEqual([])
})
