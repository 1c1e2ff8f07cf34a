import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Money, percent } from '../money.ts'
import { type Candidate, type Ordering, orderRoutes } from './order-routes.ts'
import { nextTurn, PercentCounters } from './percent-counters.ts'
import { ROUTE_PLAN_MODES } from './route-plan.ts'

let serial = 100

function candidate(change: Partial<Candidate> & { price?: number } = {}): Candidate {
  serial += 1
  const { price = 10, ...rest } = change
  return {
    target_id: serial,
    position: serial,
    priority: 100,
    member_priority: 0,
    weight: 100,
    percent: 0,
    is_static: false,
    cost: price as Money,
    quality: null,
    is_deprioritised: false,
    last_resort: false,
    ...rest,
  }
}

/** Draws always the first of those that are left, unless a test says otherwise. */
interface TestOrdering extends Ordering {
  readonly counters: PercentCounters
}

const ordering = (change: Partial<TestOrdering> = {}): TestOrdering => ({
  mode: 'LCR',
  rule_id: 1,
  cost_delta: 0 as Money,
  counters: new PercentCounters(),
  random: () => 0,
  ...change,
})

const good = {
  calls: 100,
  asr: percent(600_000),
  acd_seconds: 200,
  pdd_ms: 3000,
  short_call_ratio: percent(0),
}

/** Orders them for one call, and counts its turn. */
function orderCall<C extends Candidate>(candidates: readonly C[], how: TestOrdering) {
  const ordered = orderRoutes(candidates, how)
  how.counters.count({ turns: [ordered.turn ?? []].flat(), probed_gateway_ids: [] })
  return ordered.candidates
}

/** The places that the candidates had before. */
const order = (candidates: readonly Candidate[], change: Partial<TestOrdering> = {}) =>
  orderCall(candidates, ordering(change)).map((one) => candidates.indexOf(one))

test('ORDERED goes by position alone', () => {
  const some = [
    candidate({ position: 3, price: 1, priority: 900 }),
    candidate({ position: 1, price: 9 }),
    candidate({ position: 2, price: 5 }),
  ]
  expect(order(some, { mode: 'ORDERED' })).toEqual([1, 2, 0])
})

test('the members of a group stand together, in the order of the group', () => {
  const group = { target_id: 7, position: 2 }
  const some = [
    candidate({ position: 3 }),
    candidate({ ...group, member_priority: 1 }),
    candidate({ ...group, member_priority: 5 }),
    candidate({ position: 1 }),
  ]
  expect(order(some, { mode: 'ORDERED' })).toEqual([3, 2, 1, 0])
})

describe('LCR', () => {
  test('tries the cheapest first, and lets priority decide between equals', () => {
    const some = [
      candidate({ price: 20, priority: 900 }),
      candidate({ price: 10 }),
      candidate({ price: 10, priority: 200 }),
    ]
    expect(order(some)).toEqual([2, 1, 0])
  })

  test('lets priority decide within the delta above the cheapest', () => {
    const some = [
      candidate({ price: 10 }),
      candidate({ price: 12, priority: 200 }),
      candidate({ price: 15, priority: 900 }),
    ]
    expect(order(some, { cost_delta: 2 as Money })).toEqual([1, 0, 2])
    expect(order(some, { cost_delta: 5 as Money })).toEqual([2, 1, 0])
  })

  test('shares between equals by their weight', () => {
    const some = [candidate({ weight: 10 }), candidate({ weight: 30 })]
    const firsts = [0, 0.24, 0.26, 0.99].map((chance) => order(some, { random: () => chance })[0])
    expect(firsts).toEqual([0, 0, 1, 1])
  })
})

test('LCR_QUALITY counts a gateway that answers little as a dearer one', () => {
  const bad = { ...good, asr: percent(100_000) }
  const some = [candidate({ price: 10, quality: bad }), candidate({ price: 15, quality: good })]
  expect(order(some, { mode: 'LCR_QUALITY' })).toEqual([1, 0])
  expect(order(some, { mode: 'LCR' })).toEqual([0, 1])
})

test('LCR_QUALITY does not judge by a handful of calls', () => {
  const some = [
    candidate({ price: 10, quality: { ...good, calls: 5, asr: percent(0) } }),
    candidate({ price: 15, quality: good }),
  ]
  expect(order(some, { mode: 'LCR_QUALITY' })).toEqual([0, 1])
})

test('QUALITY goes by answers, then by length, then by the wait', () => {
  const of = (part: Partial<typeof good>) => candidate({ quality: { ...good, ...part } })
  const some = [
    of({ pdd_ms: 9000 }),
    of({}),
    of({ acd_seconds: 400 }),
    of({ asr: percent(800_000) }),
  ]
  expect(order(some, { mode: 'QUALITY' })).toEqual([3, 2, 1, 0])
})

test('QUALITY puts what is new between the good and the bad', () => {
  const some = [
    candidate({ quality: { ...good, asr: percent(200_000) } }),
    candidate(),
    candidate({ quality: good }),
  ]
  expect(order(some, { mode: 'QUALITY' })).toEqual([2, 1, 0])
})

test('STATIC_THEN_LCR tries the static ones by priority before the others by cost', () => {
  const some = [
    candidate({ price: 2 }),
    candidate({ price: 1 }),
    candidate({ price: 90, is_static: true }),
    candidate({ price: 99, is_static: true, priority: 500 }),
  ]
  expect(order(some, { mode: 'STATIC_THEN_LCR' })).toEqual([3, 2, 1, 0])
})

describe('PERCENT', () => {
  test('takes turns exactly by the shares, and fails over by percent', () => {
    const counters = new PercentCounters()
    const some = [50, 30, 20].map((share) => candidate({ percent: share }))
    const orders = Array.from({ length: 10 }, () => order(some, { mode: 'PERCENT', counters }))
    const firsts = orders.map(([first]) => first)
    expect([0, 1, 2].map((at) => firsts.filter((first) => first === at).length)).toEqual([5, 3, 2])
    expect(orders.find(([first]) => first === 2)).toEqual([2, 0, 1])
  })

  test('gives a target without a share only what the others fail', () => {
    const some = [candidate({ percent: 0 }), candidate({ percent: 100 })]
    expect(order(some, { mode: 'PERCENT' })).toEqual([1, 0])
    expect(order(some.slice(0, 1), { mode: 'PERCENT' })).toEqual([0])
  })

  test('a group takes one share, however many gateways it has', () => {
    const counters = new PercentCounters()
    const group = { target_id: 9, percent: 50 }
    const some = [candidate(group), candidate(group), candidate({ percent: 50 })]
    const firsts = Array.from({ length: 8 }, () => order(some, { mode: 'PERCENT', counters })[0])
    expect(firsts.filter((first) => first === 2)).toHaveLength(4)
  })

  test('what is only failed over to takes no turn', () => {
    const counters = new PercentCounters()
    const some = [
      candidate({ percent: 34 }),
      candidate({ percent: 33, is_deprioritised: true }),
      candidate({ percent: 33, is_deprioritised: true }),
    ]
    const orders = [1, 2, 3].map(() => order(some, { mode: 'PERCENT', counters }))
    expect(orders).toEqual([1, 2, 3].map(() => [0, 1, 2]))
  })

  test('without a share there is no turn', () => {
    expect(nextTurn(7, new Map(), [{ target_id: 1, percent: 0 }])).toBeNull()
  })

  test('an order counts nothing by itself', () => {
    const how = ordering({ mode: 'PERCENT' })
    const some = [candidate({ percent: 50 }), candidate({ percent: 50 })]
    expect(orderRoutes(some, how)).toEqual(orderRoutes(some, how))
  })

  test('rules count apart', () => {
    const counters = new PercentCounters()
    const some = [candidate({ percent: 50 }), candidate({ percent: 50 })]
    const first = (rule_id: number) => order(some, { mode: 'PERCENT', counters, rule_id })[0]
    expect([first(1), first(2), first(1), first(2)]).toEqual([0, 0, 1, 1])
  })
})

test('bad quality puts a route behind the others, and a last resort behind all', () => {
  const some = [
    candidate({ price: 1, last_resort: true }),
    candidate({ price: 2, is_deprioritised: true }),
    candidate({ price: 3 }),
  ]
  for (const mode of ROUTE_PLAN_MODES) expect(order(some, { mode })).toEqual([2, 1, 0])
})

const anyCandidate = fc
  .record({
    target_id: fc.integer({ min: 1, max: 12 }),
    position: fc.integer({ min: 1, max: 12 }),
    priority: fc.integer({ min: 1, max: 3 }),
    member_priority: fc.integer({ min: 0, max: 2 }),
    weight: fc.integer({ min: 1, max: 32_767 }),
    percent: fc.integer({ min: 0, max: 100 }),
    is_static: fc.boolean(),
    cost: fc.integer({ min: -5, max: 40 }).map((cost) => cost as Money),
    quality: fc.option(
      fc.record({
        calls: fc.integer({ min: 0, max: 200 }),
        asr: fc.integer({ min: 0, max: 1_000_000 }).map(percent),
        acd_seconds: fc.option(fc.integer({ min: 0, max: 900 })),
        pdd_ms: fc.option(fc.integer({ min: 0, max: 30_000 })),
        short_call_ratio: fc.constant(null),
      }),
    ),
    is_deprioritised: fc.boolean(),
    last_resort: fc.boolean(),
  })
  .map((one): Candidate => one)
const anyMode = fc.constantFrom(...ROUTE_PLAN_MODES)
const anyChance = fc.double({ min: 0, max: 0.999_999, noNaN: true })

test('no order loses or adds a route, and last resorts come last', () => {
  fc.assert(
    fc.property(
      fc.array(anyCandidate, { maxLength: 20 }),
      anyMode,
      fc.nat(30),
      anyChance,
      (some, mode, delta, chance) => {
        const cost_delta = delta as Money
        const ordered = orderCall(some, ordering({ mode, cost_delta, random: () => chance }))
        expect(ordered).toHaveLength(some.length)
        expect(new Set(ordered)).toEqual(new Set(some))
        const protect = ordered.map((one) => one.last_resort)
        expect(protect.lastIndexOf(false)).toBeLessThan(
          protect.includes(true) ? protect.indexOf(true) : protect.length + 1,
        )
      },
    ),
  )
})

test('LCR never tries a route before one that is cheaper by more than the delta', () => {
  const plain = anyCandidate.map((one) => ({
    ...one,
    is_deprioritised: false,
    last_resort: false,
  }))
  fc.assert(
    fc.property(
      fc.array(plain, { maxLength: 20 }),
      fc.nat(20),
      anyChance,
      (some, delta, chance) => {
        const cost_delta = delta as Money
        const costs = orderCall(some, ordering({ cost_delta, random: () => chance })).map(
          (one) => one.cost,
        )
        for (const [at, cost] of costs.entries()) {
          for (const later of costs.slice(at + 1)) expect(cost - later).toBeLessThanOrEqual(delta)
        }
      },
    ),
  )
})

test('over 1000 calls PERCENT gives each target its share, one call more or less', () => {
  const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 8 })
  fc.assert(
    fc.property(anyCuts, (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), 100]
      const shares = edges.slice(1).map((edge, at) => edge - (edges[at] ?? 0))
      const some = shares.map((share) => candidate({ percent: share }))
      const how = ordering({ mode: 'PERCENT' })
      const counts = new Map<Candidate | undefined, number>()
      for (let call = 0; call < 1000; call++) {
        const [first] = orderCall(some, how)
        counts.set(first, (counts.get(first) ?? 0) + 1)
      }
      for (const one of some) {
        expect(Math.abs((counts.get(one) ?? 0) - one.percent * 10)).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 30 },
  )
})
