// A query string that came back inside a page ran there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { startApi, type TestApi } from '../support/api.ts'

const SCRIPT = '<script>alert(1)</script>'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('an answer of the API is never a page, whatever the query says', async () => {
  const urls = [...ENDPOINTS.values()]
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/:\w+/g, encodeURIComponent(SCRIPT)))
  for (const url of [...urls, '/api/no-such-thing', `/api/${encodeURIComponent(SCRIPT)}`]) {
    const query = `q=${encodeURIComponent(SCRIPT)}&${encodeURIComponent(SCRIPT)}=1`
    const { headers } = await api.admin.send({ method: 'GET', url: `${url}?${query}` })
    expect(headers['content-type'], url).toMatch(/^application\/(problem\+)?json/)
    expect(headers['x-content-type-options'], url).toBe('nosniff')
  }
})
