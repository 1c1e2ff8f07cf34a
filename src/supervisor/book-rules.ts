// The rules that the books must always keep, checked in one snapshot of the database.
import type pg from 'pg'
import { findBreaches, INVARIANTS } from '#db/billing/invariants.ts'
import { waitForRemovals } from '#db/calls/partition-removals.ts'
import { TRAFFIC_RULES } from '#db/calls/traffic-rules.ts'

const RULES = [...INVARIANTS, ...TRAFFIC_RULES]

/** One snapshot: a call that ends while they are checked must not look like a difference. */
export async function findBrokenRules(client: pg.Client) {
  await waitForRemovals(client)
  await client.query('begin isolation level repeatable read read only')
  const broken = await findBreaches(client, RULES)
  await client.query('commit')
  return { rules: RULES.length, broken }
}
