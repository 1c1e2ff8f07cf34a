// Backups, call records and internal interfaces of others could be fetched without a login.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a stranger is answered by login, captcha, initial data and health alone', async () => {
  const open: string[] = []
  for (const { method, path } of ENDPOINTS.values()) {
    const url = path.replace(/:\w+/g, '1')
    const { statusCode } = await api.app.inject({ method, url, payload: {} })
    if (statusCode !== 401 && statusCode !== 403) open.push(`${method} ${path} ${statusCode}`)
  }
  expect(open.sort()).toEqual([
    'GET /api/captcha 200',
    'GET /api/health 200',
    'GET /api/initial-data 200',
    'POST /api/login 400',
  ])
})

test('nothing else stands open beside the contract', async () => {
  const guesses = ['openapi.json', 'docs', 'metrics', 'debug', 'backup', '.env', 'cdr.csv', 'admin']
  for (const guess of guesses) {
    const { statusCode } = await api.app.inject(`/api/${guess}`)
    expect([401, 404], guess).toContain(statusCode)
  }
})
