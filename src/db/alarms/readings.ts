// The readings of a rule. Rules that need the same figures share what was read for the first.

import { sql } from 'kysely'
import type { AlarmRule } from '#core/alarm/conditions.ts'
import { CONDITIONS } from '#core/alarm/conditions.ts'
import type { Reading } from '#core/alarm/judge.ts'
import type { Database } from '../database.ts'
import { isOfAccount, readAccounts } from './account-readings.ts'
import { namedSubjects } from './named-subjects.ts'
import { readSwitch } from './switch-readings.ts'
import { readTraffic, type SubjectTraffic, trafficReading } from './traffic-readings.ts'

/** A rule with the subjects that it is about: none is all. */
export interface ReadRule extends AlarmRule {
  readonly subject_ids: readonly number[]
  readonly destinations: readonly string[]
}

export interface Readings {
  of(rule: ReadRule): Promise<readonly Reading[]>
}

/** Reads each figure once. */
export function makeReadings(database: Database): Readings {
  const traffic = new Map<string, Promise<SubjectTraffic[]>>()
  const others = new Map<string, Promise<Reading[]>>()

  function read<T>(known: Map<string, Promise<T>>, key: string, how: () => Promise<T>) {
    const found = known.get(key) ?? how()
    known.set(key, found)
    return found
  }

  async function all(rule: ReadRule): Promise<Reading[]> {
    const { topic, subject_kind, window_minutes, compares_with } = rule
    if (CONDITIONS[topic].source === 'TRAFFIC') {
      const key = `${subject_kind} ${window_minutes} ${compares_with}`
      const subjects = await read(traffic, key, () => readTraffic(database, rule))
      return subjects.map((subject) => trafficReading(topic, subject))
    }
    return read(others, `${topic} ${subject_kind} ${window_minutes}`, () =>
      isOfAccount(topic) ? readAccounts(database, topic, subject_kind) : readSwitch(database, rule),
    )
  }

  return {
    async of(rule) {
      const readings = (await all(rule)).filter(isSubjectOf(rule))
      return rule.topic === 'CALLS'
        ? [...readings, ...(await silent(database, rule, readings))]
        : readings
    },
  }
}

function isSubjectOf({ subject_ids, destinations }: ReadRule): (reading: Reading) => boolean {
  const ids = new Set(subject_ids)
  const names = new Set(destinations)
  if (names.size > 0) return ({ subject_key }) => names.has(subject_key)
  if (ids.size > 0) return ({ subject_id }) => subject_id !== null && ids.has(subject_id)
  return () => true
}

/** Those without a single call have no sums, and are what a rule about few calls is for. */
async function silent(
  database: Database,
  { subject_kind, subject_ids, destinations }: ReadRule,
  readings: readonly Reading[],
): Promise<Reading[]> {
  const seen = new Set(readings.map(({ subject_key }) => subject_key))
  const none = { subject_kind, value: 0, usual: null, calls: 0 }
  const ids = subject_ids.filter((id) => !seen.has(String(id)))
  const names = destinations.filter((name) => !seen.has(name))
  const places = names.map((name) => ({
    ...none,
    ...{ subject_id: null, subject_key: name, subject_name: name, account_id: null },
    group_key: `DESTINATION ${name}`,
  }))
  if (ids.length === 0) return places
  const { rows } = await sql<Pick<Reading, 'account_id' | 'group_key'> & NamedSubject>`
    select * from (${namedSubjects(subject_kind)}) named where id = any (${ids}::bigint[])`.execute(
    database,
  )
  const quiet = rows.map(({ id, name, ...row }) => ({
    ...none,
    ...row,
    ...{ subject_id: id, subject_key: String(id), subject_name: name },
  }))
  return [...places, ...quiet]
}

interface NamedSubject {
  readonly id: number
  readonly name: string
}
