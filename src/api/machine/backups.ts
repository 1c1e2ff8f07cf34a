import type * as contract from '#contract/machine/backups.ts'
import type { Tx } from '#db/database.ts'
import {
  findBackupStore,
  findSealedKey,
  forgetSealedKey,
  listBaseBackups,
  listRestoreTests,
} from '#db/machine/backups.ts'
import { checkSendsCalls } from '../checks/sent-calls.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { Problem } from '../http/problem.ts'

const NONE = { kind: 'OFF', address: '', log_stored_until: null, has_sealed_key: false } as const

const noteKey = (tx: Tx, actor: Actor, name: string) =>
  noteActivity(tx, actor, {
    ...{ action: 'EXECUTE', entity: 'machine', entity_id: 'backup_key', entity_name: name },
    changes: {},
  })

export const backups: HandlersOf<typeof contract> = {
  async getBackups({ database }) {
    const { has_sealed_key, ...store } = (await findBackupStore(database)) ?? NONE
    return {
      ...store,
      is_key_to_store: has_sealed_key,
      backups: await listBaseBackups(database),
      tests: await listRestoreTests(database),
    }
  },

  showBackupKey: ({ database, secretKeys, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkSendsCalls(actor.caller)
      const sealed = await findSealedKey(tx)
      const key = sealed && secretKeys.decrypt('backup_store.sealed_key', sealed)
      if (!key) throw new Problem('not-found', { message: 'A user has stored the key already.' })
      await noteKey(tx, actor, 'Backup key: shown')
      return { key }
    }),

  noteBackupKeyStored: ({ database, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (await forgetSealedKey(tx)) await noteKey(tx, actor, 'Backup key: stored elsewhere')
    }),
}
