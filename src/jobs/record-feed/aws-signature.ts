// Signatures of AWS, version 4, as stores with the interface of S3 check them.
import { createHash, createHmac } from 'node:crypto'

export interface Credentials {
  readonly region: string
  readonly service: string
  readonly key_id: string
  readonly secret: string
}

export interface ToSign {
  readonly method: string
  /** Its path is encoded already, see `encodePath`; it has no query. */
  readonly url: URL
  /** Those besides host and date, with names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly now_ms: number
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** Everything but the unreserved characters of RFC 3986 and slashes. */
export const encodePath = (path: string): string =>
  encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** As S3 requires it of every request. */
export const contentHash = (body: string | Buffer) => ({ 'x-amz-content-sha256': sha256(body) })

/** The headers to send: those of the request, the date and the signature. */
export function signedHeaders(request: ToSign, credentials: Credentials): Record<string, string> {
  const { method, url, headers, body, now_ms } = request
  const { region, service, key_id, secret } = credentials
  const date = new Date(now_ms).toISOString().replace(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': date }
  const names = Object.keys(all).sort()
  const signed = names.join(';')
  const lines = names.map((name) => `${name}:${all[name]?.trim()}\n`).join('')
  const canonical = [method, url.pathname, '', lines, signed, sha256(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = [ALGORITHM, date, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(key, text).toString('hex')
  const parts = [`Credential=${key_id}/${scope}`, `SignedHeaders=${signed}`]
  const authorization = `${ALGORITHM} ${[...parts, `Signature=${signature}`].join(', ')}`
  return { ...all, authorization }
}
