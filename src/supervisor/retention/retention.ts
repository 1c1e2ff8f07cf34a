// Removes what is older than the settings keep it, once an hour, and writes down what it removed.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  PARTITIONED_TABLES,
  type PartitionedTable,
  reasonToKeep,
} from '#core/call/reason-to-keep.ts'
import type { Database } from '#db/database.ts'
import {
  hasRunWithinHour,
  noteRetentionRun,
  type RetentionRun,
} from '#db/machine/retention-runs.ts'
import { deleteOldNotifications } from '#db/notifications/notification-retention.ts'
import {
  findPartitionsToRemove,
  listExpiredPartitions,
  requestRemoval,
} from '#db/partitions/partition-list.ts'
import { insertActivity } from '#db/people/activity-log.ts'
import { deleteExpiredCaptchas } from '#db/people/captchas.ts'
import { deleteEndedSessions } from '#db/people/sessions.ts'
import { deleteOldImports } from '#db/rate-imports/rate-import-retention.ts'
import { deleteOldReconciliationRows } from '#db/reconciliations/reconciliation-retention.ts'
import { EVERYTHING } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { deletePastRates } from '#db/tariffs/past-rate-retention.ts'

const DAY_MS = 86_400_000
const MB = 1_000_000
/** Kept for days only: they are never exported by the retention. */
const LOGS: readonly PartitionedTable[] = [
  ...(['routing_log', 'sip_message', 'call_recording', 'auth_failure'] as const),
]

/**
 * Each step for itself: one that fails is noted and keeps none from those after it. The first
 * failure is thrown at the end. `folder` has the exports.
 */
export async function runRetention(
  database: Database,
  folder: string,
  now_ms: number,
): Promise<void> {
  if (await hasRunWithinHour(database)) return
  const settings = await readSettings(database)
  const before = (days: number) => new Date(now_ms - days * DAY_MS).toISOString()
  const calls = before(settings.call_days)
  const keptFrom = {
    call_record: calls,
    call_charge: calls,
    routing_log: before(settings.routing_log_days),
    sip_message: before(settings.sip_message_days),
    call_recording: before(settings.recording_days),
    auth_failure: before(settings.auth_failure_days),
    activity_log: before(settings.activity_days),
    ledger_entry: before(settings.ledger_days),
  }
  const failures: Error[] = []
  const step = (kind: RetentionRun['kind'], work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      failures.push(new Error(`${kind}: ${error instanceof Error ? error.message : error}`))
      return noteRetentionRun(database, { kind, removed: 0, error: String(error) })
    })
  const remove = (kind: RetentionRun['kind'], work: () => Promise<number>) =>
    step(kind, async () => noteRetentionRun(database, { kind, removed: await work() }))
  await step('call_record', () =>
    requestExpired(database, keptFrom, {
      now_ms,
      exports: settings.retention_exports,
      bytesMax: {
        sip_message: settings.sip_message_mb * MB,
        call_recording: settings.recording_mb * MB,
      },
    }),
  )
  await remove('session', () => deleteEndedSessions(database))
  await remove('captcha', () => deleteExpiredCaptchas(database))
  await remove('rate_import', () => deleteOldImports(database))
  await remove('reconciliation', () => deleteOldReconciliationRows(database))
  await remove('past_rate', () => deletePastRates(database, before(settings.past_rate_days)))
  await remove('notification', () =>
    deleteOldNotifications(database, before(settings.notification_days)),
  )
  const exported_ms = now_ms - settings.export_days * DAY_MS
  await remove('export', () => deleteExports(folder, exported_ms))
  if (failures[0]) throw failures[0]
}

interface Requesting {
  readonly now_ms: number
  readonly exports: boolean
  readonly bytesMax: Parameters<typeof listExpiredPartitions>[2]
}

/** Partitions are removed as if a user had requested it. */
async function requestExpired(
  database: Database,
  keptFrom: Parameters<typeof listExpiredPartitions>[1],
  { now_ms, exports, bytesMax }: Requesting,
): Promise<void> {
  const expired = await listExpiredPartitions(database, keptFrom, bytesMax)
  const names = expired.filter(({ error }) => !error).map(({ name }) => name)
  const found = await findPartitionsToRemove(database, EVERYTHING, names)
  const judged = found.map((one) => ({ ...one, error: reasonToKeep(one, now_ms) ?? '' }))
  const wanted = judged.filter(({ error }) => !error)
  await database.transaction().execute(async (tx) => {
    const request = { is_forced: false, requested_by: null }
    const exported = wanted.filter(({ parent }) => exports && !LOGS.includes(parent))
    await requestRemoval(tx, exported, { ...request, wants_export: true })
    const others = wanted.filter((one) => !exported.includes(one))
    await requestRemoval(tx, others, { ...request, wants_export: false })
    for (const { name } of wanted) {
      await insertActivity(tx, {
        username: 'retention',
        user_id: null,
        ip: null,
        user_agent: '',
        action: 'DELETE',
        entity: 'cdr_partition',
        entity_id: name,
        entity_name: name,
        changes: {},
        request_id: '',
      })
    }
  })
  const kept = [...expired, ...judged].filter(({ error }) => error)
  for (const kind of PARTITIONED_TABLES) {
    const [first, ...more] = kept.filter(({ parent }) => parent === kind)
    await noteRetentionRun(database, {
      kind,
      removed: wanted.filter(({ parent }) => parent === kind).length,
      error: first
        ? `${first.name}: ${first.error}${more.length > 0 ? ` And ${more.length} more.` : ''}`
        : '',
    })
  }
}

/** Files of exports, and their manifests. */
async function deleteExports(folder: string, before_ms: number): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs >= before_ms) continue
    await rm(path)
    removed += 1
  }
  return removed
}
