import type * as contract from '#contract/calls/routing-logs.ts'
import { REFUSALS, type Refusal, STAGES } from '#core/routing/refusal.ts'
import { countRoutingErrors, listRoutingErrors, listRoutingLogs } from '#db/calls/routing-logs.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'

const UNKNOWN = 'Unknown caller'

export const routingLogs: HandlersOf<typeof contract> = {
  async listRoutingErrors({ database, caller, query }) {
    const { rows, ...page } = await listRoutingErrors(
      database,
      caller.scope,
      inZoneOf(caller, query),
    )
    const explained = rows.map((row) => {
      const { stage, text } = REFUSALS[row.refusal]
      return { ...row, stage, text }
    })
    return { rows: explained, ...page }
  },

  async countRoutingErrors({ database, caller, query }) {
    const counts = await countRoutingErrors(database, caller.scope, inZoneOf(caller, query))
    const by_stage = STAGES.map((stage) => ({
      value: stage,
      label: stage,
      count: counts.by_refusal
        .filter(({ value }) => REFUSALS[value as Refusal].stage === stage)
        .reduce((sum, { count }) => sum + count, 0),
    }))
    return {
      total: by_stage.reduce((sum, { count }) => sum + count, 0),
      by_stage: by_stage.filter(({ count }) => count > 0),
      by_refusal: counts.by_refusal.map((row) => ({
        ...row,
        label: REFUSALS[row.value as Refusal].text,
      })),
      by_client: counts.by_client.map((row) => ({ ...row, label: row.label ?? UNKNOWN })),
      by_destination: counts.by_destination.map((row) => ({ ...row, label: row.value })),
    }
  },

  listRoutingLogs: ({ database, caller, query }) =>
    listRoutingLogs(database, caller.scope, inZoneOf(caller, query)),
}
