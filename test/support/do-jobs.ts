// Single jobs, done at once and in the process of a test: until nothing is left of their work.
import type { Logger } from 'pino'
import type { Clock } from '#core/time/clock.ts'
import { makePool, overPool } from '#db/database.ts'
import { renewPackages } from '#jobs/packages/renew-packages.ts'
import { workOnImports } from '#jobs/rate-imports/work-on-imports.ts'
import { workOnReconciliations } from '#jobs/reconciliations/work-on-reconciliations.ts'
import { workOnMarkups } from '#jobs/tariffs/work-on-markups.ts'
import type { TestApi } from './api.ts'
import { addressOf } from './database.ts'

type Place = Pick<TestApi, 'jobs_url'>

export const doRateImports = ({ jobs_url }: Place): Promise<void> => workOnImports(jobs_url)

export const doReconciliations = ({ jobs_url }: Place): Promise<void> =>
  workOnReconciliations(jobs_url)

export const doMarkups = ({ jobs_url }: Place): Promise<void> => workOnMarkups(jobs_url)

export async function doRenewals(
  { jobs_url }: Place,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  const pool = makePool(addressOf('jobs', jobs_url), 'jobs', 2)
  await renewPackages({ database: overPool(pool), clock, log }).finally(() => pool.end())
}
