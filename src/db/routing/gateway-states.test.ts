// The states of gateways that the engine writes, and those that it reads back, against a real
// database.
import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assessGateway, OPEN } from '#core/gateway/gateway-lock.ts'
import { NO_CALLS } from '#core/gateway/gateway-quality.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile, type FreshDatabase } from '#test/support/database.ts'
import {
  askForPing,
  listAssessed,
  listDuePings,
  loadGatewayConditions,
  lockGateway,
  unlockGateway,
  writeAssessments,
  writeOutboundRegistrations,
  writePause,
  writePing,
} from './gateway-states.ts'

const fresh = databaseForFile()
let client: pg.Client
let id: number
let serial = 0

beforeAll(async () => {
  client = await fresh.connect()
  await client.query(
    `insert into account (kind, name, parent_id) values ('SETTLEMENT', 'Carrier', 1)`,
  )
})
beforeEach(async () => {
  serial += 1
  const { rows } = await client.query<{ id: number }>(
    `insert into gateway (settlement_id, name, host, options_ping, min_asr, quality_min_calls,
      quality_action, auto_unlock_minutes)
    select id, $1, '192.0.2.1', true, 500000, 20, 'LOCK', 10 from account
    where kind = 'SETTLEMENT' returning id`,
    [`gateway ${serial}`],
  )
  id = rows[0]?.id ?? 0
})

const stateOf = async () =>
  (await client.query('select * from gateway_state where gateway_id = $1', [id])).rows[0]
const conditionOf = async () =>
  (await loadGatewayConditions(client)).find((row) => row.gateway_id === id)
const isDue = async () => (await listDuePings(client)).some((row) => row.gateway_id === id)
const inTx = (
  work: Parameters<ReturnType<FreshDatabase['database']['transaction']>['execute']>[0],
) => fresh.database.transaction().execute(work)

const UP = { ping_state: 'UP', ping_failures: 0, ping_successes: 1 } as const

describe('a ping', () => {
  test('is due at first, and again when its interval is over', async () => {
    expect(await isDue()).toBe(true)
    await writePing(client, id, UP, 12)
    expect(await isDue()).toBe(false)
    expect(await conditionOf()).toMatchObject({ health: 'UP' })
    const { rows } = await client.query(
      `update gateway_state set ping_at = now() - interval '61 seconds' where gateway_id = $1
        returning ping_ms`,
      [id],
    )
    expect(rows).toEqual([{ ping_ms: 12 }])
    expect(await isDue()).toBe(true)
  })

  test('says since when it is answered, and since when it is not', async () => {
    const since = async () => new Date((await stateOf()).ping_since).getTime()
    await writePing(client, id, UP, 12)
    await client.query(
      `update gateway_state set ping_since = ping_since - interval '1 hour' where gateway_id = $1`,
      [id],
    )
    const up = await since()
    await writePing(client, id, { ...UP, ping_successes: 2 }, 12)
    expect(await since()).toBe(up)
    await writePing(client, id, { ping_state: 'DOWN', ping_failures: 3, ping_successes: 0 }, null)
    expect(await since()).toBeGreaterThan(up)
  })

  test('is due when a user asks, of a gateway too that is not watched', async () => {
    await client.query('update gateway set options_ping = false where id = $1', [id])
    expect(await isDue()).toBe(false)
    await inTx((tx) => askForPing(tx, id))
    expect(await isDue()).toBe(true)
    await writePing(client, id, { ping_state: 'DOWN', ping_failures: 3, ping_successes: 0 }, null)
    expect(await isDue()).toBe(false)
    // The last state of a gateway that is no longer pinged does not keep calls from it.
    expect(await conditionOf()).toMatchObject({ health: 'UNKNOWN' })
  })
})

test('a pause is told in milliseconds of the epoch', async () => {
  const before = Date.now()
  await writePause(client, id, 30)
  const { paused_until } = (await conditionOf()) ?? {}
  expect(paused_until).toBeGreaterThan(before + 25_000)
  expect(paused_until).toBeLessThan(Date.now() + 31_000)
})

test('registrations that are not wanted any more are off', async () => {
  const expires_at = 1_900_000_000
  await writeOutboundRegistrations(client, [{ gateway_id: id, state: 'REGISTERED', expires_at }])
  expect(await stateOf()).toMatchObject({
    registration_state: 'REGISTERED',
    registered_until: '2030-03-17T17:46:40Z',
  })
  const { registration_since } = await stateOf()
  await writeOutboundRegistrations(client, [{ gateway_id: id, state: 'REGISTERED', expires_at }])
  expect(await stateOf()).toMatchObject({ registration_since })
  await writeOutboundRegistrations(client, [])
  expect(await stateOf()).toMatchObject({ registration_state: 'OFF', registered_until: null })
})

describe('calls', () => {
  const addTraffic = (hours_ago: number, attempts: number, answered: number) => {
    const addition = trafficAt(Date.now() - hours_ago * 3_600_000, {
      ...{ gateway_id: id, settlement_id: 2, attempts, answered, short_calls: 1 },
      ...{ duration_ms: answered * 60_000, attempt_pdd_ms: attempts * 2000 },
      attempt_pdds: attempts,
    })
    return writeCalls(fresh.url, { additions: [addition] })
  }
  const assessedOf = async () => {
    const row = (await listAssessed(client)).find(({ gateway_id }) => gateway_id === id)
    if (!row) throw new Error('No such gateway')
    return row
  }
  /** As the engine does it every minute. */
  const assess = async (now_ms = Date.now()) => {
    const row = await assessedOf()
    const assessment = assessGateway(row, now_ms)
    await writeAssessments(client, [{ ...assessment, gateway_id: id, was: row.lock }])
  }

  test('are judged within the window of the gateway', async () => {
    await addTraffic(0, 10, 5)
    await addTraffic(5, 10, 5)
    await addTraffic(25, 1000, 0)
    expect(await assessedOf()).toEqual({
      gateway_id: id,
      lock: OPEN,
      rules: expect.objectContaining({ min_asr: 500_000, quality_action: 'LOCK' }),
      sums: {
        calls: 20,
        answered: 10,
        short_calls: 2,
        duration_ms: 600_000,
        pdd_ms_sum: 40_000,
        pdd_count: 20,
      },
      base: null,
    })
    await assess()
    expect(await conditionOf()).toMatchObject({
      lock: null,
      quality: {
        calls: 20,
        asr: 500_000,
        acd_seconds: 60,
        pdd_ms: 2000,
        short_call_ratio: 200_000,
      },
    })
  })

  test('lock, probe and open a gateway, each time judged anew', async () => {
    await addTraffic(0, 100, 10)
    await assess()
    expect(await conditionOf()).toMatchObject({ lock: 'LOCKED', quality: { calls: 100 } })
    expect(await stateOf()).toMatchObject({ lock_reason: 'ASR', broken_limit: 'ASR' })
    // The figures stay that have locked it, though none of them counts any more.
    await assess()
    expect(await conditionOf()).toMatchObject({ lock: 'LOCKED', quality: { calls: 100 } })
    expect((await assessedOf()).base).toMatchObject({ calls: 100, answered: 10 })

    await assess(Date.now() + 10 * 60_000)
    expect(await conditionOf()).toMatchObject({ lock: 'PROBING', quality: { calls: 0 } })
    await addTraffic(0, 20, 20)
    await assess()
    expect(await conditionOf()).toMatchObject({
      lock: null,
      quality: { calls: 20, asr: 1_000_000 },
    })
    expect(await stateOf()).toMatchObject({ lock_reason: null, broken_limit: null })
  })

  test('from before an unlock by hand do not lock again', async () => {
    await addTraffic(0, 100, 10)
    await assess()
    await inTx((tx) => unlockGateway(tx, id))
    await assess()
    expect(await conditionOf()).toMatchObject({ lock: null, quality: { calls: 0 } })
  })

  test('do not open what a user has locked meanwhile', async () => {
    const row = await assessedOf()
    await inTx((tx) => lockGateway(tx, id))
    const assessment = assessGateway(row, Date.now())
    await writeAssessments(client, [{ ...assessment, gateway_id: id, was: row.lock }])
    expect(await stateOf()).toMatchObject({ lock_state: 'LOCKED', lock_reason: 'HAND' })
    await assess(Date.now() + 86_400_000)
    expect(await stateOf()).toMatchObject({ lock_state: 'LOCKED', lock_reason: 'HAND' })
  })

  test('that are bad put a gateway behind the others, if that is what is wanted', async () => {
    await client.query(`update gateway set quality_action = 'DEPRIORITISE' where id = $1`, [id])
    expect(await conditionOf()).toMatchObject({ is_deprioritised: false })
    await addTraffic(0, 100, 10)
    await assess()
    expect(await conditionOf()).toMatchObject({ is_deprioritised: true, lock: null })
  })

  test('are none for a new gateway', async () => {
    expect(await assessedOf()).toMatchObject({ sums: NO_CALLS, base: null })
  })
})
