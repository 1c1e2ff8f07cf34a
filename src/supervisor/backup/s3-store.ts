// Backups in a bucket with the interface of S3. A file is there when it is whole: one request
// carries a small one, and the parts of a large one become it by the last request.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import type { Clock } from '#core/time/clock.ts'
import type { BackupStore, StoredFile } from './backup-store.ts'
import { fetchFromStore, StoreError, toStoreError } from './store-requests.ts'
import { findLeftovers } from './unfinished-uploads.ts'

/** All but the last have this size, as some stores require; a store takes 10,000 of them. */
const PART_BYTES = 16 * 2 ** 20

export interface Bucket {
  /** With the bucket as the first word of its path; the rest is before the name of each file. */
  readonly url: string
  readonly region: string
  readonly key_id: string
  readonly secret: string
}

type Part = Awaited<ReturnType<S3mini['uploadPart']>>

export class S3Store implements BackupStore {
  readonly #client: S3mini
  readonly #prefix: string
  readonly #clock: Pick<Clock, 'now_ms'>

  constructor({ url, region, key_id, secret }: Bucket, clock: Pick<Clock, 'now_ms'>) {
    const [bucket = '', ...folders] = new URL(url).pathname.split('/').filter(Boolean)
    this.#prefix = folders.map((folder) => `${folder}/`).join('')
    this.#clock = clock
    this.#client = new S3mini({
      ...{ endpoint: new URL(`/${bucket}`, url).href, region },
      ...{ accessKeyId: key_id, secretAccessKey: secret, fetch: fetchFromStore },
    })
  }

  async put(kind: string, name: string, content: Readable | string): Promise<StoredFile> {
    const key = this.#keyOf(kind, name)
    const hash = createHash('sha256')
    let bytes = 0
    const parts = partsOf(
      typeof content === 'string' ? [Buffer.from(content)] : content,
      (part) => {
        hash.update(part)
        bytes += part.length
      },
    )
    const first = (await parts.next()).value ?? Buffer.alloc(0)
    if (first.length < PART_BYTES) await toStoreError(this.#client.putObject(key, first))
    else await this.#putParts(key, first, parts)
    return { bytes, sha256: hash.digest('hex') }
  }

  async list(kind: string): Promise<string[]> {
    const prefix = this.#keyOf(kind, '')
    const found = await toStoreError(this.#client.listObjects('/', prefix))
    if (!found) throw new StoreError('The store of the backups has no such bucket')
    const names = found.map(({ Key }) => Key.slice(prefix.length))
    return names.filter((name) => name !== '' && !name.includes('/')).sort()
  }

  async get(kind: string, name: string): Promise<Readable> {
    const response = await toStoreError(this.#client.getObjectResponse(this.#keyOf(kind, name)))
    if (!response?.body) throw new StoreError(`The store of the backups has no ${kind}/${name}`)
    // The types of fetch and of Node.js name the same stream apart.
    return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
  }

  async remove(kind: string, name: string): Promise<void> {
    await toStoreError(this.#client.deleteObject(this.#keyOf(kind, name)))
  }

  #keyOf(kind: string, name: string): string {
    return `${this.#prefix}${kind}/${name}`
  }

  /** One part is in memory while the next is collected. */
  async #putParts(key: string, first: Buffer, rest: AsyncIterable<Buffer>): Promise<void> {
    const client = this.#client
    await this.#removeLeftovers()
    const upload = await toStoreError(client.getMultipartUploadId(key))
    try {
      const sent: Part[] = []
      const send = async (part: Buffer) => {
        sent.push(await toStoreError(client.uploadPart(key, upload, part, sent.length + 1)))
      }
      await send(first)
      for await (const part of rest) await send(part)
      const { etag } = await toStoreError(client.completeMultipartUpload(key, upload, sent))
      // An error may come with the status of a success, because it was sent before the work.
      if (!etag) throw new StoreError(`The store of the backups did not join the parts of ${key}`)
    } catch (error) {
      // A store that is away keeps the parts, and the next large file removes them.
      await client.abortMultipartUpload(key, upload).catch(() => {})
      throw error
    }
  }

  async #removeLeftovers(): Promise<void> {
    const answer = await toStoreError(this.#client.listMultipartUploads('/', ''))
    for (const { key, upload } of findLeftovers(answer, this.#prefix, this.#clock.now_ms())) {
      await toStoreError(this.#client.abortMultipartUpload(key, upload))
    }
  }
}

async function* partsOf(
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  count: (piece: Buffer) => void,
): AsyncGenerator<Buffer, undefined> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of content) {
    count(piece)
    waiting.push(piece)
    bytes += piece.length
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, PART_BYTES)
      waiting = [all.subarray(PART_BYTES)]
      bytes -= PART_BYTES
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
