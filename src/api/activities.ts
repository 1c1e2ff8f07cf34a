import type * as contract from '#contract/activities.ts'
import { listActivities, listActivityEntities } from '#db/people/activity-log.ts'
import { resolvePeriod } from '#db/periods.ts'
import type { HandlersOf } from './http/handle.ts'

export const activities: HandlersOf<typeof contract> = {
  async listActivities({ database, caller, query }) {
    const { entity_id, range, from, to } = query
    const isOfAllTimes = entity_id !== undefined && !range && !from && !to
    const period = isOfAllTimes ? undefined : await resolvePeriod(database, query)
    return listActivities(database, caller.scope, query, period)
  },

  listActivityEntities: ({ database, caller }) => listActivityEntities(database, caller.scope),
}
