// Requests that were made to hurt: whatever comes in, the answer is short, is no fault of ours, and
// takes no more memory than the request. An everyday run sends a share of them, but each to what is
// new.
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { login } from '#contract/people/session.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { apiForFile, type Session, sessionOf } from '#test/support/api.ts'
import { changedEndpoints } from '#test/support/changed-endpoints.ts'
import { changedFiles } from '#test/support/changed-files.ts'
import { sampleOf } from '#test/support/sample.ts'

const ANSWER_MAX = 64 * 1024
const changed = changedEndpoints(changedFiles())

const api = apiForFile()
let stranger: Session
beforeAll(async () => {
  stranger = sessionOf(api.app, {})
})

const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:\w+/g, '1')
const senderTo = ({ needs }: Endpoint) => (needs === 'anyone' ? stranger : api.admin)

const keys = (count: number, letters = 1, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 'k'.repeat(letters), value]))
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const names = [...new Set([...ENDPOINTS.values()].flatMap(({ body }) => namesOf(body)))]
/** The names of all fields of the first level, so that nested rows are reached too. */
function namesOf(body: Endpoint['body']): string[] {
  return body && 'shape' in body ? Object.keys(body.shape as object) : []
}
const everyField = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))

const BODIES: readonly (readonly [what: string, json: string])[] = [
  ['many keys', JSON.stringify(keys(5000))],
  ['as many keys as are looked at', JSON.stringify(keys(150, 1000))],
  ['long keys', JSON.stringify(keys(5, 150_000))],
  ['keys of signs that grow', JSON.stringify({ ['\u0001'.repeat(100_000)]: 1 })],
  ['long values', JSON.stringify(everyField('\u0001'.repeat(800)))],
  ['rows that lack everything', JSON.stringify(everyField(Array(100).fill({})))],
  ['more rows than anybody sends', JSON.stringify({ rules: Array(100_000).fill({}) })],
  ['rows of many keys', JSON.stringify({ rules: Array(100).fill(keys(150)) })],
  ['many values of the wrong type', JSON.stringify({ codecs: Array(200_000).fill(0) })],
  ['a list', JSON.stringify(Array(200_000).fill(0))],
  ['depth', nested(60_000)],
  ['depth in a list', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['names that every object has', '{"constructor":1,"toString":1,"hasOwnProperty":1}'],
]

/**
 * The requests of this run: by endpoint first, so that each endpoint has some of them, and each of
 * them goes to some endpoints.
 */
const cellsOf = <T>(endpoints: readonly Endpoint[], rows: readonly (readonly [string, T])[]) =>
  sampleOf(
    endpoints.flatMap((endpoint) => rows.map(([what, sent]) => ({ endpoint, what, sent }))),
    { always: ({ endpoint }) => changed.has(endpoint) },
  )

/** The fault of an answer, none if it is short and says what is wrong with the request. */
function faultOf({ statusCode, rawPayload, payload }: LightMyRequestResponse): string | undefined {
  if (statusCode < 400 || statusCode >= 500) return `${statusCode} ${payload.slice(0, 200)}`
  if (rawPayload.length >= ANSWER_MAX) return `${rawPayload.length} bytes`
  const code = /"code":"([^"]*)"/.exec(payload)?.[1] ?? ''
  return code in PROBLEMS ? undefined : `no problem: ${payload.slice(0, 200)}`
}

test('a hostile body has a short answer of every endpoint', async () => {
  const headers = { 'content-type': 'application/json' }
  const withBody = [...ENDPOINTS.values()].filter(({ body }) => body)
  const wrong: string[] = []
  for (const { endpoint, what, sent: payload } of cellsOf(withBody, BODIES)) {
    const request = { method: endpoint.method, url: pathOf(endpoint), headers, payload }
    const fault = faultOf(await senderTo(endpoint).send(request))
    if (fault) wrong.push(`${endpoint.method} ${endpoint.path}, a body with ${what}: ${fault}`)
  }
  expect(wrong).toEqual([])
})

const QUERIES = [
  ['many parameters', keys(2400)],
  ['long names', keys(3, 5000)],
  ['names that every object has', { constructor: 1, toString: 1, valueOf: 1 }],
] as const

test('a hostile query has a short answer of every endpoint', async () => {
  const gets = [...ENDPOINTS.values()].filter(({ method }) => method === 'GET')
  const wrong: string[] = []
  for (const { endpoint, what, sent: query } of cellsOf<object>(gets, QUERIES)) {
    const url = `${pathOf(endpoint)}?${new URLSearchParams(query as never)}`
    const fault = faultOf(await senderTo(endpoint).send({ method: 'GET', url }))
    if (fault) wrong.push(`GET ${endpoint.path}, a query with ${what}: ${fault}`)
  }
  expect(wrong).toEqual([])
})

describe('the fields of an answer', () => {
  const ask = (payload: string) =>
    stranger.send({
      method: login.method,
      url: login.path,
      headers: { 'content-type': 'application/json' },
      payload,
    })

  test('are twenty at most, with a count of the rest', async () => {
    const answer = (await ask(JSON.stringify(keys(100)))).json()
    expect(Object.keys(answer.fields)).toHaveLength(20)
    // Five fields of the login are missing besides.
    expect(answer.more_fields).toBe(100 + 5 - 20)
  })

  test('have a short message for a key that is not known', async () => {
    const answer = (await ask('{"no_such_key":1}')).json()
    expect(answer.fields.no_such_key).toBe('Unknown field.')
    expect(answer).not.toHaveProperty('more_fields')
  })

  test('are named even when every object has such a name', async () => {
    const answer = (await ask('{"constructor":1,"toString":2}')).json()
    expect(answer.fields).toMatchObject({
      constructor: 'Unknown field.',
      toString: 'Unknown field.',
    })
    const url = '/api/initial-data?__proto__=1&constructor=2'
    const { fields } = (await stranger.send({ method: 'GET', url })).json()
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor'])
  })
})
