// Consumers of the record feed: who may add them, and which of their fields are refused.
import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/record-feed/record-consumers.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { named } from '#test/support/configuration.ts'
import { addFamily } from '#test/support/family.ts'
import { signInAdmin } from '#test/support/people.ts'
import { recordConsumerForm } from '#test/support/record-receiver.ts'
import { addViewers } from '#test/support/viewers.ts'

const api = apiForFile()
let id: number
let sessions: Record<string, Session>

beforeAll(async () => {
  const { tariffs } = await addViewers(api)
  const { ids } = await addFamily(api, tariffs.sell)
  const permissions = [...PERMISSIONS]
  const listed = { permissions, scope: 'LISTED' as const, account_ids: [ids.Sapphire] }
  sessions = {
    'an admin of some accounts': await signInAdmin(api, 'limited', listed),
    'an admin without costs': await signInAdmin(api, 'seller', { permissions, hides_costs: true }),
    'an admin who sees parts of numbers': await signInAdmin(api, 'masked', {
      permissions,
      masked_digits: 6,
    }),
    'an admin who exports nothing': await signInAdmin(api, 'reader', {
      permissions,
      refuses_export: true,
    }),
    'an admin who sees no calls': await signInAdmin(api, 'blind', {
      permissions: permissions.filter((one) => !one.startsWith('call_records')),
    }),
    'an admin who may view': await signInAdmin(api, 'viewer', {
      permissions: ['record_feed.view'],
    }),
    'a reseller': await api.signIn('sapphire', 'RESELLER'),
    'a client': await api.signIn('cleo', 'CLIENT'),
  }
  id = (await api.admin.call(contract.createRecordConsumer, { body: recordConsumerForm() })).data.id
})

const add = (session: Session, change: object) =>
  session.send({
    method: 'POST',
    url: '/api/record-consumers',
    payload: { ...recordConsumerForm(named('consumer')), ...change },
  })

describe.each([
  ['an admin of some accounts', 200, 404],
  ['an admin without costs', 200, 403],
  ['an admin who sees parts of numbers', 200, 403],
  ['an admin who exports nothing', 200, 403],
  ['an admin who sees no calls', 200, 403],
  ['an admin who may view', 200, 403],
  ['a reseller', 403, 403],
  ['a client', 403, 403],
])('%s', (who, sees, changes) => {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    sessions[who]!.send({
      method,
      url: `/api/record-consumers${path}`,
      ...(payload && { payload }),
    })

  test('sees no consumer of others', async () => {
    const list = await send('GET', '')
    expect(list.statusCode).toBe(sees)
    const isLimited = who === 'an admin of some accounts'
    if (isLimited) expect(list.json().data).toEqual([])
    expect((await send('GET', `/${id}`)).statusCode).toBe(isLimited ? 404 : sees)
  })

  test('adds none, and changes none', async () => {
    expect((await add(sessions[who]!, {})).statusCode).toBe(403)
    const body = { ...recordConsumerForm(), version: 1 }
    const answers = [
      await send('PUT', `/${id}`, body),
      await send('POST', `/${id}/secret`),
      await send('POST', `/${id}/test`),
      await send('POST', `/${id}/restart`, { from_at: '2026-01-01T00:00:00Z' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => changes))
  })
})

test.each([
  ['a webhook without an address', { url: '' }, { url: 'Required.' }],
  ['http to an address of others', { url: 'http://example.com/' }, { url: /^Use https/ }],
  ['a user in the address', { url: 'https://a:b@example.com/' }, { url: /^An address/ }],
  ['another protocol', { url: 'file:///etc/passwd' }, { url: /^An address/ }],
  ['a folder without a name', { kind: 'FOLDER', url: '' }, { folder: 'Required.' }],
  ['a folder above', { kind: 'FOLDER', folder: '../up' }, { folder: /^Small letters/ }],
  ['an account twice', { account_ids: [1, 1] }, { account_ids: /twice/ }],
  ['an account that is not there', { account_ids: [999_999] }, { account_ids: /does not exist/ }],
  ['a name that is taken', { name: 'WAREHOUSE' }, { name: /.+/ }],
])('%s is refused at its field', async (_, change, fields) => {
  const answer = await add(api.admin, change)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.json().fields).toEqual(
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, expect.stringMatching(text)]),
    ),
  )
})

test('no answer has the secret but that which makes it', async () => {
  const { data } = await api.admin.call(contract.renewConsumerSecret, { params: { id } })
  expect(data.secret).toMatch(/^whsec_/)
  const { rows } = { rows: await api.database.selectFrom('record_consumer').selectAll().execute() }
  expect(JSON.stringify(rows)).not.toContain(data.secret)
  for (const url of ['/api/record-consumers', `/api/record-consumers/${id}`, '/api/activities']) {
    expect((await api.admin.send({ method: 'GET', url })).body).not.toContain(data.secret)
  }
})

test('a consumer is deleted once', async () => {
  const body = recordConsumerForm(named('consumer'))
  const { data } = await api.admin.call(contract.createRecordConsumer, { body })
  const send = () => api.admin.send({ method: 'DELETE', url: `/api/record-consumers/${data.id}` })
  expect((await send()).statusCode).toBe(204)
  expect((await send()).statusCode).toBe(404)
})
