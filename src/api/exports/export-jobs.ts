import * as contract from '#contract/exports/export-jobs.ts'
import type { Tx } from '#db/database.ts'
import {
  cancelExportJob,
  countExportsToAdd,
  deleteExportJob,
  findExportFile,
  findExportJob,
  insertExportJob,
  listExportJobs,
  partsOfExport,
} from '#db/exports/export-jobs.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'
import { openList, RIGHTS_CHANGED, rightsHashOf } from './exported-list.ts'
import { expiryOf } from './run-exports.ts'
import { FILE_ENDS } from './write-parts.ts'

const entity = 'export_job'
/** The files of all users together: they are rows of the database. */
const BYTES_OF_ALL_MAX = 20_000_000_000

async function requireRoom(tx: Tx, user_id: number, now: string): Promise<void> {
  const { under_way, kept, bytes_of_all } = await countExportsToAdd(tx, user_id, now)
  const refuse = (message: string) => new Problem('bad-input', { message })
  if (under_way >= contract.EXPORTS_UNDER_WAY_MAX) {
    throw refuse(`${under_way} of your exports are under way. Wait for one, or cancel it.`)
  }
  if (kept >= contract.EXPORTS_KEPT_MAX) {
    throw refuse(`You have ${kept} exports. Delete one first.`)
  }
  if (bytes_of_all >= BYTES_OF_ALL_MAX) {
    throw refuse('The files of all exports together fill their space. Try again tomorrow.')
  }
}

export const exportJobs: HandlersOf<typeof contract> = {
  listExportJobs: ({ database, caller, clock }) =>
    listExportJobs(database, caller.user_id, toInstant(clock.now_ms())),

  createExportJob: ({ database, clock, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { user_id, ...caller } = actor.caller
      const now = toInstant(clock.now_ms())
      const list = openList({ user_id, ...caller }, body)
      await requireRoom(tx, user_id, now)
      const file_name = `${body.name}.${FILE_ENDS[body.format]}`
      const rights_hash = rightsHashOf(actor.caller, list)
      const values = { ...body, user_id, file_name, rights_hash, created_at: now }
      const id = await insertExportJob(tx, values)
      await noteActivity(tx, actor, {
        action: 'EXPORT',
        entity: list.endpoint.path.split('/').at(-1) ?? '',
        entity_id: Object.values(list.params ?? {}).join(),
        entity_name: file_name,
        changes: Object.fromEntries(
          Object.entries({ ...body.query, format: body.format }).map(([field, value]) => [
            field,
            [null, value],
          ]),
        ),
      })
      return found(await findExportJob(tx, user_id, id, now))
    }),

  cancelExportJob: ({ database, clock, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { user_id } = actor.caller
      const now_ms = clock.now_ms()
      const now = toInstant(now_ms)
      const { file_name, state } = found(await findExportJob(tx, user_id, id, now))
      const times = { now, expires_at: expiryOf(now_ms) }
      if (await cancelExportJob(tx, user_id, id, times)) {
        await noteActivity(tx, actor, {
          ...{ action: 'UPDATE', entity, entity_id: String(id), entity_name: file_name },
          changes: { state: [state, 'CANCELLED'] },
        })
      }
      return found(await findExportJob(tx, user_id, id, now))
    }),

  deleteExportJob: ({ database, clock, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { user_id } = actor.caller
      const now = toInstant(clock.now_ms())
      const { file_name, state } = found(await findExportJob(tx, user_id, id, now))
      await deleteExportJob(tx, user_id, id)
      await noteActivity(tx, actor, {
        ...{ action: 'DELETE', entity, entity_id: String(id), entity_name: file_name },
        changes: { state: [state, null] },
      })
    }),

  async getExportFile({ database, clock, caller, params: { id } }) {
    const now = toInstant(clock.now_ms())
    const file = found(await findExportFile(database, caller.user_id, id, now))
    if (rightsHashOf(caller, openList(caller, file)) !== file.rights_hash) {
      throw new Problem('not-allowed', { message: RIGHTS_CHANGED })
    }
    const { file_name: name, bytes: length } = file
    return { name, bytes: { length, parts: partsOfExport(database, file) } }
  },
}
