// Resellers of all five levels and what is not right below them: their children's children, what is
// above and beside them. It does not exist for them, and no change of theirs reaches it.
import { beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { permissionsOf } from '#core/permission/permission.ts'
import { textOfAnswer } from '#test/support/answer-text.ts'
import { apiForFile } from '#test/support/api.ts'
import { changedEndpoints } from '#test/support/changed-endpoints.ts'
import { changedFiles } from '#test/support/changed-files.ts'
import { clientIpForm, rechargeForm, sipUserForm } from '#test/support/forms.ts'
import {
  above,
  addMarkedAccounts,
  idOf,
  isReseller,
  isSettlement,
  MARKED,
  type Marked,
  type MarkedAccounts,
  resellersAbove,
} from '#test/support/marked-accounts.ts'
import { sampleOf } from '#test/support/sample.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'
import { bodyFor, NONE, sendChange, urlOf, withoutMoment } from '#test/support/sent-changes.ts'
import { contentsOf } from '#test/support/table-contents.ts'

const LEVELS = ['r1', 'r2', 'r3', 'r4', 'r5'] as const
type Caller = (typeof LEVELS)[number]

/** A reseller sees the whole tree below it, and enters each portal there (ADR-0034). */
const OF_ALL_BELOW: readonly string[] = [
  '/api/accounts/:id/portal-session',
  '/api/resellers/:id/tree',
]

const held: readonly string[] = [...permissionsOf('RESELLER'), 'signed-in', 'session', 'anyone']
const endpoints = [...ENDPOINTS.values()].filter(({ needs }) => held.includes(needs))
const changed = changedEndpoints(changedFiles())
const ofRun = sampleOf(LEVELS, { shares: LEVELS.length })

const api = apiForFile()
let accounts: MarkedAccounts
/** By the path of its endpoints up to the id: the thing of each account. */
const things = new Map<Marked, Record<string, number>>()

async function addThings(one: Marked, nth: number): Promise<Record<string, number>> {
  const id = accounts.ids[one]
  const kind = isReseller(one)
    ? 'resellers'
    : /^t/.test(one)
      ? 'retail-clients'
      : 'wholesale-clients'
  const own = { [`/api/${kind}/:id`]: id, '/api/accounts/:id': id, '/api/account-stops/:id': id }
  if (isReseller(one)) return own
  const paid = await api.admin.call(createPayment, { body: rechargeForm(id, 1) })
  const things = { ...own, '/api/payments/:id': idOf(paid) }
  if (kind === 'retail-clients') {
    const user = await api.admin.call(createSipUser, { body: sipUserForm(id) })
    return { ...things, '/api/sip-users/:id': idOf(user) }
  }
  const ip = await api.admin.call(createClientIp, { body: clientIpForm(id, `192.0.2.${nth + 1}`) })
  return { ...things, '/api/ip-list/:id': idOf(ip) }
}

beforeAll(async () => {
  accounts = await addMarkedAccounts(api, [])
  // Each is paid from the balance of the level above, and keeps what its own children are paid.
  for (const one of MARKED.filter(isReseller)) {
    const amount = 100 - 20 * resellersAbove(one).length
    idOf(await api.admin.call(createPayment, { body: rechargeForm(accounts.ids[one], amount) }))
  }
  for (const [nth, one] of MARKED.entries()) {
    if (!isSettlement(one)) things.set(one, await addThings(one, nth))
  }
})

const isOwn = (caller: Caller, one: Marked) => one === caller || above(one) === caller

function relationOf(caller: Caller, one: Marked): string {
  if (resellersAbove(one).includes(caller)) return 'a child of a child'
  if (resellersAbove(caller).includes(one)) return 'above'
  return above(one) === above(caller) ? 'beside' : 'foreign'
}

/** The endpoints of a thing, by the path up to its id. */
const endpointsAt = (place: string): Endpoint[] =>
  endpoints.filter(({ path }) => path === place || path.startsWith(`${place}/`))

async function read(caller: Caller, endpoint: Endpoint, id: number | string) {
  const answer = await accounts.sessions[caller].send({ url: urlOf(endpoint, [String(id)]) })
  return { status: answer.statusCode, body: withoutMoment(textOfAnswer(answer)) }
}

async function change(caller: Caller, endpoint: Endpoint, id: number | string, body?: object) {
  const seen = body && withoutUnseen('RESELLER', endpoint, body)
  return sendChange(accounts.sessions[caller], endpoint, id, seen)
}

/** Faults of one endpoint with the thing of an account that is not the caller's business. */
async function faultsOf(caller: Caller, endpoint: Endpoint, id: number): Promise<string[]> {
  if (endpoint.method === 'GET') {
    const [found, none] = [await read(caller, endpoint, id), await read(caller, endpoint, NONE)]
    return found.status === none.status && found.body === none.body ? [] : [`${found.status}`]
  }
  const body = await bodyFor(api.admin, endpoint, urlOf(endpoint, [String(id)]))
  const before = await contentsOf(api.database)
  const found = await change(caller, endpoint, id, body)
  const none = await change(caller, endpoint, NONE, body)
  const after = await contentsOf(api.database)
  const tables = Object.keys(after).filter((table) => after[table] !== before[table])
  const isRight = found.status === 404 && found.body === none.body
  return [...(isRight ? [] : [found.body]), ...tables.map((table) => `changes ${table}`)]
}

test.each(LEVELS)('for %s there is what is right below it, and nothing else', async (caller) => {
  const wrong: string[] = []
  const relations = new Set<string>()
  for (const [one, places] of things) {
    if (isOwn(caller, one)) continue
    for (const [place, id] of Object.entries(places)) {
      const asked = endpointsAt(place).filter(
        (endpoint) =>
          !OF_ALL_BELOW.includes(endpoint.path) &&
          (changed.has(endpoint) || ofRun.includes(caller)),
      )
      for (const endpoint of asked) {
        relations.add(relationOf(caller, one))
        const faults = await faultsOf(caller, endpoint, id)
        const about = `${relationOf(caller, one)} ${one}: ${endpoint.method} ${endpoint.path}`
        wrong.push(...faults.map((fault) => `${about} ${fault}`))
      }
    }
  }
  expect(wrong).toEqual([])
  if (ofRun.includes(caller)) expect(relations.size).toBeGreaterThan(1)
})

test('each of them has the accounts right below it', async () => {
  const [place, ...more] = ['/api/wholesale-clients/:id', '/api/retail-clients/:id']
  for (const caller of LEVELS) {
    for (const [one, places] of things) {
      const id = places[place ?? ''] ?? places[more[0] ?? '']
      if (above(one) !== caller || id === undefined) continue
      const kind = /^t/.test(one) ? 'retail-clients' : 'wholesale-clients'
      const { statusCode } = await accounts.sessions[caller].send({ url: `/api/${kind}/${id}` })
      expect([caller, one, statusCode]).toEqual([caller, one, 200])
    }
  }
})
