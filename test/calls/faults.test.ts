// The short form of `npm run faults`: less than a minute of calls and blows, then the books against
// what SIPp saw.
import { expect, test } from 'vitest'
import { runFaults } from '../faults/run.ts'

const SECONDS = 30
/** Halts the database, kills Kamailio, kills the engine, drops partitions, halts the engine. */
const SEED = 575

test('nothing is lost of calls during which the parts of the product are killed', async () => {
  const lines: string[] = []
  const { wrong } = await runFaults({
    seed: SEED,
    seconds: SECONDS,
    calls_per_second: 20,
    http_port: 18810,
    first_rtp_port: 40000,
    network: '127.0.48',
    say: (line) => lines.push(line),
  })
  expect(wrong, lines.join('\n')).toEqual([])
}, 240_000)
