// Others served any file that a parameter named, or stored an upload where its name said.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { startApi, type TestApi } from '../support/api.ts'

const PATHS = [
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '/etc/passwd',
  'C:\\boot.ini',
  '....//',
]

/** Texts beside an upload, for those who read the list; the upload itself is in the database. */
const LABELS = [
  'uploadCallFile.file_name',
  'uploadCountryFile.file_name',
  'uploadRateFile.file_name',
]

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('no endpoint takes the name of a file or of a folder', () => {
  const named = [...ENDPOINTS].flatMap(([name, { query, params }]) =>
    Object.keys({ ...query?.shape, ...params?.shape })
      .filter((key) => /file|path|folder|directory|backup/i.test(key))
      .map((key) => `${name}.${key}`),
  )
  expect(named.filter((name) => !LABELS.includes(name))).toEqual([])
})

test('a path in the place of an id finds nothing', async () => {
  for (const { method, path } of ENDPOINTS.values()) {
    if (method !== 'GET' || !path.includes(':')) continue
    for (const attack of PATHS) {
      const url = path.replace(/:\w+/g, encodeURIComponent(attack))
      const answer = await api.admin.send({ method, url })
      expect([400, 404], `${url} ${answer.body}`).toContain(answer.statusCode)
    }
  }
})
