// Who could not be let in, and who is not even answered.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import * as failures from '#contract/machine/auth-failures.ts'
import * as bans from '#contract/machine/bans.ts'
import { writeAutoBan } from '#db/accounts/registrar.ts'
import { asSqlConnection } from '#db/database.ts'
import { insertAuthFailure } from '#db/people/auth-failures.ts'
import { apiForFile, loginOf } from '#test/support/api.ts'
import { addClient, lastActivity } from '#test/support/configuration.ts'
import { clientIpForm } from '#test/support/forms.ts'

const api = apiForFile()

const fail = (change: Partial<Parameters<typeof insertAuthFailure>[1]> = {}) =>
  insertAuthFailure(api.database, {
    kind: 'REGISTER',
    username: '100',
    source_ip: '203.0.113.9',
    reason: 'wrong password',
    ...change,
  })

type Query = Partial<QueryOf<typeof failures.listAuthFailures>>

async function list(query: Query) {
  return (await api.admin.call(failures.listAuthFailures, { query })).data
}

describe('failures', () => {
  test('of one source, name and reason within an hour are one row that counts', async () => {
    const source_ip = '203.0.113.1'
    await fail({ source_ip, user_agent: 'first' })
    await fail({ source_ip, user_agent: 'last', from_uri: 'sip:100@x', sip_code: 403 })
    await fail({ source_ip, count: 40 })
    await fail({ source_ip, reason: 'unknown user' })
    const rows = await list({ source_ip, sort: '-count' })
    expect(rows.map(({ reason, count }) => [reason, count])).toEqual([
      ['wrong password', 42],
      ['unknown user', 1],
    ])
    const [first] = rows
    expect(Date.parse(first?.last_at ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''))
  })

  test('of a source that tries many names are told apart no further', async () => {
    const source_ip = '203.0.113.2'
    for (let i = 0; i < 25; i++) await fail({ source_ip, username: `user${i}` })
    await fail({ source_ip, username: 'user3' })
    const rows = await list({ source_ip, sort: '-count' })
    expect(rows).toHaveLength(21)
    expect(rows.slice(0, 2).map(({ username, count }) => [username, count])).toEqual([
      ['*', 5],
      ['user3', 2],
    ])
  })

  test('of more sources than anybody could read are told apart no further', async () => {
    await sql`insert into auth_failure (kind, source_ip, reason)
      select 'INVITE', '198.18.0.0'::inet + n, 'unknown source'
      from generate_series(1, 5000) n`.execute(api.database)
    await fail({ source_ip: '198.19.0.1', kind: 'INVITE', username: 'a' })
    await fail({ source_ip: '198.19.0.2', kind: 'INVITE', username: 'b' })
    await fail({ source_ip: '198.18.0.7', kind: 'INVITE', username: '', reason: 'unknown source' })
    const rows = await list({ username: '*', kind: 'INVITE' })
    expect(rows.map(({ source_ip, count }) => [source_ip, count])).toEqual([[null, 2]])
    const [known] = await list({ source_ip: '198.18.0.7' })
    expect(known?.count).toBe(2)
    await api.database.deleteFrom('auth_failure').where('kind', '=', 'INVITE').execute()
  })

  test('carry text of strangers, cut and without what cannot be stored', async () => {
    const source_ip = '203.0.113.3'
    const headers = { from_uri: '<script>"\'%_', to_uri: '<b>\u0000', realm: 'r'.repeat(500) }
    await fail({ source_ip, username: `x\u0000${'y'.repeat(500)}`, ...headers })
    const [row] = await list({ source_ip })
    expect(row?.username).toBe(`x${'y'.repeat(199)}`)
    expect(row?.from_uri).toBe('<script>"\'%_')
    expect(row).toMatchObject({ to_uri: '<b>', realm: 'r'.repeat(200) })
    await fail({ source_ip, username: row?.username ?? '', to_uri: 'last', realm: 'other' })
    expect(await list({ source_ip })).toMatchObject([{ count: 2, to_uri: 'last', realm: 'other' }])
  })

  test('of the console are there too', async () => {
    await expect(api.signIn('nobody', 'ADMIN')).rejects.toThrow('login-failed')
    await expect(api.signIn('nobody', 'ADMIN')).rejects.toThrow('login-failed')
    const [row] = await list({ kind: 'WEB', username: 'nobody' })
    expect(row).toMatchObject({ reason: 'unknown user', count: 2, source_ip: '127.0.0.1' })
  })

  test('are found by network, words and time, and counted', async () => {
    await fail({ source_ip: '198.51.100.1', username: 'carol', reason: 'nonce' })
    await fail({ source_ip: '198.51.100.2', username: 'carol', count: 7 })
    await fail({ source_ip: '2001:db8::7', username: '' })
    expect(await list({ source_ip: '198.51.100.0/24' })).toHaveLength(2)
    expect(await list({ source_ip: '2001:db8::/32' })).toHaveLength(1)
    expect(await list({ q: '198.51.100.2' })).toHaveLength(1)
    expect(await list({ username: 'CAR', reason: 'nonce' })).toHaveLength(1)
    expect(await list({ username: 'carol', range: 'yesterday' })).toEqual([])
    expect(await list({ username: 'carol', to: '2000-01-01T00:00' })).toEqual([])
    const query = { source_ip: '198.51.100.0/24' }
    const { data } = await api.admin.call(failures.countAuthFailures, { query })
    expect(data.by_source.map(({ value, count }) => [value, count])).toEqual([
      ['198.51.100.2', 7],
      ['198.51.100.1', 1],
    ])
    expect(data.by_reason.map(({ value }) => value)).toEqual(['wrong password', 'nonce'])
    expect(data.by_username.map(({ value, count }) => [value, count])).toEqual([['carol', 8]])
  })
})

describe('a ban', () => {
  const ban = (ip: string, minutes = 5, reason = 'scans') =>
    api.admin.call(bans.createBan, { body: { ip, minutes, reason } })
  const shown = async (ip: string) => {
    const { data } = await api.admin.call(bans.listBans, { query: { q: ip } })
    return data.map(({ kind, reason, created_by_name }) => [kind, reason, created_by_name])
  }

  test('is made, shown at its failures, changed and lifted', async () => {
    const ip = '203.0.113.20'
    await fail({ source_ip: ip })
    const { data } = await ban(ip)
    expect(data).toMatchObject({ ip, kind: 'MANUAL', created_by_name: 'admin', client_name: null })
    expect(await lastActivity(api)).toMatchObject({ entity: 'ban', entity_id: ip })
    expect((await list({ source_ip: ip }))[0]?.banned_until).toBe(data.banned_until)
    await ban(ip, 60, 'still scans')
    expect(await shown(ip)).toEqual([['MANUAL', 'still scans', 'admin']])
    const lift = () => api.admin.call(bans.deleteBan, { params: { ip } })
    expect((await lift()).status).toBe(204)
    expect((await lift()).status).toBe(404)
    expect((await list({ source_ip: ip }))[0]?.banned_until).toBeNull()
  })

  test('never hits the address of who asks for it, however it is written', async () => {
    for (const ip of ['127.0.0.1', '::ffff:127.0.0.1']) {
      expect((await ban(ip)).problem.fields).toHaveProperty('ip')
    }
    expect((await ban('::ffff:203.0.113.21')).data.ip).toBe('203.0.113.21')
    expect((await ban('203.0.113.0/24')).problem.fields).toHaveProperty('ip')
    expect((await ban('everybody')).problem.fields).toHaveProperty('ip')
  })

  test('tells whose calls it keeps out', async () => {
    const { id, form } = await addClient(api)
    await api.admin.call(createClientIp, { body: clientIpForm(id, '198.51.100.64/28') })
    expect((await ban('198.51.100.70')).data.client_name).toBe(form.name)
  })

  test('by hand stays when the switch would ban for a shorter time', async () => {
    const database = asSqlConnection(api.database)
    await ban('203.0.113.22', 600, 'by hand')
    const auto = { kind: 'AUTO', reason: 'failures', seconds: 300 } as const
    expect(await writeAutoBan(database, { ip: '203.0.113.22', ...auto })).toBe(false)
    expect(await shown('203.0.113.22')).toEqual([['MANUAL', 'by hand', 'admin']])
    expect(await writeAutoBan(database, { ip: '203.0.113.23', ...auto })).toBe(true)
    expect(await shown('203.0.113.23')).toEqual([['AUTO', 'failures', null]])
    await ban('203.0.113.23', 600, 'for longer')
    expect(await shown('203.0.113.23')).toEqual([['MANUAL', 'for longer', 'admin']])
  })

  test('by hand keeps from logging in too, and one by the switch does not', async () => {
    const database = asSqlConnection(api.database)
    for (const ip of ['203.0.113.30', '2001:db8::30']) {
      const logIn = async () =>
        (await api.app.inject(loginOf({}, { remoteAddress: ip }))).statusCode
      await writeAutoBan(database, { ip, kind: 'FLOOD', reason: 'flood', seconds: 300 })
      expect(await logIn(), ip).toBe(200)
      await ban(ip)
      expect(await logIn(), ip).toBe(403)
      await api.admin.call(bans.deleteBan, { params: { ip } })
      expect(await logIn(), ip).toBe(200)
    }
  })

  test('that is over is not there any more', async () => {
    const ip = '203.0.113.24'
    await ban(ip)
    const long_ago = new Date(Date.now() - 60_000).toISOString()
    const update = api.database.updateTable('ban').set({ banned_until: long_ago })
    await update.where('ip', '=', ip).execute()
    expect(await shown(ip)).toEqual([])
    expect((await api.admin.call(bans.deleteBan, { params: { ip } })).status).toBe(404)
  })
})
