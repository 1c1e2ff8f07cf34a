// Every endpoint, called by every kind of user about accounts of every relation: users without
// permission get a refusal, others get their own rows, and foreign rows do not exist for them.
import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { assert } from '#core/assert.ts'
import {
  PERMISSIONS,
  type Permission,
  permissionsOf,
  type UserType,
} from '#core/permission/permission.ts'
import { textOfAnswer } from '#test/support/answer-text.ts'
import { apiForFile, type Session, sessionOf } from '#test/support/api.ts'
import { changedEndpoints } from '#test/support/changed-endpoints.ts'
import { changedFiles } from '#test/support/changed-files.ts'
import { has, sortsOf } from '#test/support/crawl.ts'
import {
  aboveOf,
  addFamily,
  type Family,
  isReseller,
  isWithin,
  MEMBERS,
  type Member,
} from '#test/support/family.ts'
import { addForeignThings, NOT_OF_AN_ACCOUNT, turnOf } from '#test/support/foreign-things.ts'
import { signInAdmin, signInStaff, staffPermissionsOf } from '#test/support/people.ts'
import { sampleOf } from '#test/support/sample.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'
import { bodyFor, NONE, sendChange, urlOf, withoutMoment } from '#test/support/sent-changes.ts'
import { contentsOf } from '#test/support/table-contents.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const VIEWS = PERMISSIONS.filter((permission) => permission.endsWith('.view'))

/** The kinds of users: what they may do, and which member of the family, if any, they are. */
const KINDS = {
  'admin with all rights': { may: PERMISSIONS },
  'admin without a group': { may: [] },
  'admin who may view': { may: VIEWS },
  'admin of a reseller': { may: PERMISSIONS, type: 'ADMIN', is: 'Sapphire' },
  reseller: { may: permissionsOf('RESELLER'), type: 'RESELLER', is: 'Sapphire' },
  'staff of a reseller': { may: staffPermissionsOf('RESELLER'), type: 'RESELLER', is: 'Sapphire' },
  'wholesale client': { may: permissionsOf('WHOLESALE'), type: 'WHOLESALE', is: 'Cleo' },
  'staff of a wholesale client': {
    may: staffPermissionsOf('WHOLESALE'),
    type: 'WHOLESALE',
    is: 'Cleo',
  },
  'retail client': { may: permissionsOf('RETAIL'), type: 'RETAIL' },
  'settlement account': { may: permissionsOf('SETTLEMENT'), type: 'SETTLEMENT' },
  nobody: { may: [] },
} as const satisfies Readonly<
  Record<string, { may: readonly Permission[]; type?: UserType; is?: Member }>
>
type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

/** Those of whose data most is foreign, with the names that are in none of their answers. */
const LIMITED = {
  'admin of a reseller': /\b(Bella|Topaz|Dora|Acme|Rita)\b/,
  reseller: /\b(Bella|Topaz|Dora|Acme|Rita|London|Paris|Silver)\b/,
  'staff of a reseller': /\b(Bella|Topaz|Dora|Acme|Rita|London|Paris|Silver)\b/,
  'wholesale client': /\b(Ruby|Topaz|Bella|Cora|Dora|Acme|Rita|London|Paris|Silver)\b/,
  'staff of a wholesale client': /\b(Ruby|Topaz|Bella|Cora|Dora|Acme|Rita|London|Paris|Silver)\b/,
  'retail client': /\b(Ruby|Sapphire|Topaz|Bella|Cleo|Cora|Dora|Acme|London|Paris|Silver)\b/,
  'settlement account':
    /\b(Ruby|Sapphire|Topaz|Bella|Cleo|Cora|Dora|Acme|Rita|Paris|Gold|Silver)\b/,
} as const satisfies Partial<Record<Kind, RegExp>>
const limited = Object.keys(LIMITED) as (keyof typeof LIMITED)[]

const changed = changedEndpoints(changedFiles())
/** Those whose lists an everyday run opens; the lists that are new are opened by all. */
const ofRun = sampleOf(limited, { shares: 4 })

const api = apiForFile()
let family: Family
let viewers: Viewers
let sessions: Record<Kind, Session>

beforeAll(async () => {
  viewers = await addViewers(api)
  family = await addFamily(api, viewers.tariffs.sell)
  const account_ids = [family.ids.Sapphire]
  sessions = {
    'admin with all rights': api.admin,
    'admin without a group': await signInAdmin(api, 'none'),
    'admin who may view': await signInAdmin(api, 'viewer', { permissions: VIEWS }),
    'admin of a reseller': await signInAdmin(api, 'limited', {
      permissions: [...PERMISSIONS],
      scope: 'LISTED',
      account_ids,
    }),
    reseller: await api.signIn('sapphire', 'RESELLER'),
    'staff of a reseller': await signInStaff(api, 'sapphire', 'RESELLER'),
    'wholesale client': await api.signIn('cleo', 'CLIENT'),
    'staff of a wholesale client': await signInStaff(api, 'cleo', 'WHOLESALE'),
    'retail client': await api.signIn('rita', 'CLIENT'),
    'settlement account': await api.signIn('london', 'CLIENT'),
    nobody: sessionOf(api.app, {}),
  }
})

const may = (kind: Kind, { needs }: Endpoint): boolean => {
  if (needs === 'anyone') return true
  if (kind === 'nobody') return false
  const held: readonly string[] = KINDS[kind].may
  return needs === 'signed-in' || needs === 'session' || held.includes(needs)
}

let asked = 0
/** A body that no endpoint takes, so that no request gets further than its checks. */
async function ask(kind: Kind, endpoint: Endpoint, ids: readonly string[] = [], query = '') {
  const isChange = endpoint.method !== 'GET'
  asked += 1
  const answer = await sessions[kind].send({
    method: endpoint.method,
    url: `${urlOf(endpoint, ids)}${query}`,
    // One address alone would be slowed down.
    remoteAddress: `198.18.0.${Math.floor(asked / 1000)}`,
    ...(isChange && { payload: { is_in_no_form: true } }),
  })
  assert(answer.statusCode !== 429, 'Too many requests from one address.')
  return { status: answer.statusCode, body: withoutMoment(textOfAnswer(answer)) }
}

const all = [...ENDPOINTS.values()]

describe('a permission', () => {
  test.each(kinds)('opens to %s its endpoints and no other', async (kind) => {
    const wrong: string[] = []
    for (const endpoint of all) {
      const { status, body } = await ask(kind, endpoint)
      const [refusal, code] = kind === 'nobody' ? [401, 'login-required'] : [403, 'not-allowed']
      const isRight = may(kind, endpoint)
        ? status !== 401 && status !== 403 && status !== 500
        : status === refusal && body.includes(`"code":"${code}"`)
      if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path} answers ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

/** Under these paths an id is that of an account of the family, or of its call. */
const placesOf = (name: Member): Readonly<Record<string, string>> => {
  const id = String(family.ids[name])
  const call = family.calls[name]
  const calls = call ? { '/api/cdr/:call_id': call } : {}
  return {
    [isReseller(name) ? '/api/resellers/:id' : '/api/wholesale-clients/:id']: id,
    '/api/account-stops/:id': id,
    ...calls,
  }
}

function relationOf(name: Member, self: Member): string {
  if (name === self) return 'own'
  if (isWithin(name, self)) return 'child'
  if (isWithin(self, name)) return 'parent'
  return aboveOf(name) === aboveOf(self) ? 'sibling' : 'foreign'
}

const ofFamily = kinds.filter((kind) => kind !== 'nobody')

describe('an account', () => {
  test.each(ofFamily)('is there for %s in its scope, and nowhere else', async (kind) => {
    const { is: self, type } = KINDS[kind] as { is?: Member; type?: string }
    const seesAll = kind.startsWith('admin') && self === undefined
    const wrong: string[] = []
    for (const name of MEMBERS) {
      for (const [place, id] of Object.entries(placesOf(name))) {
        const one = all.filter(
          ({ method, path }) =>
            path.startsWith(place) && (method === 'GET' || (method === 'DELETE' && path === place)),
        )
        for (const endpoint of one.filter((each) => may(kind, each))) {
          // The whole record of a reseller is the business of the account above it.
          const isOwnRecord =
            type === 'RESELLER' && name === self && endpoint.path === '/api/resellers/:id'
          const isIn = self !== undefined && isWithin(name, self) && !isOwnRecord
          const isSeen = seesAll || isIn
          // Deleting one's own is what it says.
          if (isSeen && endpoint.method === 'DELETE') continue
          const answer = await ask(kind, endpoint, [id])
          const none = await ask(kind, endpoint, [NONE])
          const isRight = isSeen
            ? answer.status === 200
            : answer.status === none.status && answer.body === none.body
          const relation = self ? relationOf(name, self) : 'foreign'
          if (!isRight) wrong.push(`${relation} ${name}: ${endpoint.path} ${answer.status}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('below its reseller is own, child, sibling, parent or foreign to it', () => {
    const relations = MEMBERS.map((name) => relationOf(name, 'Sapphire'))
    expect(new Set(relations)).toEqual(new Set(['own', 'child', 'sibling', 'parent', 'foreign']))
  })
})

/** Values for a filter by an account, a gateway or a tariff; the first of each is foreign. */
const foreignIds = () => ({
  account_id: [viewers.acme, family.ids.Dora],
  parent_id: [family.ids.Topaz],
  reseller_id: [family.ids.Topaz],
  settlement_id: [viewers.paris],
  gateway_id: [viewers.gateways.paris],
})

describe('a list', () => {
  const lists = (kind: Kind) =>
    all
      .filter((one) => one.method === 'GET' && !one.path.includes(':') && may(kind, one))
      .filter((one) => changed.has(one) || ofRun.some((each) => each === kind))
  const opening = changed.size > 0 ? limited : ofRun

  test.each(opening)('has for %s no foreign name, in no order and no file', async (kind) => {
    const leaks: string[] = []
    for (const endpoint of lists(kind)) {
      const files = endpoint.list ? ['?format=csv', '?format=xlsx'] : []
      const sorts = sortsOf(endpoint).map((sort) => `?sort=${sort}`)
      const rows = new Set<number>()
      for (const query of ['', ...sorts, ...files]) {
        const { status, body } = await ask(kind, endpoint, [], query)
        if (LIMITED[kind].test(body)) leaks.push(`${endpoint.path}${query}: ${body.slice(0, 300)}`)
        if (status !== 200 || !endpoint.list || files.includes(query)) continue
        const { data, page } = JSON.parse(body)
        if (!page.next_cursor) rows.add(data.length)
        if (page.total !== undefined) rows.add(page.total)
      }
      // A list has as many rows as it says, in whatever order.
      if (rows.size > 1) leaks.push(`${endpoint.path} has ${[...rows].join(' or ')} rows`)
    }
    expect(leaks).toEqual([])
  })

  test.each(opening)(
    'filtered by %s by a foreign id is as by one that does not exist',
    async (kind) => {
      const leaks: string[] = []
      for (const endpoint of lists(kind)) {
        for (const [name, ids] of Object.entries(foreignIds())) {
          if (!has(endpoint, name)) continue
          const none = await ask(kind, endpoint, [], `?${name}=${NONE}`)
          for (const id of ids) {
            const found = await ask(kind, endpoint, [], `?${name}=${id}`)
            if (JSON.stringify(found) === JSON.stringify(none)) continue
            leaks.push(`${endpoint.path}?${name}=${id}: ${found.body.slice(0, 300)}`)
          }
        }
      }
      expect(leaks).toEqual([])
    },
  )
})

describe('a change', () => {
  const changes = all.filter((one) => one.method !== 'GET' && one.path.includes(':'))
  let things: Awaited<ReturnType<typeof addForeignThings>>

  beforeAll(async () => {
    things = await addForeignThings(api, viewers, family)
  })

  const idsOf = ({ path }: Endpoint) =>
    Object.entries(things).find(([place]) => path === place || path.startsWith(`${place}/`))?.[1]

  test('has an id of a foreign object here, or no object of an account', () => {
    const missing = changes.filter(
      (one) => !idsOf(one) && !NOT_OF_AN_ACCOUNT.some((start) => one.path.startsWith(start)),
    )
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test('of what is foreign is as of what does not exist, and changes nothing', async () => {
    const before = await contentsOf(api.database)
    const wrong: string[] = []
    for (const endpoint of changes) {
      for (const id of idsOf(endpoint) ?? []) {
        const body = await bodyFor(api.admin, endpoint, urlOf(endpoint, [String(id)]))
        for (const kind of limited.filter((one) => may(one, endpoint))) {
          const own = body && withoutUnseen(KINDS[kind].type, endpoint, body)
          const answer = await sendChange(sessions[kind], endpoint, id, own)
          const none = await sendChange(sessions[kind], endpoint, NONE, own)
          const isRight = answer.status === 404 && answer.body === none.body
          if (!isRight) wrong.push(`${kind}: ${endpoint.method} ${endpoint.path} ${answer.body}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(await contentsOf(api.database)).toEqual(before)
  })

  test('with the same body is taken from those who see the object', async () => {
    const wrong: string[] = []
    for (const endpoint of changes.toSorted((a, b) => turnOf(a) - turnOf(b))) {
      for (const id of idsOf(endpoint) ?? []) {
        const body = await bodyFor(api.admin, endpoint, urlOf(endpoint, [String(id)]))
        const { status, body: said } = await sendChange(api.admin, endpoint, id, body)
        // 409: the state of the object does not permit it.
        const isTaken = status < 300 || status === 409
        if (!isTaken) wrong.push(`${endpoint.method} ${endpoint.path} ${said}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
