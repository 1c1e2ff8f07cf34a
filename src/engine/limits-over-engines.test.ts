// Limits count the calls of all engines (ADR-0035): simultaneous calls through three engines, each
// with a switch of its own, as three nodes have them.
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { QUICK_PACE, startTestEngine } from '#test/support/test-engine.ts'
import { checkBooks, makeWorld, type World } from '#test/support/world.ts'
import type { Engine } from './engine.ts'

const NAMES = ['a', 'b', 'c'] as const

const fresh = databaseForEachTest()
let database: pg.Pool
let world: World
let engines: Engine[]
let switches: ScriptedSwitch[]

const now = () => Date.now() / 1000
const rowsOf = async (sql: string) => (await database.query(sql)).rows

beforeEach(async () => {
  database = makePool(fresh.url, 'test', 3)
  world = await makeWorld(database, { balance: 1_000_000_000 })
  switches = NAMES.map(() => new ScriptedSwitch())
})

afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()))
  await checkBooks(database)
  await database.end()
})

async function start(limits: string): Promise<void> {
  await database.query(limits)
  engines = await Promise.all(
    NAMES.map((engine, at) =>
      startTestEngine(switches[at] as ScriptedSwitch, {
        url: fresh.urls.engine,
        engine,
        pace: QUICK_PACE,
      }),
    ),
  )
}

type Call = Awaited<ReturnType<ScriptedSwitch['invite']>> & { kamailio: ScriptedSwitch }

/** That many calls at once, over the engines in turn. */
const inviteMany = (count: number): Promise<Call[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const kamailio = switches[nth % NAMES.length] as ScriptedSwitch
      return { ...(await kamailio.invite()), kamailio }
    }),
  )

const routed = (calls: readonly Call[]) =>
  calls.filter(({ decision }) => decision?.kind === 'route')

const gatewayOf = ({ decision }: Call) =>
  decision?.kind === 'route' ? decision.routes[0]?.gateway_id : undefined

async function failAll(calls: readonly Call[]): Promise<void> {
  const keys = calls.map((call) => {
    const key = call.kamailio.event('failed', call, { ended_at: now(), sip_code: 487 })
    return { key, kamailio: call.kamailio }
  })
  await vi.waitFor(() => {
    for (const { key, kamailio } of keys) expect(kamailio.acknowledged).toContain(key)
  })
}

test.each([
  ['client', `update account set channel_limit = $1 where kind = 'WHOLESALE'`, [1, 50]],
  ['address', 'update client_ip set channel_limit = $1', [7]],
])(
  'as many calls begin as a limit of the %s allows, whichever engine has them',
  async (_, sql, limits) => {
    await start('select 1')
    for (const limit of limits) {
      await database.query(sql.replace('$1', String(limit)))
      await database.query('update change_number set number = number + 1')
      await vi.waitFor(async () => {
        const calls = await inviteMany(200)
        const begun = routed(calls)
        await failAll(begun)
        expect(begun).toHaveLength(limit)
      })
    }
    expect(await rowsOf('select calls from limit_counter where calls <> 0')).toEqual([])
    const refusals = await rowsOf(`select distinct refusal from call_record where refusal <> ''`)
    expect(refusals.map(({ refusal }) => refusal)).toEqual([
      expect.stringMatching(/^LIMIT_CHANNEL_(CLIENT|IP)$/),
    ])
  },
)

test('calls without a channel at a gateway go to the next, until that is full too', async () => {
  await start(`update gateway set channel_limit = 5 where name = 'Gateway 1';
    update account set channel_limit = 8 where name = 'Carrier 2'`)
  const begun = routed(await inviteMany(60))
  const [first, second] = world.gateway_ids
  expect(begun.filter((call) => gatewayOf(call) === first)).toHaveLength(5)
  expect(begun.filter((call) => gatewayOf(call) === second)).toHaveLength(8)
  await vi.waitFor(async () =>
    expect(
      await rowsOf('select refusal, count(*)::integer as calls from call_record group by 1'),
    ).toEqual([{ refusal: 'LIMIT_GATEWAY', calls: 47 }]),
  )
  await failAll(begun)
})

test('calls to one number over a gateway are counted over all engines', async () => {
  await start(`update gateway set per_number_channel_limit = 2`)
  const begun = routed(await inviteMany(30))
  expect(begun.map(gatewayOf).toSorted()).toEqual(world.gateway_ids.flatMap((id) => [id, id]))
  await failAll(begun)
  const again = routed(await inviteMany(30))
  expect(again).toHaveLength(4)
  await failAll(again)
})

test('no more calls begin within a second than a limit allows, over all engines', async () => {
  await start(`update account set cps_limit = 9 where kind = 'WHOLESALE'`)
  const first_at = Date.now()
  const begun = routed(await inviteMany(60))
  const took_ms = Date.now() - first_at
  expect(begun.length).toBeGreaterThanOrEqual(9)
  expect(begun.length).toBeLessThanOrEqual(9 * (1 + Math.ceil(took_ms / 1000)))
  const [counter] = await rowsOf(`select starts_ms from limit_counter`)
  const starts: number[] = counter.starts_ms
  expect(starts.length).toBeLessThanOrEqual(9)
  await failAll(begun)
  await vi.waitFor(async () => {
    const more = routed(await inviteMany(1))
    await failAll(more)
    expect(more).toHaveLength(1)
  })
})

test('a new limit counts the calls that last, and one that moves counts at one place', async () => {
  await start('select 1')
  const before = routed(await inviteMany(12))
  expect(before).toHaveLength(12)
  await database.query(`update gateway set channel_limit = 10;
    update change_number set number = number + 1`)
  const second = world.gateway_ids[1]
  await vi.waitFor(async () => {
    const more = routed(await inviteMany(1))
    await failAll(more)
    expect(more.map(gatewayOf)).toEqual([second])
  })
  const moved = await Promise.all(
    before.map(async (call) => ((await call.kamailio.hasCapacity(call, second)) ? [call] : [])),
  )
  expect(moved.flat()).toHaveLength(10)
  expect(await rowsOf('select subject, calls from limit_counter order by subject')).toEqual(
    world.gateway_ids.map((id) => ({ subject: `GATEWAY ${id}`, calls: id === second ? 10 : 0 })),
  )
  await failAll(before)
})
