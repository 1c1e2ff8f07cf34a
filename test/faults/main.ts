// `npm run faults [kills] [links] [full] [fuzz] [nodes]`: real calls through the product while it
// is struck, then the verdict. FAULT_MINUTES (5) bounds the kills, FAULT_MESSAGES (100,000) the
// fuzzer, FAULT_CALLS (10,000) the two nodes, FAULT_SEED repeats a run.
import { endWithChildren } from '../support/end-with-children.ts'
import { withFullDisk } from './full-disk.ts'
import { runFuzz } from './fuzz.ts'
import { FAULTS, type FaultName, runLinks } from './links.ts'
import { runNodes } from './nodes.ts'
import { runFaults } from './run.ts'
import { withDatabase } from './test-database.ts'

const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const minutes = Number(process.env.FAULT_MINUTES ?? 5)
const messages = Number(process.env.FAULT_MESSAGES ?? 100_000)
const calls = Number(process.env.FAULT_CALLS ?? 10_000)
/** Findings that a run prints. */
const SHOWN_MAX = 40
/** Messages to one switch; a new one has the memory of a fresh start. */
const MESSAGES_A_ROUND = 20_000

const RUNS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  async kills() {
    console.log(`kills: ${minutes} minutes`)
    const { wrong } = await runFaults({
      seed,
      seconds: minutes * 60,
      calls_per_second: 25,
      http_port: 18800,
      first_rtp_port: 24_000,
      network: '127.0.48',
      say: console.log,
    })
    return wrong
  },
  async links() {
    console.log('links: the ways between the programs, and their clocks')
    return await withDatabase(async (database_url, engine_url) => {
      const { wrong } = await runLinks({
        seed,
        database_url,
        engine_url,
        network: '127.18.3',
        first_port: 13800,
        calls_per_second: 15,
        faults: Object.keys(FAULTS) as FaultName[],
        say: console.log,
      })
      return wrong
    })
  },
  async full() {
    console.log('full: the disk of the database')
    return await withFullDisk({ seed, network: '127.18.4', first_port: 12800, say: console.log })
  },
  async fuzz() {
    const wrong: string[] = []
    for (let round = 0; round * MESSAGES_A_ROUND < messages; round++) {
      await withDatabase(async (database_url, engine_url) => {
        const done = await runFuzz({
          seed: seed + round,
          messages: Math.min(MESSAGES_A_ROUND, messages - round * MESSAGES_A_ROUND),
          database_url,
          engine_url,
          network: '127.18.2',
          first_port: 14800,
        })
        for (const line of done.said) console.log(line)
        wrong.push(...done.wrong)
      })
    }
    return wrong
  },
  async nodes() {
    console.log(`nodes: ${calls} calls through two nodes on one database`)
    return await runNodes({
      seed,
      calls,
      calls_per_second: 12,
      http_port: 18700,
      first_rtp_port: 24_000,
      network: '127.0.50',
      say: console.log,
    })
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in RUNS))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(RUNS).join(', ')}`)
  process.exit(1)
}
console.log(`seed ${seed}`)
const ending = endWithChildren()
const wrong: string[] = []
for (const [name, run] of Object.entries(RUNS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const found = await run()
  for (const line of found.slice(0, SHOWN_MAX)) console.error(`${name}: ${line}`)
  if (found.length > SHOWN_MAX) console.error(`${name}: and ${found.length - SHOWN_MAX} more`)
  wrong.push(...found)
}
console.log(wrong.length === 0 ? 'Nothing was lost' : `${wrong.length} things are wrong`)
ending.exit(wrong.length === 0 ? 0 : 1)
