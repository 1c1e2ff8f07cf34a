// Gateways: what they take, how they are watched, and who may touch them.
import { beforeAll, describe, expect, test } from 'vitest'
import { getGatewayUses } from '#contract/console/uses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as tunnels from '#contract/machine/tunnels.ts'
import * as groups from '#contract/routing/gateway-groups.ts'
import * as gateways from '#contract/routing/gateways.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { percent, rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { addGateway, addSettlement, lastActivity, named } from '#test/support/configuration.ts'
import {
  gatewayForm,
  gatewayGroupForm,
  routePlanForm,
  routeRuleForm,
  tunnelForm,
} from '#test/support/forms.ts'
import { addList } from '#test/support/route-lists.ts'
import { changeRows, readRow } from '#test/support/rows.ts'
import { secretKeys } from '#test/support/secret-keys.ts'

const api = apiForFile()
let settlement_id: number
beforeAll(async () => {
  settlement_id = await addSettlement(api)
})

type Form = BodyOf<typeof gateways.createGateway>

const create = (change: Partial<Form> = {}) =>
  api.admin.call(gateways.createGateway, {
    body: { ...gatewayForm(settlement_id, named('gateway')), ...change },
  })

async function existing(change: Partial<Form> = {}) {
  const body: Form = { ...gatewayForm(settlement_id, named('gateway')), ...change }
  const { data } = await api.admin.call(gateways.createGateway, { body })
  const { auth_password: _, ...form } = body
  const update = (more: Partial<Form>) =>
    api.admin.call(gateways.updateGateway, {
      params: { id: data.id },
      body: { ...form, ...more, version: data.version },
    })
  return { data, update, params: { id: data.id } }
}

const listOf = async (mode: 'PREFIX' | 'RANDOM') => (await addList(api, { mode })).data.id

describe('a gateway', () => {
  test('keeps every field of its form', async () => {
    const tunnel = await api.admin.call(tunnels.createTunnel, { body: tunnelForm(named('tunnel')) })
    const change = {
      description: 'first',
      port: 5080,
      transport: 'TCP',
      tunnel_id: tunnel.data.id,
      priority: 7,
      weight: 30,
      last_resort: true,
      channel_limit: 30,
      cps_limit: 5,
      per_number_channel_limit: 2,
      max_buy_rate: rate(5_000_000),
      min_profit_percent: percent(-50_000),
      dst_prefixes: ['44', '4420'],
      dst_min_length: 8,
      dst_max_length: 15,
      dst_list_id: await listOf('PREFIX'),
      src_list_id: await listOf('PREFIX'),
      cli_pool_id: await listOf('RANDOM'),
      pai_mode: 'build',
      rpid: true,
      privacy_mode: 'hide',
      from_user: 'trunk7',
      from_domain: 'sip.example.net',
      pdd_timeout_seconds: 9,
      failover_policy_id: 1,
      stop_after_ringing: false,
      options_ping: true,
      ping_interval_seconds: 30,
      fail_threshold: 5,
      recover_threshold: 1,
      min_asr: percent(300_000),
      min_acd_seconds: 20,
      max_pdd_seconds: 8,
      max_short_call_ratio: percent(100_000),
      quality_window_hours: 12,
      quality_min_calls: 50,
      quality_action: 'LOCK',
      auto_unlock_minutes: 30,
      probe_percent: percent(20_000),
      register: true,
      register_expires_seconds: 600,
      auth_username: 'us',
      auth_realm: 'example.net',
    } as const
    const { data, params } = await existing({
      ...(change as unknown as Partial<Form>),
      auth_password: 'secret of us',
    })
    expect(data).toMatchObject({ ...change, has_auth_password: true, version: 1 })
    const read = await api.admin.call(gateways.getGateway, { params })
    expect(read.data).toEqual(data)
    expect(read.response.body).not.toContain('secret of us')
  })

  test('begins with a state of which nothing is known', async () => {
    const { data } = await existing()
    expect(data).toMatchObject({
      ping_state: 'UNKNOWN',
      registration_state: 'OFF',
      lock_state: 'OPEN',
      lock_reason: null,
      judged_calls: 0,
      attempts_hour: 0,
      acd_hour_seconds: null,
      pdd_ms_hour: null,
    })
  })

  test.each<[string, Partial<Form>, string]>([
    ['registers without a name', { register: true }, 'auth_username'],
    ['has a name without a password', { auth_username: 'us' }, 'auth_password'],
    ['takes no length at all', { dst_min_length: 9, dst_max_length: 8 }, 'dst_max_length'],
    ['has a prefix twice', { dst_prefixes: ['44', '44'] }, 'dst_prefixes'],
    [
      'names a policy that is not there',
      { failover_policy_id: 999 as never },
      'failover_policy_id',
    ],
    ['names a tunnel that is not there', { tunnel_id: 999 as never }, 'tunnel_id'],
    ['names hours that are not there', { window_id: 999 as never }, 'window_id'],
    ['names a list that is not there', { dst_list_id: 999 as never }, 'dst_list_id'],
    ['probes with nobody', { probe_percent: percent(0) }, 'probe_percent'],
    ['gives less than a second to ring', { pdd_timeout_seconds: 0 }, 'pdd_timeout_seconds'],
  ])('is refused that %s', async (_, change, field) => {
    const { status, problem } = await create(change)
    expect(status).toBe(400)
    expect(problem.fields).toHaveProperty([field])
  })

  test('takes callers from a pool, and compares numbers with other lists', async () => {
    const [pool, list] = [await listOf('RANDOM'), await listOf('PREFIX')]
    const wrong = await create({ cli_pool_id: list as never })
    expect(wrong.problem.fields).toHaveProperty('cli_pool_id')
    const mixed = await create({ src_list_id: pool as never })
    expect(mixed.problem.fields).toHaveProperty('src_list_id')
  })

  test('keeps its password until another comes, and loses it with its name', async () => {
    const { data, update } = await existing({ auth_username: 'us', auth_password: 'secret one' })
    const passwordOf = async () => {
      const { auth_password } = await readRow(api, 'gateway', { id: data.id })
      return secretKeys.decrypt('gateway.auth_password', auth_password)
    }
    expect((await update({})).data.has_auth_password).toBe(true)
    expect(await passwordOf()).toBe('secret one')
    data.version = 2
    await update({ auth_password: 'secret two' })
    expect(await passwordOf()).toBe('secret two')
    expect((await lastActivity(api)).changes).toEqual({ auth_password: ['•••', '•••'] })
    data.version = 3
    expect((await update({ auth_username: '' })).data.has_auth_password).toBe(false)
    expect(await passwordOf()).toBe('')
  })

  test('at another address is not known to answer any more', async () => {
    const { data, update } = await existing({ options_ping: true })
    const down = { ping_state: 'DOWN', ping_failures: 3 } as const
    await changeRows(api, 'gateway_state', { gateway_id: data.id }, down)
    expect((await update({ ring_timeout_seconds: 50 })).data.ping_state).toBe('DOWN')
    data.version = 2
    expect((await update({ port: 5099 })).data.ping_state).toBe('UNKNOWN')
  })

  test('is locked and unlocked by hand', async () => {
    const { params, data } = await existing()
    const locked = await api.admin.call(gateways.lockGateway, { params })
    expect(locked.data).toMatchObject({
      lock_state: 'LOCKED',
      lock_reason: 'HAND',
      unlock_at: null,
      version: data.version,
    })
    const { action, entity_name, changes } = await lastActivity(api)
    expect({ action, entity_name, changes }).toEqual({
      action: 'EXECUTE',
      entity_name: data.name,
      changes: { lock_state: ['OPEN', 'LOCKED'] },
    })
    const query = { lock_state: 'LOCKED', settlement_id } as const
    const list = await api.admin.call(gateways.listGateways, { query })
    expect(list.data.map(({ id }) => id)).toEqual([data.id])
    const open = await api.admin.call(gateways.unlockGateway, { params })
    expect(open.data).toMatchObject({ lock_state: 'OPEN', lock_reason: null, locked_at: null })
  })

  test('is pinged when somebody asks', async () => {
    const { params } = await existing()
    const asked = await api.admin.call(gateways.pingGateway, { params })
    expect(asked.data.ping_asked_at).not.toBeNull()
  })

  test('is not deleted while a group has it', async () => {
    const gateway_id = await addGateway(api, settlement_id)
    const body = gatewayGroupForm([gateway_id], named('group'))
    const { data: group } = await api.admin.call(groups.createGatewayGroup, { body })
    const params = { id: gateway_id }
    const kept = await api.admin.call(gateways.deleteGateway, { params })
    expect(kept.problem.message).toContain(body.name)
    const read = await api.admin.call(gateways.getGateway, { params })
    expect(read.data.used_by_count).toBe(1)
    await api.admin.call(groups.deleteGatewayGroup, { params: { id: group.id } })
    expect((await api.admin.call(gateways.deleteGateway, { params })).status).toBe(204)
  })

  test('is used once by a plan with several rules', async () => {
    const gateway_id = await addGateway(api, settlement_id)
    const plan = routePlanForm([gateway_id], named('plan'))
    const rules = ['44', '49'].map((prefix) => routeRuleForm(prefix, [gateway_id]))
    await api.admin.call(createRoutePlan, { body: { ...plan, rules } })
    const params = { id: gateway_id }
    const read = await api.admin.call(gateways.getGateway, { params })
    const uses = await api.admin.call(getGatewayUses, { params })
    expect([read.data.used_by_count, uses.data.count]).toEqual([1, 1])
  })

  test('shows the traffic of the last hour', async () => {
    const { data, params } = await existing()
    const traffic = trafficAt(Date.now(), {
      ...{ gateway_id: data.id, settlement_id, attempts: 10, answered: 4 },
      ...{ duration_ms: 260_000, attempt_pdd_ms: 15_000, attempt_pdds: 6 },
    })
    await writeCalls(api.url, { additions: [traffic] })
    const { data: read } = await api.admin.call(gateways.getGateway, { params })
    expect(read).toMatchObject({ attempts_hour: 10, answered_hour: 4, acd_hour_seconds: 65 })
    expect(read.pdd_ms_hour).toBe(2500)
  })
})
