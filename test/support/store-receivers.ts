// Receivers of the record feed that are no webhooks: the HTTP interface of ClickHouse and a store
// with the interface of S3, as far as a consumer uses them. Both refuse what a real one refuses.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { signedHeaders } from '#jobs/record-feed/aws-signature.ts'
import { readParquet } from './parquet.ts'

type Row = Record<string, unknown>

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
}

async function serve(take: (request: IncomingMessage, body: Buffer) => Answer | Promise<Answer>) {
  const server = createServer(async (request, response) => {
    const { status, headers } = await take(request, await buffer(request))
    response.writeHead(status, headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const linesOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const unpack = (body: Buffer): Row[] => linesOf(gunzipSync(body).toString())

export const CLICKHOUSE_USER = { name: 'feed', password: 'correct horse' }

/** Has one table, `warehouse.calls`, which keeps the tokens of inserts. */
export async function startClickHouse() {
  const rows: Row[] = []
  const inserts: { token: string; rows: number }[] = []
  const refused = (status: number, code: number): Answer => ({
    status,
    headers: { 'x-clickhouse-exception-code': String(code) },
  })
  const served = await serve(({ method, url, headers }, body) => {
    const query = new URL(url ?? '', 'http://localhost').searchParams
    const isUser =
      headers['x-clickhouse-user'] === CLICKHOUSE_USER.name &&
      headers['x-clickhouse-key'] === CLICKHOUSE_USER.password
    if (!isUser) return refused(403, 516)
    const [, table, format] =
      /^INSERT INTO (\w+) FORMAT (\w+)$/.exec(query.get('query') ?? '') ?? []
    if (method !== 'POST' || format !== 'JSONEachRow') return refused(400, 62)
    if (query.get('database') !== 'warehouse') return refused(404, 81)
    if (table !== 'calls') return refused(404, 60)
    const token = query.get('insert_deduplication_token') ?? ''
    const added = linesOf(body.toString())
    const isKnown = inserts.some((one) => one.token === token && one.rows > 0)
    inserts.push({ token, rows: added.length })
    if (query.get('async_insert') === '0' && !isKnown) rows.push(...added)
    return { status: 200 }
  })
  return { ...served, rows, inserts }
}

export const STORE_KEY = { region: 'eu-central-1', key_id: 'AKIDFEED', secret: 'of+the/store' }

/** Has one bucket, `warehouse`; a request whose signature is not that of its key is refused. */
export async function startStore() {
  const objects = new Map<string, Row[]>()
  const types = new Map<string, unknown>()
  const served = await serve(async (request, body) => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', `http://${headers.host}`)
    const date = String(headers['x-amz-date'])
    const now_ms = Date.parse(
      date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    )
    const signed = /SignedHeaders=([^,]*),/.exec(headers.authorization ?? '')?.[1] ?? ''
    const names = signed.split(';').filter((name) => !/^(host|x-amz-date)$/.test(name))
    const ours = {
      ...{ method, url, body, now_ms },
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    }
    const expected = signedHeaders(ours, { ...STORE_KEY, service: 's3' })
    if (headers.authorization !== expected.authorization) return { status: 403 }
    const { 'x-amz-content-sha256': hash } = headers
    if (method !== 'PUT' || !names.includes('x-amz-content-sha256') || !hash) return { status: 400 }
    const [, bucket, name = ''] = /^\/([^/]*)\/(.+)$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (bucket !== 'warehouse') return { status: 404 }
    objects.set(name, name.endsWith('.parquet') ? await readParquet(body) : unpack(body))
    types.set(name, headers['content-type'])
    return { status: 200 }
  })
  return { ...served, objects, types }
}
