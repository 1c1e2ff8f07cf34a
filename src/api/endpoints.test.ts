// Every endpoint takes what its contract has, and nothing else. The callers that may reach it are
// in permission-matrix.test.ts.
import { beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { HANDLERS } from './handlers.ts'

const api = apiForFile()
let client: Session

beforeAll(async () => {
  await addClientNamed(api, await addTariff(api, 'SELL'), 'Acme')
  client = await api.signIn('acme', 'CLIENT')
})

/** A path whose parameters name nothing that exists. */
const pathOf = (endpoint: Endpoint) =>
  endpoint.path.replace(/:code/, 'XXX').replace(/:\w+/g, '999999999')

const send = (session: Session, endpoint: Endpoint, payload?: object) =>
  session.send({ method: endpoint.method, url: pathOf(endpoint), ...(payload && { payload }) })

test('the contract and the handlers name the same endpoints', () => {
  expect([...HANDLERS.keys()].sort()).toEqual([...ENDPOINTS.keys()].sort())
})

test('every body with keys that are not in its contract is refused', async () => {
  const wrong: string[] = []
  for (const endpoint of [...ENDPOINTS.values()].filter(({ body }) => body)) {
    const answer = await send(api.admin, endpoint, { no_such_key: 1, is_admin: true, balance: '9' })
    const { statusCode, body } = answer
    const { code, fields = {} } = statusCode === 400 ? answer.json() : {}
    if (code === 'bad-input' && fields.no_such_key && fields.is_admin) continue
    wrong.push(`${endpoint.method} ${endpoint.path} answers ${statusCode} ${body.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
})

const gets = [...ENDPOINTS.values()].filter(({ method }) => method === 'GET')

test('every list takes the limit that the console sends with every request', async () => {
  const wrong: string[] = []
  for (const endpoint of gets) {
    const answer = await api.admin.send({ method: 'GET', url: `${pathOf(endpoint)}?limit=5000` })
    const isOne = endpoint.path.includes(':')
    if (answer.statusCode === (isOne ? 404 : 200)) continue
    wrong.push(`${endpoint.path} answers ${answer.statusCode} ${answer.body.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
})

test('every query that is not in its contract is refused', async () => {
  const wrong: string[] = []
  for (const endpoint of gets) {
    const takesLimit = endpoint.query && 'limit' in endpoint.query.shape
    const twice = takesLimit ? ['limit=1&limit=2'] : []
    for (const query of ['no_such_key=1', "sort=name';drop table account", ...twice]) {
      const answer = await api.admin.send({ method: 'GET', url: `${pathOf(endpoint)}?${query}` })
      if (answer.statusCode === 400) continue
      wrong.push(`${endpoint.path}?${query} answers ${answer.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
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
