// A test of a route takes the same for busy as the engine does.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile } from '#test/support/database.ts'
import { makeWorld, type World } from '#test/support/world.ts'
import { loadUsage } from './route-tests.ts'

const fresh = databaseForFile()
let client: pg.Client
let world: World
beforeAll(async () => {
  client = await fresh.connect()
  world = await makeWorld(client)
})

const usageAt = (now_ms: number) => loadUsage(client, new PercentCounters(), now_ms)
const usageNow = () => usageAt(Date.now())

test('a call is counted at the target of the gateway over which it goes', async () => {
  const [first, second] = world.gateway_ids
  const routes = [
    { gateway_id: first, target_id: 71 },
    { gateway_id: second, target_id: 72 },
  ]
  await client.query(
    `insert into open_call (call_id, engine, account_id, client_type, gateway_id, called_number,
      source_ip, started_at, granted_seconds, expires_at, sip_call_id, payer_ids, held, decided)
    values (1, 'a', $1, 'WHOLESALE', $2, '4420', '192.0.2.7', now(), 60, now(), 'x', '{}', '{}',
      $3)`,
    [world.client_id, second, JSON.stringify({ identity: { reseller_ids: [] }, routes })],
  )
  const usage = await usageNow()
  expect(usage.load('TARGET', 71).calls).toBe(0)
  expect(usage.load('TARGET', 72).calls).toBe(1)
  await client.query('delete from open_call')
})

test('a carrier whose minutes are used up is exhausted', async () => {
  const [id] = world.settlement_ids
  expect((await usageNow()).isExhausted(id)).toBe(false)
  await client.query('update settlement set monthly_minutes_cap = 1 where account_id = $1', [id])
  const minute = { gateway_id: world.gateway_ids[0], settlement_id: id, duration_ms: 60_000 }
  await writeCalls(fresh.url, { additions: [trafficAt(Date.now(), minute)] })
  expect((await usageNow()).isExhausted(id)).toBe(true)
})

test('a gateway is paused until the pause is over', async () => {
  const [id] = world.gateway_ids
  const paused_until = Date.parse('2026-03-04T05:06:07Z')
  await client.query(
    `insert into gateway_state (gateway_id, paused_until) values ($1, $2)
     on conflict (gateway_id) do update set paused_until = excluded.paused_until`,
    [id, new Date(paused_until)],
  )
  expect((await usageAt(paused_until - 1)).condition(id)).toMatchObject({ is_paused: true })
  expect((await usageAt(paused_until)).condition(id)).toMatchObject({ is_paused: false })
})
