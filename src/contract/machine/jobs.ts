import { z } from 'zod'
import { WORK_KINDS } from '#core/permission/work-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../primitives.ts'

const jobName = z.string().max(60)

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/misc/jobs',
  summary: 'Background jobs with their last runs, and the work that they do, wait for or failed at',
  needs: 'system.view',
  answer: z.object({
    jobs: z.array(
      z.object({
        name: jobName,
        is_running: z.boolean(),
        started_at: instant,
        /** The duration of the last run that has ended. */
        duration_ms: z.number().nullable(),
        /** When it runs again; null while it runs. */
        next_at: instant.nullable(),
        failures_in_a_row: z.number(),
        /** The failure of the last run; empty if it succeeded. */
        error: z.string(),
      }),
    ),
    /** Failed work of the last seven days, and what is under way; at most 200, the oldest first. */
    work: z.array(
      z.object({
        kind: z.enum(WORK_KINDS),
        id,
        /** The tariff of a rate import. */
        tariff_id: id.nullable(),
        /** The name of the tariff, of the account, or of the re-rating. */
        subject: z.string(),
        /** The step, such as PREVIEWING. */
        step: z.string(),
        /** In thousandths; null where it is not known. */
        progress: z.number().nullable(),
        /** Why it failed; empty while it is under way. */
        error: z.string(),
        since: instant,
      }),
    ),
  }),
  passive: true,
})

export const runJob = endpoint({
  method: 'POST',
  path: '/api/misc/job-runs',
  summary: 'Starts a job now, before its pause is over',
  needs: 'system.edit',
  body: z.strictObject({ name: jobName }),
})
