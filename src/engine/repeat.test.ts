import { expect, test } from 'vitest'
import { throttleByDuration } from './repeat.ts'

/** Work that takes `took_ms`, asked for every ten seconds: at which seconds it is done. */
async function secondsOf(took_ms: number): Promise<number[]> {
  let now_ms = 0
  const done: number[] = []
  const work = throttleByDuration(
    async () => {
      done.push(now_ms / 1000)
      now_ms += took_ms
    },
    { monotonic_ms: () => now_ms },
  )
  for (let second = 0; second <= 120; second += 10) {
    now_ms = second * 1000
    await work()
  }
  return done
}

test('what takes long is done less often, and what does not is done every time', async () => {
  expect(await secondsOf(50)).toHaveLength(13)
  expect(await secondsOf(1000)).toEqual([0, 30, 60, 90, 120])
  expect(await secondsOf(9000)).toEqual([0, 70])
})

test('what has failed is tried again at once', async () => {
  let tries = 0
  const work = throttleByDuration(
    async () => {
      tries++
      throw new Error('away')
    },
    { monotonic_ms: () => 5 },
  )
  await expect(work()).rejects.toThrow('away')
  await expect(work()).rejects.toThrow('away')
  expect(tries).toBe(2)
})
