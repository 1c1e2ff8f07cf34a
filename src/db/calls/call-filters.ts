// Conditions on calls, the rows `r` of call_record, that several lists share.
import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '#core/call/call-record.ts'
import { writtenForms } from '#core/number/written-forms.ts'
import { refusalsOf, type Stage } from '#core/routing/refusal.ts'
import { contains, startsWith } from '../paging.ts'
import type { Period, TimeQuery } from '../periods.ts'
import { inScope, isInTreeOf, isOfAdmin, type Scope } from '../scope.ts'

/**
 * Began in the period; `t` are the attempts of a call, `l` its routing log, `own` and `child`
 * charges of it.
 */
export function within(
  row: 'r' | 't' | 'l' | 'own' | 'child',
  { from_at, to_at }: Period,
): RawBuilder<boolean> {
  const started_at = sql.ref(`${row}.started_at`)
  return sql<boolean>`${started_at} >= ${from_at}::timestamptz
    and ${started_at} < ${to_at}::timestamptz`
}

/** A filter of the contract as a condition, in both directions (contract/filters.ts). */
export type Asked<Name extends string, Value> = {
  readonly [Key in Name | `${Name}_not`]?: Value | undefined
}

/** The conditions of one filter: some values are wanted, or others are not. */
export function bothWays<Name extends string, Query extends Asked<Name, unknown>>(
  query: Query,
  name: Name,
  fits: (value: NonNullable<Query[Name]>) => RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const asked = (key: Name | `${Name}_not`) => query[key] as Query[Name]
  const wanted = asked(name)
  const unwanted = asked(`${name}_not`)
  return [
    ...(wanted == null ? [] : [fits(wanted)]),
    // A row without a value, such as a call without a refusal, is not one of the unwanted.
    ...(unwanted == null ? [] : [sql<boolean>`(${fits(unwanted)}) is not true`]),
  ]
}

/** One of the numbers or texts. */
export function among(
  column: string,
  type: 'bigint' | 'text',
): (values: readonly (number | string)[]) => RawBuilder<boolean> {
  return (values) => sql`${sql.ref(column)} = any (${values}::${sql.raw(type)}[])`
}

/** One of the numbers, of which 0 is none. */
const amongIds =
  (column: string) =>
  (ids: readonly number[]): RawBuilder<boolean> =>
    sql`coalesce(${sql.raw(column)}, 0) = any (${ids}::bigint[])`

/** One of the texts, of which `none` is none. */
const amongTexts =
  (value: string) =>
  (texts: readonly string[]): RawBuilder<boolean> =>
    sql`coalesce(nullif(${sql.raw(value)}, ''), 'none') = any (${texts}::text[])`

/** One of the resellers, or of all below them today. */
export const inTree =
  (column: RawBuilder<unknown>) =>
  (ids: readonly number[]): RawBuilder<boolean> =>
    isInTreeOf(column, sql`unnest(${ids}::bigint[])`)

/** Begins with one of the texts: each is a condition of its own, because `any` finds no index. */
export const beginsWith =
  (column: string) =>
  (beginnings: readonly string[]): RawBuilder<boolean> =>
    sql`(${sql.join(
      beginnings.map((text) => sql`${sql.ref(column)} like ${startsWith(text)}`),
      sql` or `,
    )})`

/** The same, of a number that is kept as it came. */
export const beginsWithNumber =
  (column: string) =>
  (beginnings: readonly string[]): RawBuilder<boolean> =>
    beginsWith(column)(beginnings.flatMap(writtenForms))

export const holds =
  (column: string) =>
  (part: string): RawBuilder<boolean> =>
    sql`${sql.ref(column)} ilike ${contains(part)}`

export const cameFrom = (networks: readonly string[]): RawBuilder<boolean> =>
  sql`r.source_ip <<= any (${networks}::inet[])`

/**
 * Any attempt of the call went there, not the last alone. Attempts bear the time of their call; the
 * period repeats what the planner cannot derive.
 */
export function wentTo(column: 'gateway_id' | 'settlement_id', period: Period) {
  return (ids: readonly number[]): RawBuilder<boolean> =>
    sql`(r.started_at, r.call_id) in (
      select t.started_at, t.call_id from call_record t
      where ${within('t', period)} and ${among(`t.${column}`, 'bigint')(ids)})`
}

/** Calls of unknown callers are listed with the wholesale ones. */
const TYPES = {
  wholesale: ['WHOLESALE', 'UNKNOWN'],
  retail: ['RETAIL'],
  all: ['WHOLESALE', 'UNKNOWN', 'RETAIL'],
}

/** The longest short call (docs/domain/routing.md, R12). */
const SHORT_MS = 15_000

/** The usual views of calls. */
const PRESETS = {
  short: sql<boolean>`r.status = 'ANSWERED' and r.duration_ms <= ${SHORT_MS}`,
  rerouted: sql<boolean>`r.attempt_no > 1`,
  not_authorised: isRefused('AUTH'),
  bad_routing: isRefused('RATE', 'ROUTE'),
  package: sql<boolean>`exists (select from call_charge h where h.call_id = r.call_id
    and h.started_at = r.started_at and h.package_seconds > 0)`,
  recorded: sql<boolean>`exists (select from call_recording m where m.call_id = r.call_id
    and m.part_no = 1 and m.at >= r.started_at and m.at < r.ended_at + interval '1 second')`,
}

function isRefused(...stages: readonly Stage[]): RawBuilder<boolean> {
  return sql<boolean>`r.refusal = any (${refusalsOf(...stages)}::text[])`
}

type Ids =
  | 'account_id'
  | 'reseller_id'
  | 'nearest_reseller_id'
  | 'reseller_tree_id'
  | 'gateway_id'
  | 'settlement_id'
  | 'last_gateway_id'
  | 'last_settlement_id'
  | 'route_plan_id'

export interface CallQuery
  extends TimeQuery,
    Asked<Ids | 'sip_code' | 'q850_cause', readonly number[]>,
    Asked<'source_ip' | 'caller_number' | 'called_number', readonly string[]>,
    Asked<'country' | 'prefix' | 'exact_prefix', readonly string[]>,
    Asked<'refusal' | 'fault' | 'one_way_audio' | 'codec' | 'caller_codec', readonly string[]>,
    Asked<'username' | 'destination' | 'exact_destination' | 'sip_call_id', string> {
  readonly q?: string | undefined
  readonly type: keyof typeof TYPES
  readonly preset?: keyof typeof PRESETS | undefined
  readonly status?: CallStatus | undefined
  readonly ended_after?: string | undefined
  readonly min_duration_seconds?: number | undefined
  readonly max_duration_seconds?: number | undefined
}

/**
 * The rows that are calls of the scope: the last attempt of a call that it placed. A settlement
 * account has each attempt that was sent to it.
 */
export const callsOf = (scope: Scope): RawBuilder<boolean> =>
  scope.kind === 'settlement'
    ? attemptsOf(scope)
    : sql<boolean>`r.is_last and ${inScope(scope, 'r.account_id')}`

/** All attempts of such calls. */
export const attemptsOf = (scope: Scope): RawBuilder<boolean> =>
  scope.kind === 'settlement'
    ? sql<boolean>`${inScope(scope, 'r.settlement_id')} and r.attempt_end <> 'NOT_SENT'`
    : inScope(scope, 'r.account_id')

/** Only numbers of the side that the scope knows: what is found says what it is. */
const isFound = (scope: Scope, q: string): RawBuilder<boolean> => {
  const of = (column: string) => beginsWithNumber(`r.${column}`)([q])
  return scope.kind === 'settlement'
    ? sql`(${of('sent_number')} or ${of('sent_caller_number')} or r.call_id::text = ${q})`
    : sql`(${of('called_number')} or ${of('caller_number')} or ${of('dialled_number')}
      or r.sip_call_id = ${q} or r.call_id::text = ${q})`
}

/** The calls, by their last attempts, that a list of them finds. */
export function isWanted(scope: Scope, query: CallQuery, period: Period): RawBuilder<boolean> {
  const filters = [
    within('r', period),
    callsOf(scope),
    sql<boolean>`r.client_type = any (${TYPES[query.type]}::text[])`,
    ...(query.preset ? [presetOf(query.preset, scope)] : []),
    ...callerFilters(query),
    ...wayFilters(scope, query, period),
    ...numberFilters(query),
    ...bothWays(query, 'sip_call_id', hasLeg(scope, period)),
    ...resultFilters(query),
  ]
  if (query.ended_after) filters.push(sql`r.ended_at > ${query.ended_after}::timestamptz`)
  if (query.q) filters.push(isFound(scope, query.q))
  return sql.join<boolean>(filters, sql` and `)
}

/** Which calls were recorded is for admins alone to know. */
const presetOf = (preset: keyof typeof PRESETS, scope: Scope): RawBuilder<boolean> =>
  preset === 'recorded' && !isOfAdmin(scope) ? sql`false` : PRESETS[preset]

function callerFilters(query: CallQuery): RawBuilder<boolean>[] {
  return [
    ...bothWays(query, 'account_id', among('r.account_id', 'bigint')),
    ...bothWays(query, 'reseller_id', (ids) => sql`r.reseller_ids && ${ids}::bigint[]`),
    ...bothWays(query, 'nearest_reseller_id', amongIds('r.reseller_ids[1]')),
    ...bothWays(query, 'reseller_tree_id', inTree(sql`r.reseller_ids[1]`)),
    ...bothWays(
      query,
      'username',
      (name) => sql`r.sip_user_id = any (array(
        select id from sip_user where username like ${startsWith(name)}))`,
    ),
    ...bothWays(query, 'source_ip', cameFrom),
    ...bothWays(query, 'caller_number', beginsWithNumber('r.caller_number')),
  ]
}

function wayFilters(scope: Scope, query: CallQuery, period: Period): RawBuilder<boolean>[] {
  // A settlement account has attempts: where others of the same call went is not for it to find.
  const sentTo = (column: 'gateway_id' | 'settlement_id') =>
    scope.kind === 'settlement' ? among(`r.${column}`, 'bigint') : wentTo(column, period)
  return [
    ...bothWays(query, 'gateway_id', sentTo('gateway_id')),
    ...bothWays(query, 'settlement_id', sentTo('settlement_id')),
    ...bothWays(query, 'last_gateway_id', amongIds('r.gateway_id')),
    ...bothWays(query, 'last_settlement_id', amongIds('r.settlement_id')),
    ...bothWays(query, 'route_plan_id', among('r.route_plan_id', 'bigint')),
  ]
}

/** A leg to a gateway is for admins alone to find. */
const hasLeg =
  (scope: Scope, { from_at, to_at }: Period) =>
  (sip_call_id: string): RawBuilder<boolean> =>
    isOfAdmin(scope)
      ? sql`(r.sip_call_id = ${sip_call_id} or r.call_id in (
          select m.call_id from sip_message m where m.sip_call_id = ${sip_call_id}
            and m.at >= ${from_at}::timestamptz - interval '1 day'
            and m.at < ${to_at}::timestamptz + interval '1 day'))`
      : sql`r.sip_call_id = ${sip_call_id}`

function numberFilters(query: CallQuery): RawBuilder<boolean>[] {
  return [
    ...bothWays(query, 'called_number', beginsWith('r.called_number')),
    ...bothWays(query, 'country', amongTexts('country_of(r.called_number)')),
    ...bothWays(query, 'prefix', beginsWith('r.prefix')),
    ...bothWays(query, 'exact_prefix', amongTexts('r.prefix')),
    ...bothWays(query, 'destination', holds('r.destination')),
    ...bothWays(query, 'exact_destination', (text) => amongTexts('r.destination')([text])),
  ]
}

function resultFilters(query: CallQuery): RawBuilder<boolean>[] {
  const { status, min_duration_seconds, max_duration_seconds } = query
  const filters = [
    ...bothWays(query, 'sip_code', amongIds('coalesce(r.sip_code, r.gateway_sip_code)')),
    ...bothWays(query, 'q850_cause', among('r.q850_cause', 'bigint')),
    ...bothWays(query, 'refusal', amongTexts('r.refusal')),
    ...bothWays(query, 'fault', among('r.fault', 'text')),
    ...bothWays(query, 'one_way_audio', among('r.one_way_audio', 'text')),
    ...bothWays(
      query,
      'codec',
      (codecs) => sql`array[r.codec, r.media -> 'callee' ->> 'codec'] && ${codecs}::text[]`,
    ),
    ...bothWays(query, 'caller_codec', amongTexts('r.codec')),
  ]
  if (status === 'FAILED') filters.push(sql`r.status <> 'ANSWERED'`)
  else if (status) filters.push(sql`r.status = ${status}`)
  if (min_duration_seconds)
    filters.push(sql`r.duration_ms >= ${min_duration_seconds}::bigint * 1000`)
  if (max_duration_seconds !== undefined) {
    filters.push(sql`r.duration_ms <= ${max_duration_seconds}::bigint * 1000`)
  }
  return filters
}
