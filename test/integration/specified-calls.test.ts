// The calls that the specification fixes, with the method, the path and the payload that it gives.
import { beforeAll, expect, test, vi } from 'vitest'
import { beginTrial, readSipPortsChange } from '#db/machine/sip-ports.ts'
import { DEFAULT_COLORS } from '#web/ui/theme/tokens.ts'
import { apiForFile, headersAfter, PASSWORD } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'

const api = apiForFile()
beforeAll(async () => {
  await writeCalls(api.url, { records: [recordAt(Date.parse('2026-03-10T12:00:00Z'))] })
})

test('a session begins with a token, has a user and ends', async () => {
  const credentials = { username: 'admin', password: PASSWORD, user_type: 'ADMIN' }
  const payload = { ...credentials, captcha: null, remember: false }
  const login = await api.app.inject({ method: 'POST', url: '/api/login', payload })
  expect(login.json().data).toEqual({ token: expect.any(String) })
  const headers = headersAfter(login)
  const me = await api.app.inject({ url: '/api/me', headers })
  expect(me.json().data).toMatchObject({
    username: 'admin',
    type: 'ADMIN',
    calls: { total: 0, active: 0, duration: 0 },
  })
  const logout = await api.app.inject({ method: 'POST', url: '/api/logout', headers })
  expect(logout.statusCode).toBeLessThan(300)
  expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(401)
})

test('what the console needs before the login is there for strangers', async () => {
  const { data } = (await api.app.inject({ url: '/api/initial-data' })).json()
  expect(data).toEqual({
    title: 'Soft Switch Server',
    company: '',
    is_branded: false,
    logo: null,
    dark_logo: null,
    support_email: null,
    terms_url: null,
    theme_colors: DEFAULT_COLORS,
    timezone: expect.any(String),
    current_time: expect.any(String),
  })
})

test.each([
  ['GET', '/api/settings', undefined],
  ['PATCH', '/api/settings', { trace_percent: 50 }],
  ['POST', '/api/settings/timezone', { timezone: 'Europe/Berlin' }],
  ['POST', '/api/settings/theme-colors', { colors: DEFAULT_COLORS }],
  ['GET', '/api/misc/system-info', undefined],
  ['POST', '/api/misc/execute-actions', { actions: ['reload_routes'] }],
  ['GET', '/api/cdr/partitions?limit=5', undefined],
  ['DELETE', '/api/cdr/partitions', { partitions: ['call_record_20260310'] }],
  ['GET', '/api/logs/auth-failures?limit=5', undefined],
  ['GET', '/api/logs/activities?limit=5', undefined],
  ['GET', '/api/lookup/users?limit=5', undefined],
  ['GET', '/api/lookup/codecs', undefined],
  ['GET', '/api/lookup/tunnels', undefined],
] as const)('%s %s answers', async (method, url, payload) => {
  const answer = await api.admin.send({ method, url, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
})

test('PUT /api/settings/sip-ports answers when the supervisor tries the ports', async () => {
  const listen = [{ transport: 'udp', address: '127.0.0.1', port: 5070, advertise: null }]
  const payload = { listen, rtp_min: 10_000, rtp_max: 20_000 }
  const answer = api.admin.send({ method: 'PUT', url: '/api/settings/sip-ports', payload })
  await vi.waitFor(async () => {
    const change = await readSipPortsChange(api.database)
    expect(change?.state).toBe('REQUESTED')
    await beginTrial(api.database, change!.id, [])
  })
  expect((await answer).statusCode).toBeLessThan(300)
})
