// At the proven domain of a brand, the users of its reseller's tree are those who may log in.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { me } from '#contract/people/session.ts'
import {
  headersAfter,
  loginOf,
  PASSWORD,
  sessionOf,
  startApi,
  type TestApi,
} from '#test/support/api.ts'
import { addCostTariff, addResellers, makeDns, setBrand } from '#test/support/brands.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'

const dns = makeDns()
let api: TestApi
const AT = 'voice.falcon.example'

beforeAll(async () => {
  api = await startApi(undefined, { readTextRecords: dns.readTextRecords })
  const cost = await addCostTariff(api)
  const sell = await addTariff(api, 'SELL')
  const [, falcon, below] = await addResellers(api, ['Gulf', 'Falcon', 'Nest'], cost)
  const [other] = await addResellers(api, ['Other'], cost)
  const parents = { cole: falcon, nina: below, omar: other, acme: null }
  for (const [name, parent_id] of Object.entries(parents)) {
    await addClientNamed(api, sell, name, parent_id ?? null)
  }
  await setBrand(api, falcon ?? 0, { domain: AT, title: 'Falcon Voice' }, dns)
  await setBrand(api, below ?? 0, { domain: 'nest.example' }, dns)
  await setBrand(api, other ?? 0, { domain: 'unchecked.example' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

type Area = 'ADMIN' | 'RESELLER' | 'CLIENT'
const login = (username: string, user_type: Area, host: string, password = PASSWORD) =>
  api.app.inject(loginOf({ username, user_type, password }, { headers: { host } }))

const USERS: readonly (readonly [username: string, type: Area])[] = [
  ['falcon', 'RESELLER'],
  ['cole', 'CLIENT'],
  ['nest', 'RESELLER'],
  ['nina', 'CLIENT'],
  ['gulf', 'RESELLER'],
  ['other', 'RESELLER'],
  ['omar', 'CLIENT'],
  ['acme', 'CLIENT'],
  ['admin', 'ADMIN'],
]

async function admittedAt(host: string): Promise<string[]> {
  // Without the failed tries of before, which demand a captcha.
  await api.database.deleteFrom('login_limit').execute()
  const admitted: string[] = []
  for (const [username, type] of USERS) {
    const { statusCode } = await login(username, type, host)
    if (statusCode === 200) admitted.push(username)
  }
  return admitted
}

test('the domain of a brand admits its reseller and all below it, and no admin', async () => {
  expect(await admittedAt(AT)).toEqual(['falcon', 'cole', 'nest', 'nina'])
  expect(await admittedAt(`${AT.toUpperCase()}.:8443`)).toEqual(['falcon', 'cole', 'nest', 'nina'])
  expect(await admittedAt('nest.example')).toEqual(['nest', 'nina'])
})

test('any other host admits everybody, also a domain that is not proven', async () => {
  const all = USERS.map(([username]) => username)
  for (const host of ['switch.example', 'unchecked.example', '127.0.0.1:8080']) {
    expect(await admittedAt(host)).toEqual(all)
  }
})

test('who is refused there gets the answer of a wrong password, and a failed try', async () => {
  const plain = (body: string) => body.replace(/"request_id":"[^"]*"/, '')
  const refused = await login('acme', 'CLIENT', AT)
  const wrong = await login('cole', 'CLIENT', AT, 'wrong')
  expect([refused.statusCode, plain(refused.body)]).toEqual([wrong.statusCode, plain(wrong.body)])
  expect(refused.cookies).toEqual([])
  const [noted] = await api.database
    .selectFrom('auth_failure')
    .where('username', '=', 'acme')
    .select('reason')
    .execute()
  expect(noted?.reason).toBe('domain of another brand')
  for (let time = 0; time < 10; time += 1) await login('acme', 'CLIENT', AT)
  expect((await login('acme', 'CLIENT', 'switch.example')).statusCode).not.toBe(200)
})

test('a session or an API token of another host is none at the domain of a brand', async () => {
  const headers = headersAfter(await login('acme', 'CLIENT', 'switch.example'))
  const at = (host: string) => sessionOf(api.app, { ...headers, host })
  const body = {
    name: 'Program',
    permissions: ['home.view' as const],
    allowed_networks: [],
    expires_at: null,
  }
  const { data } = await at('switch.example').call(createApiToken, { body })
  const withToken = (host: string) =>
    sessionOf(api.app, { authorization: `Bearer ${data.token}`, host })
  const url = '/api/openapi.json'
  for (const open of [at, withToken]) {
    expect((await open('switch.example').send({ url })).statusCode).toBe(200)
    const refused = await open(AT).send({ url })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'login-required'])
  }
  const own = headersAfter(await login('cole', 'CLIENT', AT))
  expect((await sessionOf(api.app, { ...own, host: AT }).call(me, {})).status).toBe(200)
  expect((await sessionOf(api.app, { ...own, host: 'nest.example' }).call(me, {})).status).toBe(401)
})
