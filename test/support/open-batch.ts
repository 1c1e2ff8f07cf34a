// A batch of an engine that has written and not committed yet.
import type pg from 'pg'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import { abandonBatch, lockBatch, writeBatch } from '#db/calls/call-batch.ts'
import { makeClient } from '#db/database.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import type { TestApi } from './api.ts'
import { NOTHING } from './calls.ts'

/** An engine in the middle of its batch: positions are taken and nothing is committed. */
export async function openBatch(api: Pick<TestApi, 'engine_url'>, records: readonly CallRecord[]) {
  const client = makeClient(api.engine_url, 'test engine')
  await client.connect()
  await makePartitions(client, (records[0]?.started_at ?? 0) * 1000, 1)
  await lockBatch(client, rowsToLock([]))
  const held = withoutCommit(client)
  await writeBatch(held, { ...NOTHING, records: [...records] })
  return {
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
    abandon: async () => {
      await abandonBatch(client)
      await client.end()
    },
  }
}

/** The same connection, but the last statement of a batch does not happen yet. */
const withoutCommit = (client: pg.Client): pg.Client =>
  new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return (query: unknown) =>
        query === 'commit' ? Promise.resolve() : target.query(query as string)
    },
  })
