// The short form of the fuzzer of `npm run faults`: thousands of spoiled messages at the real
// switch with the real engine.
import { expect, test } from 'vitest'
import { runFuzz } from '../faults/fuzz.ts'
import { freshDatabase } from '../support/database.ts'

const SEED = 4475
const MESSAGES = 3000

test('spoiled messages end nothing, connect nobody for free, and fill no disk', async () => {
  const fresh = await freshDatabase()
  try {
    const { wrong, said } = await runFuzz({
      seed: SEED,
      messages: MESSAGES,
      database_url: fresh.url,
      engine_url: fresh.urls.engine,
      network: '127.18.2',
      first_port: 14800,
    })
    expect(wrong, said.join('\n')).toEqual([])
  } finally {
    await fresh.close()
  }
})
