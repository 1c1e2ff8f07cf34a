// Every endpoint of the contract against every kind of caller, so that none can be reached by
// mistake.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { permissionsOf } from '#core/permission/permission.ts'
import { type Session, sessionOf, startApi, type TestApi } from '#test/support/api.ts'
import { clientForm, tariffForm } from '#test/support/forms.ts'
import { HANDLERS } from './handlers.ts'

let api: TestApi
let client: Session

beforeAll(async () => {
  api = await startApi()
  const tariff = await api.admin.call(createTariff, { body: tariffForm })
  await api.admin.call(createWholesaleClient, { body: clientForm(tariff.data.id) })
  client = await api.signIn('acme', 'CLIENT')
})
afterAll(() => api.close())

/** A path whose parameters name nothing that exists. */
const pathOf = (endpoint: Endpoint) =>
  endpoint.path.replace(/:code/, 'XXX').replace(/:\w+/g, '999999999')

const send = (session: Session, endpoint: Endpoint, payload?: object) =>
  session.send({ method: endpoint.method, url: pathOf(endpoint), ...(payload && { payload }) })

test('the contract and the handlers name the same endpoints', () => {
  expect([...HANDLERS.keys()].sort()).toEqual([...ENDPOINTS.keys()].sort())
})

describe.each([...ENDPOINTS].filter(([, { needs }]) => needs !== 'anyone'))('%s', (_, endpoint) => {
  test('sends a stranger to the login', async () => {
    const answer = await send(sessionOf(api.app, {}), endpoint, {})
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('login-required')
  })

  test('is refused to a client without the permission', async () => {
    const mayCall =
      endpoint.needs === 'signed-in' ||
      endpoint.needs === 'session' ||
      permissionsOf('WHOLESALE').some((permission) => permission === endpoint.needs)
    const unknownKey = { no_such_key: 1 }
    const answer = await send(client, endpoint, endpoint.body && unknownKey)
    // A call that a client may make fails at the body if it has one, so that no session ends here.
    const isLogout = endpoint.path === '/api/logout'
    if (isLogout) client = await api.signIn('acme', 'CLIENT')
    if (mayCall) expect(answer.statusCode).not.toBe(403)
    else expect(answer.json()).toMatchObject({ code: 'not-allowed' })
  })
})

describe.each([...ENDPOINTS].filter(([, { body }]) => body))('%s', (_, endpoint) => {
  test('refuses keys that are not in its contract', async () => {
    const answer = await send(api.admin, endpoint, { no_such_key: 1, is_admin: true, balance: '9' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'bad-input',
      fields: { no_such_key: expect.any(String), is_admin: expect.any(String) },
    })
  })
})

describe.each([...ENDPOINTS].filter(([, { method }]) => method === 'GET'))('%s', (_, endpoint) => {
  test('takes the limit that the console sends with every request', async () => {
    const answer = await api.admin.send({ method: 'GET', url: `${pathOf(endpoint)}?limit=5000` })
    const isOne = endpoint.path.includes(':')
    expect(answer.statusCode, answer.body).toBe(isOne ? 404 : 200)
  })

  test('refuses a query that is not in its contract', async () => {
    for (const query of ['no_such_key=1', "sort=name';drop table account", 'limit=1&limit=2']) {
      const answer = await api.admin.send({ method: 'GET', url: `${pathOf(endpoint)}?${query}` })
      const takesLimit =
        query.startsWith('limit') && !(endpoint.query && 'limit' in endpoint.query.shape)
      if (!takesLimit) expect(answer.statusCode, query).toBe(400)
    }
  })
})

test('every list can be taken away as a file', async () => {
  for (const [name, endpoint] of ENDPOINTS) {
    if (!endpoint.list || endpoint.path.includes(':')) continue
    for (const format of ['csv', 'xlsx', 'json']) {
      const url = `${endpoint.path}?format=${format}&limit=100`
      const answer = await api.admin.send({ method: 'GET', url })
      expect(answer.statusCode, name).toBe(200)
      expect(answer.headers['content-disposition']).toMatch(
        /filename="[a-z-]+-[\d-]{10}\.(csv|xlsx|json)"/,
      )
    }
  }
})

test('the OpenAPI document is for those who are signed in, and has every endpoint', async () => {
  const url = '/api/openapi.json'
  expect((await api.app.inject(url)).json().code).toBe('login-required')
  expect((await client.send({ url })).statusCode).toBe(200)
  const answer = await api.admin.send({ url })
  const paths = Object.values<object>(answer.json().paths).flatMap((path) => Object.keys(path))
  expect(answer.json().openapi).toBe('3.1.0')
  expect(paths).toHaveLength(ENDPOINTS.size)
})
