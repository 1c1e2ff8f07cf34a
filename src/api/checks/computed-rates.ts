import type { Database } from '#db/database.ts'
import { hasMarkup } from '#db/tariffs/markups.ts'
import { Problem } from '../http/problem.ts'

/** The rates of a tariff that follows another one are changed there. */
export async function refuseComputedRates(database: Database, tariff_id: number): Promise<void> {
  if (!(await hasMarkup(database, tariff_id))) return
  throw new Problem('in-use', {
    message: 'Its rates follow another tariff: change them there, or stop following it first.',
  })
}
