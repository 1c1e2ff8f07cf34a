// An object in a store with the interface of S3. The bucket is in the path, which all such stores
// take.

import type { Outgoing } from '../outbound/send-checked.ts'
import { type Credentials, contentHash, encodePath, signedHeaders } from './aws-signature.ts'
import type { BatchFile } from './batch-file.ts'

interface StoredObject {
  /** The address of the store, without a path. */
  readonly store: string
  readonly bucket: string
  /** Its name is that of the object. */
  readonly file: BatchFile
  readonly now_ms: number
}

type Put = Pick<Outgoing, 'method' | 'url' | 'headers' | 'body'>

/** An object of the same name is replaced. */
export function putObject(
  { store, bucket, file, now_ms }: StoredObject,
  credentials: Omit<Credentials, 'service'>,
): Put {
  const method = 'PUT'
  const url = new URL(encodePath(`/${bucket}/${file.name}`), store)
  const { content: body, content_type } = file
  const headers = { 'content-type': content_type, ...contentHash(body) }
  const request = { method, url, headers, body, now_ms }
  const signed = signedHeaders(request, { ...credentials, service: 's3' })
  return { method, url: url.href, headers: signed, body }
}
