// Work on uploaded files in threads: one piece of work at a time, each in one transaction, so that
// an interrupted one is done again from its beginning.
import type pg from 'pg'
import { isConflict, isDatabaseDown } from '#db/database.ts'
import type { StoredFile } from '#db/uploads/file-chunks.ts'
import { tryToLock, withClient } from '#db/with-client.ts'
import { readStoredFile } from './stored-file.ts'

interface FileQueue<Work> {
  /** The connections are called by it. */
  readonly name: string
  /** The advisory lock of the one process that works. */
  readonly lock: number
  find(client: pg.Client): Promise<Work | undefined>
  /**
   * `statusConnection` reads the file and writes the progress while `client` is in its transaction.
   */
  work(client: pg.Client, statusConnection: pg.Client, work: Work): Promise<void>
}

/** Returns when there is nothing left to do, or another process holds the lock. */
export const workOneByOne = <Work>(url: string, queue: FileQueue<Work>): Promise<void> =>
  withClient(url, `${queue.name}s`, (client) =>
    withClient(url, `${queue.name} progress`, async (statusConnection) => {
      if (!(await tryToLock(client, queue.lock))) return
      for (;;) {
        const work = await queue.find(client)
        if (!work) return
        await queue.work(client, statusConnection, work)
      }
    }),
  )

/** A user has stopped the work. */
export class Stopped extends Error {}

/**
 * Does the work in a transaction. Answers why it failed; nothing if it is done, was stopped, or is
 * to be tried again.
 */
export async function attempt(
  client: pg.Client,
  work: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await client.query('begin')
    await work()
    await client.query('commit')
    return undefined
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    await client.query('rollback')
    // A deadlock or a serialization failure is over by now.
    if (isConflict(error) || error instanceof Stopped) return undefined
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * `shouldContinue` gets the share that is read, from 0 to below 1, and answers whether to read on.
 */
export async function* readUntilStopped(
  statusConnection: pg.Client,
  file: StoredFile,
  file_size: number,
  shouldContinue: (share: number) => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of readStoredFile(statusConnection, file)) {
    if (!(await shouldContinue(bytes / file_size))) throw new Stopped()
    yield chunk
    bytes += chunk.length
  }
}
