import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFrames, writeFrame } from './frame.ts'
import { Window } from './window.ts'

/** evapi's CLIENT_BUFFER_SIZE, less the byte that ends a text. */
const EVAPI_BYTES = 32_767

let unread: string[] = []
let window: Window
beforeEach(() => {
  vi.useFakeTimers()
  unread = []
  window = new Window((frame) => unread.push(...readFrames(frame).messages))
})
afterEach(() => {
  window.close()
  vi.useRealTimers()
})

const bytes = () => unread.reduce((sum, message) => sum + writeFrame(message).length, 0)
const message = (at: number) => `${at}|${'x'.repeat((at * 7919) % 3000)}`

/** The replies to Kamailio so far, and the numbers of the questions. */
function take(): { told: string[]; questions: number[] } {
  const all = unread
  unread = []
  const questions = all.flatMap((one) => /^R(\d+)$/.exec(one)?.[1] ?? [])
  return { told: all.filter((one) => !one.startsWith('R')), questions: questions.map(Number) }
}

/** The same, and it says how far it has come. */
function readAll(): string[] {
  const { told, questions } = take()
  for (const question of questions) window.onRead(question)
  return told
}

test('there is never more to read than evapi reads at once, and all arrives in its order', () => {
  const said = Array.from({ length: 500 }, (_, at) => message(at))
  const heard: string[] = []
  for (const [at, one] of said.entries()) {
    window.send(writeFrame(one))
    expect(bytes()).toBeLessThan(EVAPI_BYTES)
    // It reads late.
    if (at % 50 === 49) heard.push(...readAll())
  }
  expect(window.heldBytes()).toBeGreaterThan(0)
  while (window.heldBytes() > 0) {
    heard.push(...readAll())
    expect(bytes()).toBeLessThan(EVAPI_BYTES)
  }
  expect([...heard, ...readAll()]).toEqual(said)
})

test('a frame that is larger than all that may be unread is sent alone', () => {
  window.send(writeFrame('y'.repeat(30_000)))
  window.send(writeFrame('z'))
  expect(readAll()).toHaveLength(1)
  expect(readAll()).toEqual(['z'])
})

test('answers of Kamailio that are lost hold up nothing for longer than half a second', () => {
  const said = Array.from({ length: 80 }, (_, at) => `${at}|${'y'.repeat(900)}`)
  for (const one of said) window.send(writeFrame(one))
  const heard = take().told
  expect(window.heldBytes()).toBeGreaterThan(0)
  while (window.heldBytes() > 0) {
    expect(unread).toEqual([])
    vi.advanceTimersByTime(500)
    // The one question that is asked again is answered; those that it leads to are lost as well.
    const [again] = take().questions
    window.onRead(again ?? 0)
    heard.push(...take().told)
  }
  expect(heard).toEqual(said)
})

test('a Kamailio that is held up finds no more to read than before', () => {
  for (let at = 0; at < 500; at++) window.send(writeFrame(message(at)))
  const before = bytes()
  vi.advanceTimersByTime(60_000)
  expect(window.heldBytes()).toBeGreaterThan(0)
  // Some bytes for each time that it is asked again.
  expect(bytes()).toBeLessThan(before + 120 * writeFrame('R1000').length)
})

test('an answer stands for those before it; one that comes later says nothing new', () => {
  for (let at = 0; at < 500; at++) window.send(writeFrame(message(at)))
  const before = bytes()
  const [last, ...earlier] = take().questions.toReversed()
  window.onRead(last ?? 0)
  const after = bytes()
  // All but what was said behind the last question.
  expect(after).toBeGreaterThan(before / 2)
  for (const question of earlier) window.onRead(question)
  expect(bytes()).toBe(after)
})

test('what is small and rare is not asked about', () => {
  window.send(writeFrame('acknowledge|1'))
  expect(unread).toEqual(['acknowledge|1'])
})
