// `npm run faults`: real calls through the product while it is struck, then the verdict.
// FAULT_MINUTES (5) bounds it, FAULT_SEED repeats a run.
import { runFaults } from './run.ts'

const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const minutes = Number(process.env.FAULT_MINUTES ?? 5)
console.log(`seed ${seed}, ${minutes} minutes`)

const { wrong } = await runFaults({
  seed,
  seconds: minutes * 60,
  calls_per_second: 25,
  http_port: 18800,
  first_rtp_port: 34000,
  network: '127.0.48',
  say: console.log,
})
for (const line of wrong.slice(0, 40)) console.error(line)
if (wrong.length > 40) console.error(`and ${wrong.length - 40} more`)
console.log(wrong.length === 0 ? 'Nothing was lost' : `${wrong.length} things are wrong`)
process.exit(wrong.length === 0 ? 0 : 1)
