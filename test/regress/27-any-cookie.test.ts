// A cookie that was unpacked as an object ran code elsewhere. Ours are compared as text.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../support/api.ts'
import { makeChance } from '../support/random.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('no cookie and no bearer of any bytes signs anybody in, or does harm', async () => {
  const chance = makeChance(27)
  const bytes = () =>
    String.fromCharCode(
      ...Array.from({ length: chance.whole(0, 200) }, () => chance.whole(33, 126)),
    )
  const names = (api.admin.headers.cookie ?? '').split('; ').map((pair) => pair.split('=')[0])
  for (let at = 0; at < 1500; at++) {
    const cookie = names.map((name) => `${name}=${bytes()}`).join('; ')
    const headers = { cookie, authorization: `Bearer ${bytes()}` }
    const { statusCode } = await api.app.inject({ url: '/api/me', headers })
    expect(statusCode, JSON.stringify(headers)).toBe(401)
  }
})
