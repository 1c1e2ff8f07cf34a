// An object in a store with the interface of S3. The bucket is in the path, which all such stores
// take.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Credentials, contentHash, encodePath, signedHeaders } from './aws-signature.ts'
import type { Outgoing } from './send-checked.ts'

const compress = promisify(gzip)

interface StoredObject {
  /** The address of the store, without a path. */
  readonly store: string
  readonly bucket: string
  readonly name: string
  readonly lines: readonly object[]
  readonly now_ms: number
}

type Put = Pick<Outgoing, 'method' | 'url' | 'headers' | 'body'>

/** JSON Lines, compressed. An object of the same name is replaced. */
export async function putObject(
  { store, bucket, name, lines, now_ms }: StoredObject,
  credentials: Omit<Credentials, 'service'>,
): Promise<Put> {
  const method = 'PUT'
  const url = new URL(encodePath(`/${bucket}/${name}`), store)
  const body = await compress(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const headers = { 'content-type': 'application/gzip', ...contentHash(body) }
  const request = { method, url, headers, body, now_ms }
  const signed = signedHeaders(request, { ...credentials, service: 's3' })
  return { method, url: url.href, headers: signed, body }
}
