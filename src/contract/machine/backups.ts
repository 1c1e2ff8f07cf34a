// Backups and restore tests, as the supervisor notes them (ADR-0046).
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../primitives.ts'

const backup = z.object({
  name: z.string(),
  started_at: instant,
  /** The first moment that can be restored from it. */
  ended_at: instant,
  bytes: z.number(),
})

const restoreTest = z.object({
  id,
  backup_name: z.string(),
  started_at: instant,
  /** The work under way, in words; empty at the end. */
  step: z.string(),
  /** Null while it runs. */
  ended_at: instant.nullable(),
  /** Why it failed; empty if it did not. */
  error: z.string(),
  /** Until the restored database was ready, which is what a restore would take; null as below. */
  restore_ms: z.number().nullable(),
  check_ms: z.number().nullable(),
  /** The last change that was restored; null for a test that runs or has failed. */
  restored_until: instant.nullable(),
  indexes: z.number().nullable(),
  rules: z.number().nullable(),
})
export type RestoreTest = z.output<typeof restoreTest>

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/misc/backups',
  summary: 'Backups that are kept, the log since then, and restore tests',
  needs: 'system.view',
  answer: z.object({
    /** OFF: none is set up. OWN: ours. EXTERNAL: the database is not ours, nor are its backups. */
    kind: z.enum(['OFF', 'OWN', 'EXTERNAL']),
    /** The folder, or the address of the bucket. */
    address: z.string(),
    /** Every change before then is in the store; null before the first log. */
    log_stored_until: instant.nullable(),
    /** No user has said yet that the key is kept elsewhere. */
    is_key_to_store: z.boolean(),
    /** The newest first. */
    backups: z.array(backup),
    /** The newest first, at most 14. */
    tests: z.array(restoreTest),
  }),
  passive: true,
})

export const showBackupKey = endpoint({
  method: 'POST',
  path: '/api/misc/backup-key',
  summary: 'The key without which no backup can be read, until a user has stored it',
  needs: 'backup_key.execute',
  confirm: true,
  answer: z.object({ key: z.string() }),
  secret: true,
})

export const noteBackupKeyStored = endpoint({
  method: 'POST',
  path: '/api/misc/backup-key/stored',
  summary: 'Says that the key of the backups is kept elsewhere: it is not shown again',
  needs: 'backup_key.execute',
  confirm: true,
})
