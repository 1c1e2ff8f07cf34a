import type * as contract from '#contract/machine/jobs.ts'
import { VIEWS_WORK, WORK_KINDS } from '#core/permission/work-kinds.ts'
import { listBackgroundWork } from '#db/console/background-work.ts'
import { listJobs } from '#db/machine/jobs.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField } from '../http/problem.ts'

export const jobs: HandlersOf<typeof contract> = {
  async listJobs({ database, caller }) {
    const { scope, permissions } = caller
    const kinds = WORK_KINDS.filter((kind) => permissions.includes(VIEWS_WORK[kind]))
    return {
      jobs: await listJobs(database),
      work: await listBackgroundWork(database, scope, kinds),
    }
  },

  runJob: ({ database, body: { name }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (!(await listJobs(tx)).some((job) => job.name === name)) {
        throw badField('name', 'There is no such job.')
      }
      await sendSignal(tx, { changed: 'job', name })
      await noteActivity(tx, actor, {
        action: 'EXECUTE',
        entity: 'machine',
        entity_id: name,
        entity_name: `Job: ${name}`,
        changes: {},
      })
    }),
}
