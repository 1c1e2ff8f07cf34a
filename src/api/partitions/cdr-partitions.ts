import * as contract from '#contract/partitions/cdr-partitions.ts'
import { reasonToKeep } from '#core/call/reason-to-keep.ts'
import { listRetentionRuns } from '#db/machine/retention-runs.ts'
import {
  findPartitionsToRemove,
  listPartitions,
  requestRemoval,
} from '#db/partitions/partition-list.ts'
import { chosenPeriod } from '#db/periods.ts'
import { noteActivity, noteRefusal } from '../http/activity.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { Problem } from '../http/problem.ts'

const FORCE = 'cdr_partitions.execute'

export const cdrPartitions: HandlersOf<typeof contract> = {
  async listCdrPartitions({ database, caller, query }) {
    const period = await chosenPeriod(database, inZoneOf(caller, query))
    return listPartitions(database, caller.scope, query, period)
  },

  listRetentionRuns: ({ database }) => listRetentionRuns(database),

  async deleteCdrPartitions({ database, body, clock, ...actor }) {
    if (body.force && !actor.caller.permissions.includes(FORCE)) {
      await noteRefusal(database, actor, contract.deleteCdrPartitions, FORCE)
      throw new Problem('not-allowed')
    }
    await database.transaction().execute(async (tx) => {
      const names = [...new Set(body.partitions)]
      const partitions = await findPartitionsToRemove(tx, actor.caller.scope, names)
      if (partitions.length < names.length) throw new Problem('not-found')
      for (const partition of partitions) {
        const reason = reasonToKeep(partition, clock.now_ms(), body.force)
        if (reason) throw new Problem('in-use', { message: `${partition.name}: ${reason}` })
      }
      await requestRemoval(tx, partitions, {
        wants_export: body.export,
        is_forced: body.force,
        requested_by: actor.caller.user_id,
      })
      for (const { name } of partitions) {
        await noteActivity(tx, actor, {
          action: 'DELETE',
          entity: 'cdr_partition',
          entity_id: name,
          entity_name: name,
          changes: { export: [null, body.export], ...(body.force && { force: [false, true] }) },
        })
      }
    })
  },
}
