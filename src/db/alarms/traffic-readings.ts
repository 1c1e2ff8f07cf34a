// The traffic of a window by gateway, carrier, client or destination, and that of the same hour of
// the last four weeks: sums with the additions that have not moved to them yet.
import { type RawBuilder, sql } from 'kysely'
import type { ComparesWith } from '#core/alarm/conditions.ts'
import type { Reading } from '#core/alarm/judge.ts'
import { type TrafficSums, trafficValue } from '#core/alarm/traffic-value.ts'
import type { AlarmTopic, SubjectKind } from '#core/notification/topics.ts'
import type { Database } from '../database.ts'
import { zoneOf } from '../settings.ts'
import { kindWith } from '../traffic/traffic-kinds.ts'

export interface TrafficWindow {
  readonly subject_kind: SubjectKind
  readonly window_minutes: number
  readonly compares_with: ComparesWith
}

/** Its sums; those of the last weeks are means, null without traffic then. */
export interface SubjectTraffic {
  readonly subject: Omit<Reading, 'value' | 'usual' | 'calls'>
  readonly now: TrafficSums
  readonly usual: TrafficSums | null
}

const WEEKS = 4

interface Side {
  readonly key: 'gateway_id' | 'settlement_id' | 'account_id' | 'destination'
  readonly calls: 'attempts' | 'calls'
}

/** A gateway answers for its attempts, a client waits for all gateways: V3. */
const SIDES: Readonly<Partial<Record<SubjectKind, Side>>> = {
  GATEWAY: { key: 'gateway_id', calls: 'attempts' },
  SETTLEMENT: { key: 'settlement_id', calls: 'attempts' },
  CLIENT: { key: 'account_id', calls: 'calls' },
  DESTINATION: { key: 'destination', calls: 'calls' },
}

const NAMES: Readonly<Record<Side['key'], RawBuilder<unknown>>> = {
  gateway_id: sql`select g.id as subject_id, g.name as subject_name, null::bigint as account_id,
      'SETTLEMENT ' || g.settlement_id as group_key, s.*
    from summed s join gateway g on g.id = s.key where g.deleted_at is null`,
  settlement_id: sql`select a.id as subject_id, a.name as subject_name, a.id as account_id,
      'SETTLEMENT ' || a.id as group_key, s.*
    from summed s join account a on a.id = s.key where a.deleted_at is null`,
  account_id: sql`select a.id as subject_id, a.name as subject_name, a.id as account_id,
      'ACCOUNT ' || a.id as group_key, s.*
    from summed s join account a on a.id = s.key where a.deleted_at is null`,
  destination: sql`select null::bigint as subject_id, s.key as subject_name,
      null::bigint as account_id, 'DESTINATION ' || s.key as group_key, s.*
    from summed s where s.key <> ''`,
}

type SummedRow = Pick<Reading, 'subject_id' | 'subject_name' | 'account_id' | 'group_key'> & {
  readonly key: number | string
  readonly weeks: number
} & Readonly<Record<keyof TrafficSums | `usual_${keyof TrafficSums}`, number | bigint>>

/** A column of the sums for each side, and of the attempts where the key is a way. */
function figuresOf({ calls }: Side): Readonly<Record<keyof TrafficSums, string>> {
  const isAttempt = calls === 'attempts'
  return {
    calls,
    answered: 'answered',
    short_calls: 'short_calls',
    effective: isAttempt ? 'effective_attempts' : 'effective_calls',
    duration_ms: 'duration_ms',
    pdd_ms: isAttempt ? 'attempt_pdd_ms' : 'call_pdd_ms',
    pdds: isAttempt ? 'attempt_pdds' : 'call_pdds',
    quality_calls: 'quality_calls',
    mos: 'mos_sum',
    loss: 'loss_sum',
    one_way_calls: 'one_way_calls',
    revenue: 'revenue',
    cost: 'cost',
  }
}

/**
 * Week 0 is the window; the others end at the same time of the day. Their last quarter counts as
 * far as that of now has gone.
 */
function statementOf(side: Side, { window_minutes, compares_with }: TrafficWindow) {
  const figures = Object.entries(figuresOf(side))
  const weeks = compares_with === 'SAME_HOUR' ? WEEKS : 0
  const zone = zoneOf(null)
  const column = sql.ref(side.key)
  const columns = sql.raw(figures.map(([name, of]) => `t.${of}::numeric as ${name}`).join(', '))
  const isIn = sql`t.seller_id = 1 and t.bucket >= w.from_at and t.bucket <= w.last_at`
  const empty = side.key === 'destination' ? sql`''` : sql`0`
  const sums = figures.flatMap(([name]) => [
    `round(coalesce(sum(${name}) filter (where week = 0), 0)) as ${name}`,
    `round(coalesce(sum(${name} * part) filter (where week > 0), 0)) as usual_${name}`,
  ])
  return sql<SummedRow>`
    with moments as (
      select week, date_bin('15 minutes', (now() at time zone ${zone}
          - week * interval '7 days') at time zone ${zone}, '2000-01-01Z') as last_at
      from generate_series(0, ${sql.lit(weeks)}) week),
    spans as (
      select week, last_at, last_at - ${sql.lit(window_minutes)} * interval '1 minute' as from_at
      from moments),
    added as (
      select w.week, w.last_at, t.* from spans w cross join lateral (
        select t.bucket, t.${column} as key, ${columns} from traffic_sum t
        where t.kind = ${sql.lit(kindWith([side.key]))} and ${isIn}) t
      union all
      select w.week, w.last_at, t.* from spans w cross join lateral (
        select t.bucket, t.${column} as key, ${columns} from traffic_addition t
        where ${isIn}) t),
    weighed as (
      select a.*, case when bucket < last_at then 1 else extract(epoch from
        now() - date_bin('15 minutes', now(), '2000-01-01Z')) / 900 end as part
      from added a where key <> ${empty}),
    summed as (
      select key, count(distinct week) filter (where week > 0) as weeks, ${sql.raw(sums.join(', '))}
      from weighed group by key)
    ${NAMES[side.key]}`
}

const FIGURES = [
  ...(['calls', 'answered', 'short_calls', 'effective', 'duration_ms', 'pdd_ms', 'pdds'] as const),
  ...(['quality_calls', 'mos', 'loss', 'one_way_calls'] as const),
]

function sumsOf(row: SummedRow, prefix: '' | 'usual_', weeks: number): TrafficSums {
  const money = (name: 'revenue' | 'cost') => BigInt(row[`${prefix}${name}`]) / BigInt(weeks)
  const counts = FIGURES.map((name) => [name, Number(row[`${prefix}${name}`]) / weeks] as const)
  const figures = Object.fromEntries(counts) as Record<(typeof FIGURES)[number], number>
  return { ...figures, revenue: money('revenue'), cost: money('cost') }
}

/** The traffic of all subjects of a kind that have some. */
export async function readTraffic(
  database: Database,
  window: TrafficWindow,
): Promise<SubjectTraffic[]> {
  const side = SIDES[window.subject_kind]
  if (!side) throw new Error(`A ${window.subject_kind} has no traffic`)
  const { rows } = await statementOf(side, window).execute(database)
  return rows.map((row) => ({
    subject: {
      ...{ subject_kind: window.subject_kind, subject_key: String(row.key) },
      ...{ subject_id: row.subject_id, subject_name: row.subject_name },
      ...{ account_id: row.account_id, group_key: row.group_key },
    },
    now: sumsOf(row, '', 1),
    usual: row.weeks > 0 ? sumsOf(row, 'usual_', row.weeks) : null,
  }))
}

/** The figure of a topic: several rules read the same traffic. */
export const trafficReading = (
  topic: AlarmTopic,
  { subject, now, usual }: SubjectTraffic,
): Reading => {
  const before = usual && trafficValue(topic, usual)
  return {
    ...subject,
    value: trafficValue(topic, now),
    usual: before === null ? null : Math.round(before),
    calls: now.calls,
  }
}
