// The rules of the calls of one day, so that the books of years are checked day by day.

import type { SqlConnection } from '../database.ts'
import { trafficDifferences } from '../traffic/traffic-rules.ts'
import { INVARIANTS, type Invariant } from './invariants.ts'

/** The rules on which calls, their charges and their entries in the ledger must agree. */
const OF_CALLS = ['I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12', 'I14']

/**
 * The rules that the calls which began on a day in UTC must keep. From then on the connection sees
 * only these calls, through views of the same names, so that each rule is written once.
 */
export async function prepareDayRules(client: SqlConnection, day: Date): Promise<Invariant[]> {
  const from = `timestamptz '${day.toISOString()}'`
  const to = `${from} + interval '1 day'`
  const inDay = `started_at >= ${from} and started_at < ${to}`
  for (const table of ['call_record', 'call_charge']) {
    await client.query(`create temporary view ${table} as select * from public.${table}
      where ${inDay}`)
  }
  const edge = (of: 'min' | 'max') =>
    `(select ${of}(call_id) from public.call_record where ${inDay})`
  // Ids of calls follow their times closely, so that the range finds them in the index.
  await client.query(`create temporary view ledger_entry as select * from public.ledger_entry
    where at >= ${from} and call_id between ${edge('min')} and ${edge('max')}
      and call_id in (select call_id from public.call_record where ${inDay})`)
  return [
    ...INVARIANTS.filter(({ id }) => OF_CALLS.includes(id)),
    {
      id: 'T1',
      says: 'the traffic of reports is what the call records add up to',
      sql: trafficDifferences({ from, to: `(${to})` }),
    },
  ]
}
