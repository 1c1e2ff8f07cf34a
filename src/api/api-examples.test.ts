// The examples of docs/api.md, run as they are written there.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { listPayments } from '#contract/payments/payments.ts'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { listTariffRates } from '#contract/tariffs/tariff-rates.ts'
import { apiForFile } from '#test/support/api.ts'
import { doRateImports } from '#test/support/do-jobs.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/api.md')
const DAY = Date.parse('2026-03-10T12:00:00Z')
const run = promisify(execFile)

const api = apiForFile()
let viewers: Viewers
let blocks: { language: string; code: string }[]
let environment: Record<string, string>

beforeAll(async () => {
  viewers = await addViewers(api, DAY)
  const markdown = await readFile(DOCUMENT, 'utf8')
  blocks = [...markdown.matchAll(/^```(\w[\w -]*)\n(.*?)^```/gms)].map(
    ([, language = '', code = '']) => ({
      language,
      code,
    }),
  )
  const { data } = await api.admin.call(createApiToken, {
    body: {
      name: 'Examples',
      permissions: [
        'tariffs.view',
        'tariffs.bulk',
        'tariffs.export',
        'payments.create',
        'traffic_reports.view',
      ],
      allowed_networks: ['127.0.0.1'],
      expires_at: null,
    },
  })
  environment = {
    PATH: process.env.PATH ?? '',
    SWITCH: await api.app.listen({ host: '127.0.0.1', port: 0 }),
    TOKEN: data.token,
    TARIFF: String(viewers.tariffs.sell),
    CLIENT: String(viewers.acme),
  }
})

const codeIn = (wanted: string) =>
  blocks.filter(({ language }) => language === wanted).map(({ code }) => code)

const ofAcme = async () => {
  const query = { account_id: viewers.acme, from: '2000-01-01T00:00', to: '2100-01-01T00:00' }
  return (await api.admin.call(listPayments, { query })).data
}

test('every example with curl is answered', async () => {
  const script = ['set -e', ...codeIn('sh')].join('\necho\n')
  const { stdout } = await run('bash', ['-c', script], { env: environment })
  expect(stdout).toContain('"username":"admin"')
  expect(stdout).toContain('"destination":"Kingdom"')
  expect(stdout).toContain('prefix,destination,rate,')
  expect(stdout).toContain('"client_name":"Acme"')
  expect(await ofAcme()).toContainEqual(
    expect.objectContaining({ reference: '2026-117', created_by_name: 'admin' }),
  )
})

test('the example client lists rates, enters a payment and reads a report', async () => {
  const [client = ''] = codeIn('js')
  const args = ['--input-type=module', '--eval', client]
  const { stdout } = await run(process.execPath, args, { env: environment })
  expect(stdout).toContain('rate 44 Kingdom: 0.0123 per minute')
  expect(stdout).toMatch(/^payment \d+: balance [\d.]+ USD$/m)
  expect(stdout).toMatch(/^report Acme: \d+ of \d+ calls answered$/m)
  expect((await ofAcme()).map(({ reference }) => reference)).toContain('2026-118')
})

test('the example of a rate sheet uploads it, reads its preview and applies it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-sheet-'))
  const FILE = join(folder, 'sheet.csv')
  await writeFile(FILE, 'Prefix,Destination,Rate\n441534,Jersey,0.0130\n441624,Man,0.0135\n')
  const [client = ''] = codeIn('js rate-sheet')
  const args = ['--input-type=module', '--eval', client]
  // In the product a worker of the API does this as soon as it is signalled.
  let isOver = false
  const working = (async () => {
    while (!isOver) await doRateImports(api).then(() => pause(100))
  })()
  const { stdout } = await run(process.execPath, args, {
    env: { ...environment, FILE },
  }).finally(() => {
    isOver = true
  })
  await working
  await rm(folder, { recursive: true })
  expect(stdout).toBe('new 0, up 2, invalid 0\n2 rates added\n')
  const params = { tid: viewers.tariffs.sell }
  const { data } = await api.admin.call(listTariffRates, { params, query: { prefix: '4415' } })
  expect(data.map(({ prefix, destination }) => [prefix, destination])).toEqual([
    ['441534', 'Jersey'],
  ])
})

test('the document names the rights of its calls, and what each right opens', async () => {
  const { paths, 'x-rights': rights } = (await api.admin.send({ url: '/api/openapi.json' })).json()
  expect(paths['/api/payments'].post.security).toContainEqual({ api_token: ['payments.create'] })
  expect(paths['/api/me/password'].post.security).toEqual([{ session: [], cookie: [] }])
  expect(rights['payments.create']).toContain('POST /api/payments')
  expect(rights['tariffs.export']).toContain('GET /api/tariffs/{tid}/rates?format=')
  expect(rights['users.execute']).toBeUndefined()
})
