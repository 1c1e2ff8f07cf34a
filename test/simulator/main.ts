// `npm run simulate -- [--books] [--events 10000000] [--seed 17]`: nights of a carrier in virtual
// time, with one database or with eight books, or the one of a seed alone.
import { parseArgs } from 'node:util'
import { NIGHTS_WITH_BOOKS } from './books/night.ts'
import { NIGHTS, simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    books: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000000' },
    seed: { type: 'string' },
  },
})
const kind = values.books ? NIGHTS_WITH_BOOKS : NIGHTS

if (values.seed === undefined) {
  const options = {
    events: Number(values.events),
    seconds_max: Number.POSITIVE_INFINITY,
    first_seed: Date.now() % 1_000_000_000,
    say: console.error,
  }
  const { events, calls, nights, seconds, failures } = await simulate(options, kind)
  const pace = Math.round(events / seconds).toLocaleString('en')
  const sums = [events, calls, nights].map((count) => count.toLocaleString('en'))
  console.log(`${sums[0]} events, ${sums[1]} calls, ${sums[2]} nights: ${pace} events a second`)
  process.exit(failures.length === 0 ? 0 : 1)
}
console.log(await kind.run(Number(values.seed)))
