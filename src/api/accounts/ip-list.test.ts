// The addresses from which wholesale clients call, and the passwords asked for beside them.
import { describe, expect, test } from 'vitest'
import * as ips from '#contract/accounts/ip-list.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { checkClientIps } from '#db/accounts/client-ips.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addRetailClient,
  addTariff,
  lastActivity,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { clientIpForm } from '#test/support/forms.ts'
import { secretKeys } from '#test/support/secret-keys.ts'

const api = apiForFile()

type Form = BodyOf<typeof ips.createClientIp>

const add = (account_id: number, ip: string, change: Partial<Form> = {}) =>
  api.admin.call(ips.createClientIp, { body: { ...clientIpForm(account_id, ip), ...change } })

test('addresses are shown as they were typed, and networks cut to their mask', async () => {
  const { id } = await addClient(api)
  expect((await add(id, '192.0.2.7')).data.ip).toBe('192.0.2.7')
  expect((await add(id, '192.0.3.7/24')).data.ip).toBe('192.0.3.0/24')
  expect((await add(id, '2001:db8::1')).data.ip).toBe('2001:db8::1')
})

test('everybody, nonsense and what is on the list already is refused', async () => {
  const { id } = await addClient(api)
  expect((await add(id, '0.0.0.0/0')).problem.fields).toHaveProperty('ip')
  expect((await add(id, '::/0')).problem.fields).toHaveProperty('ip')
  expect((await add(id, '256.0.0.1')).problem.fields).toHaveProperty('ip')
  await add(id, '192.0.2.9')
  const second = await add((await addClient(api)).id, '192.0.2.9')
  expect(second.problem).toMatchObject({ code: 'already-exists' })
  expect(second.problem.fields).toHaveProperty('ip')
  expect((await add(id, '192.0.2.9', { tech_prefix: '77#' })).status).toBe(200)
  expect((await add(id, '192.0.2.9', { dst_prefixes: ['44', '1'] })).status).toBe(200)
  const sameInAnotherOrder = await add(id, '192.0.2.9', { dst_prefixes: ['1', '44', '1'] })
  expect(sameInAnotherOrder.problem.code).toBe('already-exists')
})

test('addresses that exist, and the network around one, are told before adding', async () => {
  const { id: acme, form } = await addClient(api)
  const { id: other } = await addClient(api)
  await add(acme, '198.18.0.0/16')
  await add(acme, '198.18.5.0/24', { tech_prefix: '77' })
  await add(other, '198.18.5.9', { port: 5060 })
  const at = (ip: string, port: number | null = null) => ({ ip, port, transport: null })
  const sources = [at('198.18.5.9', 5060), at('198.18.5.9'), at('198.18.6.7/24'), at('198.19.0.1')]
  const { data } = await api.admin.call(ips.checkClientIps, { body: { sources } })
  const acmes = { account_id: acme, client_name: form.name }
  expect(data).toMatchObject([
    { same: { account_id: other }, around: { ip: '198.18.5.0/24', ...acmes } },
    { same: null, around: { ip: '198.18.5.9', port: 5060, account_id: other } },
    { same: null, around: { ip: '198.18.0.0/16', ...acmes } },
    { same: null, around: null },
  ])
  // A user with a scope of its own clients learns nothing of the others.
  const scope = { kind: 'account', account_id: other } as const
  const [own, , foreign] = await checkClientIps(api.database, scope, sources)
  expect(own).toMatchObject({ same: { account_id: other }, around: null })
  expect(foreign).toEqual({ same: null, around: null })
  const refused = await add(other, '198.18.0.0/16')
  expect(refused.problem.fields?.ip).toContain(`in the IP list of ${form.name}`)
  const many = { sources: Array.from({ length: 501 }, () => at('198.19.0.1')) }
  expect((await api.admin.call(ips.checkClientIps, { body: many })).status).toBe(400)
})

test('a row is changed and taken off', async () => {
  const { id: account_id } = await addClient(api)
  const { data } = await add(account_id, '192.0.2.77')
  const params = { id: data.id }
  expect((await api.admin.call(ips.getClientIp, { params })).data).toEqual(data)
  const form = clientIpForm(account_id, '192.0.2.78')
  const body = { ...form, status: 'blocked', channel_limit: 5, version: 1 } as const
  const changed = await api.admin.call(ips.updateClientIp, { params, body })
  expect(changed.data).toMatchObject({ ip: '192.0.2.78', status: 'blocked', version: 2 })
  expect((await lastActivity(api)).changes).toEqual({
    ip: ['192.0.2.77', '192.0.2.78'],
    status: ['active', 'blocked'],
    channel_limit: [null, 5],
  })
  const again = await api.admin.call(ips.updateClientIp, { params, body })
  expect(again.problem.code).toBe('changed-meanwhile')
  const before = await routingChangeNumber(api)
  expect((await api.admin.call(ips.deleteClientIp, { params })).status).toBe(204)
  expect(await routingChangeNumber(api)).toBe(before + 1)
  expect((await api.admin.call(ips.getClientIp, { params })).status).toBe(404)
})

test('the rows that hold an address are found', async () => {
  const { id } = await addClient(api)
  await add(id, '10.20.0.0/16')
  await add(id, '10.20.30.40')
  await add(id, '10.21.0.0/16')
  const { data } = await api.admin.call(ips.listClientIps, { query: { holds: '10.20.30.40' } })
  expect(data.map(({ ip }) => ip)).toEqual(['10.20.0.0/16', '10.20.30.40'])
})

test('a row may have a tariff of its own, of the kind that clients have', async () => {
  const { id } = await addClient(api)
  const tariff_id = await addTariff(api, 'SELL')
  const own = await add(id, '10.22.0.1', { tariff_id, dst_prefixes: ['44'], dst_max_length: 15 })
  expect(own.data).toMatchObject({ tariff_id, tariff_name: expect.stringMatching(/^SELL/) })
  const wrong = await add(id, '10.22.0.2', { tariff_id: await addTariff(api, 'BUY') })
  expect(wrong.problem.fields).toHaveProperty('tariff_id')
  const noPlan = await add(id, '10.22.0.2', { route_plan_id: 999_999 })
  expect(noPlan.problem.fields).toHaveProperty('route_plan_id')
  const noLength = await add(id, '10.22.0.2', { dst_min_length: 9, dst_max_length: 8 })
  expect(noLength.problem.fields).toHaveProperty('dst_max_length')
})

test('addresses belong to wholesale clients alone', async () => {
  const { id } = await addRetailClient(api)
  expect((await add(id, '10.23.0.1')).problem.fields).toHaveProperty('account_id')
})

describe('a password beside the address', () => {
  const auth_password = 'a password of 12'
  const stored = (id: number) =>
    api.database
      .selectFrom('client_ip')
      .where('id', '=', id)
      .select(['auth_username', 'auth_ha1'])
      .executeTakeFirstOrThrow()

  test('is stored as its hash, and never told', async () => {
    const { id } = await addClient(api)
    const { data, response } = await add(id, '10.30.0.1', { auth_username: 'Acme', auth_password })
    expect(data.auth_username).toBe('Acme')
    expect(response.body).not.toMatch(/ha1|a password of 12/)
    // echo -n 'Acme:softswitch:a password of 12' | md5sum
    const { auth_ha1 } = await stored(data.id)
    expect(secretKeys.decrypt('client_ip.auth_ha1', auth_ha1 ?? '')).toBe(
      'e8d43e0bd846aa83bf7f67b4d3523f41',
    )
    const { changes } = await lastActivity(api)
    expect(changes).toMatchObject({ auth_password: ['•••', '•••'] })
    expect(JSON.stringify(changes)).not.toContain('a password of')
  })

  test('stays when it is not written again, and goes with its name', async () => {
    const { id } = await addClient(api)
    const { data } = await add(id, '10.30.0.2', { auth_username: 'stays', auth_password })
    const before = await stored(data.id)
    const change = (body: Partial<Form>, version: number) =>
      api.admin.call(ips.updateClientIp, {
        params: { id: data.id },
        body: { ...clientIpForm(id, '10.30.0.2'), ...body, version },
      })
    await change({ auth_username: 'stays', description: 'main' }, 1)
    expect(await stored(data.id)).toEqual(before)
    const renamed = await change({ auth_username: 'renamed' }, 2)
    expect(renamed.problem.fields).toHaveProperty('auth_password')
    await change({}, 2)
    expect(await stored(data.id)).toEqual({ auth_username: null, auth_ha1: null })
  })

  test('has a name that nobody else has, and no password goes without one', async () => {
    const { id } = await addClient(api)
    const digest = { auth_username: 'twice', auth_password }
    expect((await add(id, '10.30.0.3', digest)).status).toBe(200)
    const second = await add(id, '10.30.0.4', { ...digest, auth_username: 'TWICE' })
    expect(second.problem).toMatchObject({ code: 'already-exists' })
    expect(second.problem.fields).toHaveProperty('auth_username')
    const nameless = await add(id, '10.30.0.4', { auth_password })
    expect(nameless.problem.fields).toHaveProperty('auth_username')
    const wordless = await add(id, '10.30.0.4', { auth_username: 'wordless' })
    expect(wordless.problem.fields).toHaveProperty('auth_password')
  })
})
