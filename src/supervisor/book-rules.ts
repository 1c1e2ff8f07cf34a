// The rules that the books must always keep, checked in one snapshot of the database.
import type pg from 'pg'
import { waitForRemovals } from '#db/partitions/partition-removals.ts'
import { TRAFFIC_RULES } from '#db/traffic/traffic-rules.ts'
import { prepareDayRules } from '#db/verify/day-rules.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'

/**
 * All rules, or those of the calls that began on a day in UTC, which leave the connection to that
 * day. One snapshot: a call that ends while they are checked must not look like a difference.
 */
export async function findBrokenRules(client: pg.Client, day?: Date) {
  const rules = day ? await prepareDayRules(client, day) : [...INVARIANTS, ...TRAFFIC_RULES]
  await waitForRemovals(client)
  await client.query('begin isolation level repeatable read read only')
  const broken = await findBreaches(client, rules)
  await client.query('commit')
  return { rules: rules.length, broken }
}
