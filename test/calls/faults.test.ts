// The short form of `npm run faults`: less than a minute of calls and blows, then the books against
// what SIPp saw.
import { test } from 'vitest'
import { runLinks } from '../faults/links.ts'
import { runFaults } from '../faults/run.ts'
import { freshDatabase } from '../support/database.ts'

const SECONDS = 24
/** Halts the database, kills Kamailio, kills the engine, drops partitions, halts the engine. */
const SEED = 575

// Both at once, each with addresses of its own: most of the time they wait.
test.concurrent('nothing is lost of calls during which parts are killed', async ({ expect }) => {
  const lines: string[] = []
  const { wrong } = await runFaults({
    seed: SEED,
    seconds: SECONDS,
    calls_per_second: 20,
    http_port: 18810,
    first_rtp_port: 24_000,
    network: '127.0.48',
    say: (line) => lines.push(line),
  })
  expect(wrong, lines.join('\n')).toEqual([])
})

test.concurrent('nothing is lost when news is spoiled and clocks are set', async ({ expect }) => {
  const fresh = await freshDatabase()
  const lines: string[] = []
  try {
    const { wrong } = await runLinks({
      seed: SEED,
      database_url: fresh.url,
      engine_url: fresh.urls.engine,
      network: '127.18.5',
      first_port: 11_800,
      calls_per_second: 10,
      faults: ['spoiled', 'paused_database', 'engine_hour_on'],
      say: (line) => lines.push(line),
    })
    expect(wrong, lines.join('\n')).toEqual([])
  } finally {
    await fresh.close()
  }
})
