// In other products a sort order, a filter or a field's name became SQL. Every list takes only the
// names that it knows, and everything else is a value.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { changedEndpoints } from '../support/changed-endpoints.ts'
import { changedFiles } from '../support/changed-files.ts'
import { sampleOf } from '../support/sample.ts'

const ATTACKS = [
  "'",
  "name'; drop table account; --",
  '1) or (1=1',
  '(select pg_sleep(5))',
  'name desc, (select password_hash from "user" limit 1)',
  'x\' union select username, password_hash from "user" --',
  '\\',
  '{"$ne":null}',
]

let api: TestApi
/** Each from an address of its own, or the limit of requests a minute would answer instead. */
let sent = 0
const get = (url: string) =>
  api.admin.send({ method: 'GET', url, remoteAddress: `192.0.2.${++sent % 250}` })

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const GETS = [...ENDPOINTS.values()].filter(({ method }) => method === 'GET')
const changed = changedEndpoints(changedFiles())

/** In an everyday run each endpoint has one of the attacks, in each of its names. */
const attempts = sampleOf(
  GETS.flatMap((endpoint) => ATTACKS.map((attack) => ({ endpoint, attack }))),
  { always: ({ endpoint }) => changed.has(endpoint) },
)

test('no endpoint takes SQL in its query or its path', async () => {
  const wrong: string[] = []
  for (const { endpoint, attack } of attempts) {
    const text = encodeURIComponent(attack)
    const path = endpoint.path.replace(/:\w+/g, text)
    const names = Object.keys(endpoint.query?.shape ?? { sort: true })
    for (const name of names.filter((name) => name !== 'limit')) {
      const { statusCode, body } = await get(`${path}?${name}=${text}`)
      const isRight = statusCode < 500 && !/\$argon2id|syntax error|pg_/.test(body)
      if (isRight) continue
      wrong.push(`${endpoint.path}, ${name}=${attack}: ${statusCode} ${body.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('two hundred names that no list has are refused', async () => {
  for (let at = 0; at < 200; at++) {
    const url = `/api/cdr?sort=${encodeURIComponent(`column_${at}`)}`
    const { statusCode } = await get(url)
    expect(statusCode).toBe(400)
  }
})
