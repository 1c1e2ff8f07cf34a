// Every way out of the product, with the narrowest groups of the operator: no list, file, document,
// message, export, portal or token has what they hide, and nothing is sent elsewhere for them.
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createExportJob } from '#contract/exports/export-jobs.ts'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { leavePortal, openPortal } from '#contract/people/on-behalf.ts'
import { assert } from '#core/assert.ts'
import { PERMISSIONS, type Permission } from '#core/permission/permission.ts'
import { TOKEN_PERMISSIONS } from '#core/permission/token-rights.ts'
import { textOfAnswer } from '#test/support/answer-text.ts'
import { apiForFile, type Session, sessionOf } from '#test/support/api.ts'
import { changedEndpoints } from '#test/support/changed-endpoints.ts'
import { changedFiles } from '#test/support/changed-files.ts'
import { has, open, type Page, pathsOf, queryTextOf, READ, readIds } from '#test/support/crawl.ts'
import { makeExports, NO_EXPORTS } from '#test/support/exports.ts'
import { addOutgoingWorld, CALLED, type OutgoingWorld } from '#test/support/outgoing-world.ts'
import { signInAdmin } from '#test/support/people.ts'
import { sampleOf } from '#test/support/sample.ts'
import { answeredIn, isWayOut, refusedIn, SENDS_NOTHING, WALKED } from '#test/support/ways-out.ts'

const api = apiForFile({ ...NO_EXPORTS, limits: { requests_per_minute: 1_000_000 } })
let world: OutgoingWorld
let sessions: Record<User, Session>
/** The pages that exist: the admin has opened them. */
const pages: Page[] = []
const ofAdmin = new Set<string>()

/** Those that have something of calls. */
const CALLS: readonly Permission[] = [
  ...(['home.view', 'search.view', 'active_calls.view', 'active_calls.export'] as const),
  ...(['call_records.view', 'call_records.export', 'sip_messages.view'] as const),
  ...(['recordings.view', 'routing_logs.view', 'traffic_reports.view'] as const),
]
const HIDES = { masked_digits: 6, hides_prices: true, hides_costs: true } as const

const USERS = {
  'with the narrowest group': { ...HIDES, permissions: CALLS, refuses_export: true },
  'with every permission but exports': {
    ...{ ...HIDES, permissions: PERMISSIONS, refuses_export: true },
  },
  'with every permission': { ...HIDES, permissions: PERMISSIONS, refuses_export: false },
} as const
type User = keyof typeof USERS
const users = Object.keys(USERS) as User[]

const HIDDEN = {
  number: /12025550123|442071838750|33100000000/,
  price: /(?<![\d.])0\.0123(?!\d*[1-9])/,
  cost: /(?<![\d.])0\.007(011)?0*(?!\d)/,
  margin: /(?<![\d.])0\.005289/,
  balance: /7\.654321|6\.419754|265\.151413|777\.131313/,
} as const

/** Payments with the balances around them have their own permissions (docs/operating.md). */
const OF_PAYMENTS = /^\/api\/(payments|reports\/payments)\//

function hiddenIn(path: string, text: string): string[] {
  return Object.entries(HIDDEN).flatMap(([what, pattern]) => {
    const found = what === 'balance' && OF_PAYMENTS.test(path) ? null : pattern.exec(text)
    if (!found) return []
    return [`${path} has a ${what}: ${text.slice(Math.max(0, found.index - 80), found.index + 30)}`]
  })
}

const whole = (answer: Parameters<typeof textOfAnswer>[0]) =>
  `${JSON.stringify(answer.headers)}\n${textOfAnswer(answer)}`

const isOfCalls = (endpoint: Endpoint): boolean =>
  has(endpoint, 'type') && /cdr|calls/.test(endpoint.path)

/** Calls of retail clients too. */
const queryOf = (endpoint: Endpoint, ...more: string[]) =>
  queryTextOf(endpoint, ...(isOfCalls(endpoint) ? ['type=all'] : []), ...more)

beforeAll(async () => {
  world = await addOutgoingWorld(api)
  const signIn = async (user: User) =>
    [user, await signInAdmin(api, user.replaceAll(' ', '-'), USERS[user])] as const
  const signedIn: (readonly [User, Session])[] = []
  for (const user of users) signedIn.push(await signIn(user))
  sessions = Object.fromEntries(signedIn) as typeof sessions
  const ids = await readIds(api.database, world.call_ids)
  for (const endpoint of READ) {
    for (const path of pathsOf(endpoint, ids)) {
      const answer = await open(api.admin, path + queryOf(endpoint))
      expect([path, answer.statusCode]).not.toEqual([path, 400])
      if (answer.statusCode !== 200) continue
      pages.push({ endpoint, path })
      for (const [what, pattern] of Object.entries(HIDDEN)) {
        if (pattern.test(whole(answer))) ofAdmin.add(`${what} ${endpoint.path}`)
      }
    }
  }
})

test('who sees everything finds numbers and money on these ways', () => {
  const ways = {
    number: [
      ...['cdr', 'cdr/:call_id', 'cdr/:call_id/messages', 'cdr/:call_id/messages.pcap'],
      ...['active-calls', 'active-calls/:call_id', 'sip-users', 'registrations'],
      ...['logs/routing-logs', 'logs/routing-errors', 'logs/activities', 'logs/auth-failures'],
      ...['number-lists/:number_list_id/items', 'bulk-changes/:id/things', 'reconciliations/:id'],
      'accounts/:id/personal-data',
    ],
    price: ['cdr', 'cdr/:call_id', 'tariffs/:tid/rates', 'price-notifications/:id/pdf/:account_id'],
    cost: ['cdr', 'cdr/:call_id', 'tariffs/:tid/rates', 'reports/traffic', 'home'],
    margin: ['cdr/totals', 'reports/traffic', 'home/traffic'],
    balance: [
      'alarms',
      'alarms/:id',
      'notification-deliveries/:id',
      'settlements',
      'logs/activities',
    ],
  }
  const all = Object.entries(ways).flatMap(([what, paths]) =>
    paths.map((path) => `${what} /api/${path}`),
  )
  expect(all.filter((way) => !ofAdmin.has(way))).toEqual([])
})

const changed = changedEndpoints(changedFiles())
/** A workbook has the rows of the CSV file, and takes ten times as long to read. */
const workbooks = new Set(
  sampleOf(
    READ.filter(({ list }) => list),
    { always: (endpoint) => changed.has(endpoint) },
  ),
)
const formatsOf = (endpoint: Endpoint): readonly string[] => {
  if (!endpoint.list) return ['']
  return ['', 'format=csv', ...(workbooks.has(endpoint) ? ['format=xlsx'] : [])]
}

/** Reads all pages, one after the other, as a user has one export at a time. */
async function walk(session: Session) {
  const leaks: string[] = []
  const read = new Set<string>()
  const files: string[] = []
  for (const { endpoint, path } of pages) {
    for (const format of formatsOf(endpoint)) {
      const answer = await open(session, path + queryOf(endpoint, format))
      const isRead = answer.statusCode === 200
      if (isRead) read.add(path)
      if (isRead && (format !== '' || endpoint.file_type)) files.push(`${path} ${format}`)
      // A refusal may name something too.
      leaks.push(...hiddenIn(path, whole(answer)))
      if (!isRead && format === '') break
    }
  }
  return { leaks, read, files }
}

describe.each(users)('an admin %s', (user) => {
  test('reads nothing that is hidden, in no list, file and document', async () => {
    const { leaks, read, files } = await walk(sessions[user])
    expect(leaks).toEqual([])
    expect(read).toContain('/api/cdr')
    const lists = files.filter((file) => file.includes('format='))
    if (USERS[user].refuses_export) expect(lists).toEqual([])
    else expect(lists.length).toBeGreaterThan(50)
  })
})

test('a search by a hidden number or amount finds nothing', async () => {
  const session = sessions['with every permission']
  for (const text of [CALLED, '6.419754']) {
    const url = `/api/logs/activities?range=24h&q=${text}`
    expect(JSON.parse((await api.admin.send({ url })).body).data).not.toEqual([])
    expect(JSON.parse((await session.send({ url })).body).data).toEqual([])
  }
  const url = `/api/bulk-changes/1/things?q=${CALLED}`
  expect((await api.admin.send({ url })).statusCode).toBe(200)
  expect((await session.send({ url })).statusCode).toBe(400)
})

/** Sends what the table says; with the permission alone, without a confirmation. */
async function send(session: Session, name: string, way: ReturnType<typeof refusedIn>[string]) {
  const endpoint = ENDPOINTS.get(name)
  assert(endpoint, `${name} is no endpoint.`)
  const url = endpoint.path.replace(/:(\w+)/g, (_, param: string) => String(way.params?.[param]))
  const { method } = endpoint
  return session.send({ method, url, ...(way.body && { payload: way.body }) })
}

describe('a way out that is not read', () => {
  test('is in the table, with what it does', () => {
    const known: readonly string[] = [
      ...[refusedIn(world), answeredIn(world, 0)].flatMap(Object.keys),
      ...[...SENDS_NOTHING, ...WALKED],
    ]
    const ways = [...ENDPOINTS].filter(([, endpoint]) => isWayOut(endpoint)).map(([name]) => name)
    expect(ways.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !ENDPOINTS.has(name))).toEqual([])
  })

  test.each(users)('sends nothing elsewhere for an admin %s', async (user) => {
    const sent: string[] = []
    for (const [name, way] of Object.entries(refusedIn(world))) {
      const { statusCode, body } = await send(sessions[user], name, way)
      // A thing that is hidden does not exist.
      if (statusCode !== 403 && statusCode !== 404) sent.push(`${name}: ${statusCode} ${body}`)
    }
    expect(sent).toEqual([])
  })

  test.each(users)('answers nothing that is hidden to an admin %s', async (user) => {
    const leaks: string[] = []
    // The narrowest group changes nothing.
    for (const [name, way] of Object.entries(answeredIn(world, users.indexOf(user)))) {
      const answer = await send(sessions[user], name, way)
      // The number that was sent may come back.
      const text = name === 'testRoute' ? whole(answer).replace(HIDDEN.number, '') : whole(answer)
      leaks.push(...hiddenIn(name, text))
    }
    expect(leaks).toEqual([])
  })

  test('is open to who sees everything, with the same bodies', async () => {
    const refused: string[] = []
    const all = { ...answeredIn(world, users.length), ...refusedIn(world) }
    for (const [name, way] of Object.entries(all)) {
      const { statusCode, body } = await send(api.admin, name, way)
      if (statusCode >= 300) refused.push(`${name}: ${statusCode} ${body}`)
    }
    expect(refused).toEqual([])
  })
})

describe('an export in the background', () => {
  const list = '/api/cdr'
  const query = { range: '24h', type: 'all' }

  test.each(['CSV', 'JSON_LINES', 'XLSX'] as const)('has nothing hidden in %s', async (format) => {
    const session = sessions['with every permission']
    const body = { name: 'Calls', list, query, format }
    const { data } = await session.call(createExportJob, { body })
    await makeExports(api)
    const file = await session.send({ url: `/api/export-jobs/${data.id}/file` })
    expect(file.statusCode).toBe(200)
    const text =
      format === 'XLSX'
        ? textOfAnswer({
            ...file,
            headers: { 'content-type': 'spreadsheetml' },
            rawPayload: file.rawPayload,
          })
        : gunzipSync(file.rawPayload).toString()
    expect(text).toContain('442071••••••')
    expect(hiddenIn(list, text)).toEqual([])
  })

  test.each(users)('is refused to an admin %s if exports are', async (user) => {
    const body = { name: 'Calls', list, query, format: 'CSV' } as const
    const { status } = await sessions[user].call(createExportJob, { body })
    expect(status).toBe(USERS[user].refuses_export ? 403 : 200)
  })
})

test('a portal shows no more than its opener sees', async () => {
  const session = sessions['with every permission']
  // That of a carrier is nothing but costs.
  const { status } = await session.call(openPortal, { params: { id: world.london } })
  expect(status).toBe(404)
  for (const id of [world.acme, world.rita]) {
    expect((await session.call(openPortal, { params: { id } })).status).toBe(204)
    const { leaks, read } = await walk(session)
    expect(leaks).toEqual([])
    expect(read).toContain('/api/cdr')
    expect((await session.call(leavePortal, {})).status).toBe(204)
  }
})

test('a token reads no more than its user', async () => {
  const session = sessions['with every permission']
  const permissions = [...TOKEN_PERMISSIONS].filter((one) =>
    /^(call_records|active_calls|routing_logs|tariffs|activities)\.(view|export)$/.test(one),
  )
  const body = { name: 'Program', permissions, allowed_networks: [], expires_at: null }
  const { data, problem } = await session.call(createApiToken, { body })
  assert(data, JSON.stringify(problem))
  const program = sessionOf(api.app, { authorization: `Bearer ${data.token}` })
  const { leaks, files } = await walk(program)
  expect(leaks).toEqual([])
  expect(files.some((file) => file.startsWith('/api/cdr '))).toBe(true)
})
