// Traffic that the engine has made, as reports show it, against plain SQL over the records: while
// it is added, when it has moved to the sums, after a re-rating, and rebuilt.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, makeClient, openDatabase } from '#db/database.ts'
import { EVERYTHING } from '#db/scope.ts'
import { condenseTraffic } from '#db/traffic/condense-traffic.ts'
import { daysOfRecords, rebuildTrafficOfDay } from '#db/traffic/rebuild-traffic.ts'
import { sumTrafficDays } from '#db/traffic/sum-days.ts'
import { resolveReportPeriod } from '#db/traffic/traffic-period.ts'
import {
  listTraffic,
  sumTraffic,
  type TrafficGroup,
  type TrafficReport,
} from '#db/traffic/traffic-report.ts'
import { TRAFFIC_RULES } from '#db/traffic/traffic-rules.ts'
import { moveTrafficAdditions } from '#db/traffic/traffic-sums.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import {
  applied,
  type ChargedPlace,
  closePlace,
  makeCalls,
  NEW_RATE,
  OLD_RATE,
  openPlace,
  previewed,
  setRate,
} from '../support/charged-calls.ts'
import { type Chance, makeChance } from '../support/random.ts'

let place: ChargedPlace
/** As the API reads, and as the jobs keep the sums. */
let database: Database
let jobs: Database

beforeEach(async () => {
  place = await openPlace(OLD_RATE)
  database = openDatabase(place.api.api_url, 'test', 2)
  jobs = openDatabase(place.api.jobs_url, 'test', 1)
})
afterEach(async () => {
  await database.destroy()
  await jobs.destroy()
  await closePlace(place)
})

const DAY_MS = 86_400_000

const KEYS: Readonly<Record<TrafficGroup, string>> = {
  hour: `date_trunc('hour', r.started_at, 'UTC')`,
  day: `date_trunc('day', r.started_at, 'UTC')`,
  month: `date_trunc('month', r.started_at, 'UTC')`,
  client: 'r.account_id',
  reseller: 'coalesce(r.reseller_ids[1], 0)',
  settlement: 'coalesce(r.settlement_id, 0)',
  gateway: 'coalesce(r.gateway_id, 0)',
  destination: 'r.destination',
  country: 'country_of(r.called_number)',
  prefix: `coalesce(r.prefix, '')`,
  sip_code: 'coalesce(r.sip_code, r.gateway_sip_code, 0)',
  refusal: `coalesce(r.refusal, '')`,
  codec: 'r.codec',
}
const TIMES: readonly TrafficGroup[] = ['hour', 'day', 'month']
const GROUPS = Object.keys(KEYS) as TrafficGroup[]

/** In the time zone of the switch. */
const periodOf = (report: Pick<TrafficReport, 'groups'>) =>
  resolveReportPeriod(
    database,
    { range: '30d', user_zone: null },
    (['hour', 'day', 'month'] as const).find((unit) => report.groups.includes(unit)),
  )

/** Up to three groups, of which at most one is of time. */
function pickGroups(chance: Chance): TrafficGroup[] {
  const picked = [chance.pick(GROUPS), chance.pick(GROUPS), chance.pick(GROUPS)]
  const groups = [...new Set(picked)].slice(0, chance.whole(1, 3))
  const [time] = groups.filter((group) => TIMES.includes(group))
  return groups.filter((group) => group === time || !TIMES.includes(group))
}

const FIGURES = [
  'calls',
  'attempts',
  'answered',
  'failed',
  'duration_ms',
  'revenue',
  'cost',
] as const

const inOrder = (rows: readonly unknown[][]) => rows.map((row) => row.map(String).join(' ')).sort()

async function reported(groups: readonly TrafficGroup[]): Promise<string[]> {
  const report: TrafficReport = { side: 'SELLER', groups }
  const period = await periodOf(report)
  const { rows } = await listTraffic(database, EVERYTHING, report, period, { limit: 1000 })
  const keyOf = (row: (typeof rows)[number], group: TrafficGroup) => {
    if (group === 'hour' || group === 'day' || group === 'month') return row.time
    const withId = ['client', 'reseller', 'settlement', 'gateway']
    const name = (withId.includes(group) ? `${group}_id` : group) as keyof typeof row
    return row[name]
  }
  return inOrder(
    rows.map((row) => [
      ...groups.map((group) => keyOf(row, group)),
      ...FIGURES.map((figure) => row[figure]),
    ]),
  )
}

async function recorded(groups: readonly TrafficGroup[]): Promise<string[]> {
  const { zone } = await periodOf({ groups })
  const keys = groups.map((group, at) => sql.raw(`${KEYS[group].replace('UTC', zone)} as key${at}`))
  const is_sent = sql`r.gateway_id is not null and r.attempt_end is distinct from 'NOT_SENT'`
  const byWay = groups.includes('gateway') || groups.includes('settlement')
  const counted = byWay ? is_sent : sql`r.is_last`
  const { rows } = await sql<Record<string, unknown>>`
    select * from (
      select ${sql.join(keys)}, count(*) filter (where r.is_last) as calls,
        count(*) filter (where ${is_sent}) as attempts,
        count(*) filter (where r.is_last and r.status = 'ANSWERED') as answered,
        count(*) filter (where ${counted} and r.status <> 'ANSWERED') as failed,
        sum(r.duration_ms)::bigint as duration_ms, sum(r.revenue) as revenue, sum(r.cost) as cost
      from call_record r group by ${sql.join(groups.map((_, at) => sql.lit(at + 1)))}) found
    where calls + attempts > 0`.execute(place.api.database)
  return inOrder(rows.map((row) => Object.values(row)))
}

async function expectExact(chance: Chance, without?: TrafficGroup): Promise<void> {
  expect(await findBreaches(place.pool, TRAFFIC_RULES)).toEqual([])
  for (let at = 0; at < 6; at += 1) {
    const groups = pickGroups(chance).map((group) => (group === without ? 'day' : group))
    expect([groups, await reported(groups)]).toEqual([groups, await recorded(groups)])
  }
  await expectSides()
}

/** The earnings or the payments of each party are those of its charges. */
async function expectSides(): Promise<void> {
  const { world, reseller_ids } = place
  const period = await periodOf({ groups: [] })
  const sumsOf = (account_id: number, side: TrafficReport['side']) =>
    sumTraffic(database, { kind: 'account', account_id }, { side, groups: [] }, period)
  const ask = async (text: string, id: number | undefined) =>
    (await place.pool.query(text, [id])).rows[0]
  for (const id of reseller_ids) {
    const { calls, billed_seconds, bought_seconds, revenue, cost } = await sumsOf(id, 'SELLER')
    const own = await ask(
      `select sum(own.billed_seconds)::bigint as billed, sum(child.net) as revenue,
        sum(own.net) as cost, (
          select count(*) from call_record where is_last and $1 = any (reseller_ids)) as calls
      from call_charge child left join call_charge own
        on own.call_id = child.call_id and own.account_id = child.parent_id
      where child.parent_id = $1`,
      id,
    )
    const sold = await ask(
      'select sum(billed_seconds)::bigint as billed from call_charge where parent_id = $1',
      id,
    )
    expect({ calls, billed: bought_seconds, revenue, cost }).toEqual(own)
    expect(billed_seconds).toBe(sold.billed)
  }
  const client = await sumsOf(world.client_id, 'CLIENT')
  expect({ calls: client.calls, charged: client.charged }).toEqual(
    await ask(
      `select count(*) as calls, sum(sell_amount) as charged from call_record
      where is_last and account_id = $1`,
      world.client_id,
    ),
  )
  for (const id of world.settlement_ids) {
    const { charged } = await sumsOf(id, 'SETTLEMENT')
    const owed = await ask(
      'select coalesce(sum(buy_amount), 0) as charged from call_record where settlement_id = $1',
      id,
    )
    expect({ charged }).toEqual(owed)
  }
}

/** Records of several days, callers and results beside those of the engine. */
async function writeOthers(chance: Chance): Promise<void> {
  const records = Array.from({ length: 60 }, () =>
    recordAt(Date.now() - chance.whole(0, 3 * 96) * 900_000, {
      account_id: chance.whole(0, 3),
      called_number: chance.pick(['442071838750', '14165550123', '79990000000', '000']),
      destination: chance.pick(['', 'United Kingdom']),
      prefix: chance.pick([null, '', '44']),
      sip_code: chance.pick([404, 486, 503]),
      refusal: chance.pick([null, 'NO_ROUTE']),
      codec: chance.pick(['', 'PCMA', 'G729']),
      gateway_id: chance.pick([null, 7, 9]),
      status: chance.pick(['FAILED', 'FAILED', 'ANSWERED']),
    }),
  )
  await writeCalls(place.api.url, { records })
}

async function moveAll(): Promise<void> {
  while (await moveTrafficAdditions(jobs, 5000));
  const { rows } = await place.pool.query('select count(*) as left from traffic_addition')
  expect(rows).toEqual([{ left: 0 }])
}

const setZone = (zone: string) =>
  place.pool.query(
    `insert into setting (key, value) values ('timezone', to_jsonb($1::text))
      on conflict (key) do update set value = excluded.value`,
    [zone],
  )

/** Until all that there is is in sums by the day, in the time zone of the switch. */
async function sumDays(zone: string): Promise<void> {
  await setZone(zone)
  while (await sumTrafficDays(jobs, Date.now()));
  const { rows } = await place.pool.query(
    'select day_sums_zone, day_sums_from < $1 as is_whole from traffic_condensed',
    [new Date(Date.now() - 10 * DAY_MS)],
  )
  expect(rows).toEqual([{ day_sums_zone: zone, is_whole: true }])
  const period = await periodOf({ groups: [] })
  expect(period.days_from_at < period.days_to_at).toBe(true)
}

async function rebuild(): Promise<void> {
  const owner = makeClient(place.api.url, 'test')
  await owner.connect()
  const days = await daysOfRecords(owner)
  for (const day of days) await rebuildTrafficOfDay(owner, day)
  await owner.end()
}

test('every report is exact: added, moved, priced again and rebuilt', async () => {
  const chance = makeChance(15)
  await makeCalls(place, [30, 95, null, 61])
  await writeOthers(chance)
  await expectExact(chance)
  const expectEach = async () => {
    for (const group of GROUPS) expect(await reported([group])).toEqual(await recorded([group]))
  }
  await expectEach()
  await moveAll()
  await expectExact(chance)
  await sumDays('UTC')
  await expectEach()
  const traded: TrafficGroup[] = ['day', 'client', 'gateway']
  expect(await reported(traded)).toEqual(await recorded(traded))
  await expectExact(chance)

  await setRate(place, NEW_RATE)
  const { id } = await previewed(place)
  await applied(place, id)
  await expectExact(chance)
  await moveAll()
  await expectExact(chance)
  await sumDays('Asia/Kolkata')
  await expectExact(chance)

  const broken = async () => {
    const breaches = await findBreaches(place.pool, TRAFFIC_RULES)
    return breaches.map((breach) => breach.id)
  }
  await place.pool.query(`update traffic_sum set revenue = revenue + 1 where kind = 'TRADE_DAY'`)
  expect(await broken()).toEqual(['T2'])
  await place.pool.query('update traffic_sum set revenue = revenue + 1')
  expect(await broken()).toEqual(['T1', 'T2'])
  await rebuild()
  await expectExact(chance)
  await rebuild()
  await moveAll()
  await expectExact(chance)
  await sumDays('Asia/Kolkata')
  await expectExact(chance)
})

/** Some runs, with the pause between them, none of which crosses the end of an hour in any zone. */
async function condense(now_ms: number): Promise<void> {
  const quarter_ms = now_ms - (now_ms % 900_000)
  for (const later_ms of [0, 20_000, 40_000]) {
    while (await condenseTraffic(jobs, quarter_ms + later_ms));
  }
  const { rows } = await place.pool.query(`select bucket from traffic_sum
    cross join traffic_condensed c
    where bucket <> condensed_bucket(bucket, c) and kind not like '%_DAY'`)
  expect(rows).toEqual([])
}

const countSums = async () =>
  (
    await place.pool.query(
      `select count(*)::integer as count from traffic_sum where kind not like '%_DAY'`,
    )
  ).rows[0].count

test('sums stay exact when they are condensed to hours and days', async () => {
  const chance = makeChance(16)
  await makeCalls(place, [30, 95, null, 61])
  await writeOthers(chance)
  await moveAll()
  await sumDays('Asia/Kolkata')
  expect(await condenseTraffic(jobs, Date.now())).toBe(false)
  const quarters = await countSums()

  // All but the last 24 hours by the hour. Late additions for these go into their hours.
  await condense(Date.now() + 34 * DAY_MS)
  await expectExact(chance)
  expect(await countSums()).toBeLessThan(quarters)
  await writeOthers(chance)
  await expectExact(chance)
  await moveAll()
  await condense(Date.now() + 34 * DAY_MS)
  await expectExact(chance)
  await setZone('America/New_York')
  while (await sumTrafficDays(jobs, Date.now()));
  await expectExact(chance)
  await setZone('Asia/Kolkata')
  while (await sumTrafficDays(jobs, Date.now()));
  await expectExact(chance)

  // Everything by the day, priced again, and rebuilt.
  const hours = await countSums()
  await condense(Date.now() + 402 * DAY_MS)
  await expectExact(chance, 'hour')
  expect(await countSums()).toBeLessThan(hours)
  await setRate(place, NEW_RATE)
  const { id } = await previewed(place)
  await applied(place, id)
  await expectExact(chance, 'hour')
  await moveAll()
  await expectExact(chance, 'hour')
  await place.pool.query('update traffic_sum set revenue = revenue + 1')
  expect(await findBreaches(place.pool, TRAFFIC_RULES)).not.toEqual([])
  await rebuild()
  await moveAll()
  await expectExact(chance, 'hour')
})
