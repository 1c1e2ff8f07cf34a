import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrames, writeFrame } from './frame.ts'

test('a frame holds its length in bytes, not in letters', () => {
  expect(writeFrame('héllo').toString()).toBe('6:héllo,')
})

test('frames come out as they went in, wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(), (messages, at) => {
      const stream = Buffer.concat(messages.map(writeFrame))
      const cut = at % (stream.length + 1)
      const first = readFrames(stream.subarray(0, cut))
      const second = readFrames(Buffer.concat([first.rest, stream.subarray(cut)]))
      expect([...first.messages, ...second.messages]).toEqual(messages)
      expect(second.rest).toHaveLength(0)
      expect(first.broken || second.broken).toBe(false)
    }),
  )
})

test.each(['x', '1x', ':,', '3:abcd', '9999999:', '65537:', '-1:,'])(
  'a stream that goes on with "%s" is broken, and what came before is not lost',
  (rest) => {
    const read = readFrames(Buffer.from(`2:ok,${rest}`))
    expect(read.messages).toEqual(['ok'])
    expect(read.broken).toBe(true)
  },
)

test('a frame that is too long is our mistake', () => {
  expect(() => writeFrame('x'.repeat(70_000))).toThrow('a frame holds at most')
})
