import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import { NOTHING, openCall } from '#test/support/calls.ts'
import { databaseForEachTest } from '#test/support/database.ts'
import { findRowsByKey, lockBatch, writeBatch } from './call-batch.ts'

const fresh = databaseForEachTest()
let client: pg.Client
beforeEach(async () => {
  client = await fresh.connect({ pipeline: true })
})

const scans = async () => {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ seq_scan: number; idx_scan: number }>(
    `select seq_scan, idx_scan from pg_stat_user_tables where relname = 'open_call'`,
  )
  return rows[0]
}

test('no batch reads all open calls, not even by a plan of when there were none', async () => {
  await findRowsByKey(client)
  const none = rowsToLock([])
  const before = await scans()
  // The server makes a plan for good when it has met a statement a few times.
  for (let batch = 0; batch < 8; batch++) {
    const opened = Array.from({ length: 50 }, () => openCall(2))
    const call_ids = opened.map(({ call_id }) => call_id)
    const changed = call_ids.map((call_id) => ({
      ...NO_CHANGE,
      call_id,
      state: 'ANSWERED' as const,
    }))
    await lockBatch(client, none)
    await writeBatch(client, { ...NOTHING, opened })
    await lockBatch(client, { ...none, call_ids })
    await writeBatch(client, { ...NOTHING, changed })
    await lockBatch(client, { ...none, call_ids })
    await writeBatch(client, { ...NOTHING, closed: call_ids })
  }
  const after = await scans()
  expect(after?.seq_scan).toBe(before?.seq_scan)
  expect(after?.idx_scan).toBeGreaterThan(before?.idx_scan ?? 0)
})
