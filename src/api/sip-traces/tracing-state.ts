import type * as contract from '#contract/sip-traces/tracing-state.ts'
import { TRACER_METRICS, TRACER_PROCESS } from '#core/sip-trace/tracer-figures.ts'
import { countMessagesToday, readTracingSettings } from '#db/calls/sip-messages.ts'
import { asSqlConnection } from '#db/database.ts'
import { listProcessFigures } from '#db/metrics/process-figures.ts'
import { readSettings } from '#db/settings.ts'
import type { HandlersOf } from '../http/handle.ts'

const UNSEEN = { tracers: [], stored_today: 0, bytes: 0, bytes_max: 0, days: 0 }

export const tracingState: HandlersOf<typeof contract> = {
  async getTracingState({ database, caller: { scope, timezone } }) {
    // Messages are those of all accounts.
    if (scope.kind !== 'everything') return UNSEEN
    const tracers = await listProcessFigures(database, scope, TRACER_PROCESS, {
      dropped: `${TRACER_METRICS}dropped_total`,
      paused: `${TRACER_METRICS}paused_total`,
    })
    const stored_today = await countMessagesToday(database, scope, timezone)
    const space = await readTracingSettings(asSqlConnection(database))
    const { sip_message_days: days } = await readSettings(database)
    return { tracers, stored_today, ...space, days }
  },
}
