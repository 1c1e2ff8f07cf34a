// The page of a mail: it is opened by a token, for one delivery and for a minute, and nothing in
// it has any effect.
import { beforeAll, expect, test } from 'vitest'
import * as log from '#contract/notifications/notification-deliveries.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addFamily } from '#test/support/family.ts'
import { signInAdmin } from '#test/support/people.ts'
import { addViewers } from '#test/support/viewers.ts'

/** The worst that a mail could have, if a name in it were ever not escaped. */
const HOSTILE = `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=/vsa"></head>
<body style="color:#111111"><script>parent.ran = 1</script><img src="x" onerror="parent.ran = 1">
<form action="/api/logout" method="post"><button>Go on</button></form></body></html>`
const MINUTE_MS = 60_000

const api = apiForFile()
let sessions: Record<string, Session>
let mail_id: number
let other_id: number

beforeAll(async () => {
  const { tariffs } = await addViewers(api)
  const { ids } = await addFamily(api, tariffs.sell)
  const permissions = [...PERMISSIONS]
  const listed = { permissions, scope: 'LISTED' as const, account_ids: [ids.Sapphire] }
  sessions = {
    'its owner': await api.signIn('sapphire', 'RESELLER'),
    'an admin': api.admin,
    'another reseller': await api.signIn('topaz', 'RESELLER'),
    'the reseller above': await api.signIn('ruby', 'RESELLER'),
    'a client of its owner': await api.signIn('cleo', 'CLIENT'),
    'an admin of some accounts': await signInAdmin(api, 'limited', listed),
    'an admin without costs': await signInAdmin(api, 'seller', { permissions, hides_costs: true }),
  }
  mail_id = await addDelivery(ids.Sapphire, 'EMAIL', HOSTILE)
  other_id = await addDelivery(ids.Sapphire, 'EMAIL', '<p>Another one</p>')
})

async function addDelivery(owner_id: number, channel: 'EMAIL' | 'WEBHOOK', body_html: string) {
  const { id } = await api.database
    .insertInto('notification_delivery')
    .values({
      ...{ owner_id, sender_id: owner_id, rule_id: null, kind: 'MESSAGE', channel },
      ...{ recipient: 'noc@example.com', severity: 'INFO', subject: 'Hello', body_html },
      next_try_at: '2026-03-10T12:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const askAs = (session: Session | undefined, id: number) =>
  session!.call(log.getNotificationDeliveryPage, { params: { id } })
const urlOf = async (id: number) => (await askAs(api.admin, id)).data.url
/** As a frame without rights: with neither cookies nor a bearer token. */
const open = (url: string) => api.app.inject({ method: 'GET', url })

test('a mail is shown as it was sent, and may do nothing', async () => {
  const answer = await open(await urlOf(mail_id))
  expect(answer.statusCode).toBe(200)
  expect(answer.body.startsWith(HOSTILE)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; " +
      "frame-ancestors 'self'",
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each(['its owner', 'an admin'])('%s may see it', async (who) => {
  const { data } = await askAs(sessions[who], mail_id)
  expect((await open(data.url)).statusCode).toBe(200)
})

test.each([
  ['another reseller', 404],
  ['the reseller above', 404],
  ['a client of its owner', 403],
  ['an admin of some accounts', 404],
  ['an admin without costs', 404],
])('%s gets no address of it', async (who, status) => {
  const answer = await askAs(sessions[who], mail_id)
  expect(answer.status).toBe(status)
  expect(answer.response.body).not.toContain('token=')
})

test('what a webhook got, and what has no HTML, have no page', async () => {
  const webhook = await addDelivery(1, 'WEBHOOK', '')
  const held = await addDelivery(1, 'EMAIL', '')
  expect((await askAs(api.admin, webhook)).status).toBe(404)
  expect((await askAs(api.admin, held)).status).toBe(404)
})

test('an address opens one delivery for one minute', async () => {
  const url = await urlOf(mail_id)
  expect((await open(url.replace(`/${mail_id}/`, `/${other_id}/`))).statusCode).toBe(404)
  api.clock.now += MINUTE_MS - 1
  expect((await open(url)).statusCode).toBe(200)
  api.clock.now += 1
  const late = await open(url)
  expect([late.statusCode, late.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(late.body).toContain('valid for a minute')
  expect(late.body).not.toContain('parent.ran')
})

test('a token that was changed, or that the switch has not made, opens nothing', async () => {
  const url = await urlOf(mail_id)
  const [path = '', token = ''] = url.split('?token=')
  const [user_id, expires_ms, signed] = token.split('.')
  const changed = [
    `?token=${user_id}.${Number(expires_ms) + MINUTE_MS}.${signed}`,
    `?token=${Number(user_id) + 1}.${expires_ms}.${signed}`,
    `?token=${user_id}.${expires_ms}.`,
    `?token=${user_id}.${expires_ms}`,
    `?token=${token}&token=${token}`,
    '?token=',
    '',
  ]
  const answers = await Promise.all(changed.map((query) => open(`${path}${query}`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(changed.map(() => 404))
  expect((await open(url)).statusCode).toBe(200)
})
