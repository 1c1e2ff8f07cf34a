import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { READ } from './command.ts'
import { readFrames, writeFrame } from './frame.ts'
import { Window } from './window.ts'

/** evapi's CLIENT_BUFFER_SIZE, less the byte that ends a text. */
const EVAPI_BYTES = 32_767

let unread: string[] = []
let window: Window
beforeEach(() => {
  vi.useFakeTimers()
  unread = []
  window = new Window((frame) => unread.push(...readFrames(frame).bodies))
})
afterEach(() => {
  window.close()
  vi.useRealTimers()
})

const bytes = () => unread.reduce((sum, body) => sum + writeFrame(body).length, 0)
const body = (at: number) => `${at}|${'x'.repeat((at * 7919) % 3000)}`

/** Kamailio takes what is there, and says how far it has come. */
function readAll(): string[] {
  const all = unread
  unread = []
  for (const one of all) if (one === READ) window.onRead()
  return all.filter((one) => one !== READ)
}

test('there is never more to read than evapi reads at once, and all arrives in its order', () => {
  const said = Array.from({ length: 500 }, (_, at) => body(at))
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

test('an answer of Kamailio that is lost holds up nothing for longer than half a second', () => {
  const said = Array.from({ length: 80 }, (_, at) => `${at}|${'y'.repeat(900)}`)
  for (const one of said) window.send(writeFrame(one))
  const heard = unread.filter((one) => one !== READ)
  unread = []
  expect(window.heldBytes()).toBeGreaterThan(0)
  while (window.heldBytes() > 0) {
    expect(unread).toEqual([])
    vi.advanceTimersByTime(500)
    heard.push(...unread.filter((one) => one !== READ))
    unread = []
  }
  expect(heard).toEqual(said)
})

test('what is small and rare is not asked about', () => {
  window.send(writeFrame('acknowledge|1'))
  expect(unread).toEqual(['acknowledge|1'])
})
