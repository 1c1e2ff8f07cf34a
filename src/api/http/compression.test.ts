// Answers over 1 kB and the built console are compressed, but nothing that holds a secret.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '#contract/all.ts'
import { startApi, type TestApi } from '#test/support/api.ts'

const PAGE = `<title>Soft Switch</title>${'<p>Console</p>'.repeat(200)}`
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }
const ENCODINGS = Object.keys(UNPACK) as (keyof typeof UNPACK)[]

let folder: string
let api: TestApi
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'softswitch-compression-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(PAGE))
  await writeFile(join(folder, 'index.html.gz'), gzipSync(PAGE))
  api = await startApi(folder)
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, encoding?: string) =>
  api.admin.send({ method: 'GET', url, headers: encoding ? { 'accept-encoding': encoding } : {} })

describe.each(ENCODINGS)('whoever takes %s', (encoding) => {
  test.each(['/', '/vsa/tariffs', '/api/openapi.json'])('gets %s so', async (url) => {
    const plain = await get(url)
    const packed = await get(url, encoding)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding })
    expect(String(packed.headers.vary).toLowerCase()).toContain('accept-encoding')
    expect(packed.headers['cache-control']).toBe(plain.headers['cache-control'])
    expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
    expect(UNPACK[encoding](packed.rawPayload)).toEqual(plain.rawPayload)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  test('gets an export so, line by line', async () => {
    const url = '/api/currencies?format=csv'
    const packed = await get(url, encoding)
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding })
    expect(packed.headers['content-length']).toBeUndefined()
    expect(UNPACK[encoding](packed.rawPayload)).toEqual((await get(url)).rawPayload)
  })
})

test('what is small or packed already goes as it is', async () => {
  for (const url of ['/api/initial-data', '/api/currencies?format=xlsx']) {
    expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined()
  }
})

test('an answer with a secret is never compressed, and says so in the contract', () => {
  const SECRETS = ['token', 'password']
  const withSecret = [...ENDPOINTS].filter(([, { answer }]) => {
    const names = answer instanceof z.ZodObject ? Object.keys(answer.shape) : []
    return names.some((name) => SECRETS.includes(name))
  })
  expect(withSecret.length).toBeGreaterThan(0)
  expect(withSecret.filter(([, { secret }]) => !secret)).toEqual([])
})

test('a body that comes in compressed is not unpacked', async () => {
  const answer = await api.admin.send({
    method: 'POST',
    url: '/api/currencies',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    payload: gzipSync(JSON.stringify({ code: 'USD', name: 'Dollar', rate: '1' })),
  })
  expect(answer.statusCode).toBe(400)
})
