// The promises of a store of backups, kept by a folder and by a bucket of a real server.
import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, type TestOptions, test } from 'vitest'
import { query, SMALL, startBackedUp } from '#test/support/backed-up.ts'
import { needs } from '#test/support/needs.ts'
import { makeTestFolder } from '#test/support/postgres-for-tests.ts'
import { hasSwift, NAMES_OF_A_PAGE, type Swift, startSwift } from '#test/support/swift.ts'
import { startPostgres } from '../postgres/postgres.ts'
import type { BackupStore } from './backup-store.ts'
import { FolderStore } from './folder-store.ts'
import { restoreDataFolder } from './restore-data-folder.ts'
import { S3Store } from './s3-store.ts'

const clock = { now_ms: () => Date.now() }
const MB = 2 ** 20
const LARGE = randomBytes(40 * MB)
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** Pieces of an odd size, as a program writes them. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_537) yield content.subarray(at, at + 65_537)
}

let folder: string
let swift: Swift
beforeAll(async () => {
  folder = await makeTestFolder()
  if (hasSwift()) swift = await startSwift()
})
afterAll(async () => {
  await swift?.close()
  await rm(folder, { recursive: true, force: true })
})

const NEEDS_SWIFT = needs('the S3 of Swift', hasSwift())
const STORES: [string, TestOptions, () => BackupStore][] = [
  ['a folder', {}, () => new FolderStore(folder, clock)],
  ['a bucket', NEEDS_SWIFT, () => new S3Store(swift.bucket, clock)],
]

for (const [name, options, open] of STORES)
  describe(name, options, () => {
    test('has what was put, until it is replaced and removed', async () => {
      const store = open()
      expect(await store.list('log')).toEqual([])
      const put = await store.put('log', 'b.zst.age', 'first')
      expect(put).toEqual({ bytes: 5, sha256: sha256('first') })
      await store.put(
        'log',
        'a.zst.age',
        Readable.from([Buffer.from('of a '), Buffer.from('stream')]),
      )
      await store.put('base', 'c.json', '{}')
      expect(await store.list('log')).toEqual(['a.zst.age', 'b.zst.age'])
      expect(await text(await store.get('log', 'a.zst.age'))).toBe('of a stream')
      await store.put('log', 'b.zst.age', 'second')
      expect(await text(await store.get('log', 'b.zst.age'))).toBe('second')
      await store.remove('log', 'b.zst.age')
      await store.remove('log', 'b.zst.age')
      expect(await store.list('log')).toEqual(['a.zst.age'])
      await expect(store.get('log', 'b.zst.age')).rejects.toThrow()
    })

    test('has an empty file, and a stream of 40 MB', async () => {
      const store = open()
      expect(await store.put('large', 'empty', Readable.from([]))).toMatchObject({ bytes: 0 })
      expect(await buffer(await store.get('large', 'empty'))).toHaveLength(0)
      const put = await store.put('large', 'whole', Readable.from(piecesOf(LARGE)))
      expect(put).toEqual({ bytes: LARGE.length, sha256: sha256(LARGE) })
      expect(sha256(await buffer(await store.get('large', 'whole')))).toBe(put.sha256)
    })

    test('lists more than fits on a page', async () => {
      const store = open()
      const names = Array.from({ length: 2 * NAMES_OF_A_PAGE + 1 }, (_, at) => `${1000 + at}`)
      for (const name of names) await store.put('many', name, name)
      expect(await store.list('many')).toEqual(names)
    })

    test('has nothing of a stream that fails', async () => {
      const store = open()
      async function* broken() {
        yield* piecesOf(LARGE)
        throw new Error('the database went away')
      }
      const put = store.put('broken', 'half', Readable.from(broken()))
      await expect(put).rejects.toThrow('the database went away')
      expect(await store.list('broken')).toEqual([])
    })
  })

describe('a bucket', NEEDS_SWIFT, () => {
  test('that is missing, and a wrong secret, are failures without the secret', async () => {
    const wrong = new S3Store({ ...swift.bucket, secret: 'a-wrong-secret' }, clock)
    const none = new S3Store(
      { ...swift.bucket, url: swift.bucket.url.replace('backups', 'no-backups') },
      clock,
    )
    await expect(none.list('log')).rejects.toThrow('has no such bucket')
    await expect(none.put('log', 'a', 'a')).rejects.toThrow('404 NoSuchBucket')
    for (const request of [() => wrong.list('log'), () => wrong.put('log', 'a', 'a')]) {
      const error = await request().catch((error: unknown) => error)
      expect(String(error)).toContain('403 SignatureDoesNotMatch')
      expect(JSON.stringify(error)).not.toContain('secret')
    }
  })

  test('gives a database back', async () => {
    const store = new S3Store({ ...swift.bucket, url: `${swift.bucket.url}/of-two` }, clock)
    const of = await startBackedUp(store)
    try {
      await of.backUp()
      await query(of.server.url, "create table last_word as select 'whole' as word")
      await of.shipAll()
      const path = join(of.base, 'restored')
      await restoreDataFolder({ path, store, key: of.key, until: undefined, say: () => {} })
      const restored = { folder: join(path, 'postgres'), log: () => {}, settings: SMALL }
      const { url, stop } = await startPostgres(restored)
      expect(await query(url, 'select word from last_word')).toEqual([{ word: 'whole' }])
      await stop()
    } finally {
      await of.close()
    }
  })

  test('has nothing of an upload in which its server ended, also later', async () => {
    const store = new S3Store(swift.bucket, clock)
    async function* killing() {
      yield LARGE.subarray(0, 20 * MB)
      await swift.kill()
      yield LARGE.subarray(20 * MB)
    }
    const put = store.put('ended', 'half', Readable.from(killing()))
    await expect(put).rejects.toThrow('does not answer: ECONNREFUSED')
    await swift.start()
    expect(await store.list('ended')).toEqual([])
    // A large file two days later removes the parts.
    const later = new S3Store(swift.bucket, { now_ms: () => Date.now() + 2 * 86_400_000 })
    await later.put('ended', 'whole', Readable.from(piecesOf(LARGE)))
    expect(await later.list('ended')).toEqual(['whole'])
  })

  test('fails a file whose connection breaks, and never ends it early', async () => {
    const store = new S3Store(swift.bucket, clock)
    await store.put('cut', 'whole', Readable.from(piecesOf(LARGE)))
    const stream = await store.get('cut', 'whole')
    await swift.kill()
    await expect(buffer(stream)).rejects.toThrow()
    await swift.start()
  })
})
