// Lists of calls read days that are in the archive alone: first the supervisor writes their part
// into the database, then the same query reads both (ADR-0050).
import type { FastifyReply } from 'fastify'
import { ARCHIVE_HEADER, MASKED_HEADER } from '#contract/endpoint.ts'
import {
  accountsInScope,
  findKeptCalls,
  requestRecall,
  withRecalledCalls,
} from '#db/archive/recalls.ts'
import type { Database } from '#db/database.ts'
import { type Period, periodOfCall, searchedPeriod, type TimeQuery } from '#db/periods.ts'
import type { RecallPart } from '#db/tables/archive.ts'
import { type Caller, inZoneOf } from './caller.ts'
import { Problem } from './problem.ts'

interface Asking {
  /** The replica perhaps: it has live calls. */
  readonly database: Database
  readonly primary: Database
  readonly caller: Caller
  /** Absent in work without a request. */
  readonly reply?: FastifyReply
}

const RETRY_SECONDS = 1

/** Filters of lists of calls that leave out most of the archive. */
interface CallsAsked extends Omit<TimeQuery, 'user_zone'> {
  readonly q?: string | undefined
  readonly account_id?: readonly number[] | undefined
  readonly called_number?: readonly string[] | undefined
  readonly caller_number?: readonly string[] | undefined
}

const some = <T>(values: readonly T[] | undefined) => (values?.length ? values : undefined)

/** Calls of the period of a list. */
export async function withCallsOf<T>(
  asking: Asking,
  query: CallsAsked,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const period = await searchedPeriod(asking.database, inZoneOf(asking.caller, query))
  const part = {
    client_ids: some(query.account_id),
    called_numbers: some(query.called_number),
    caller_numbers: some(query.caller_number),
    search: query.q || undefined,
  }
  return withArchive(asking, period, part, read)
}

/** All calls of a client. */
export function withCallsOfAccount<T>(
  asking: Asking,
  account_id: number,
  period: Period,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  return withArchive(asking, period, { client_ids: [account_id] }, read)
}

/** One call, by its own id: it holds its time. */
export function withCall<T>(
  asking: Asking,
  call_id: string,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  return withArchive(asking, periodOfCall(call_id), { call_id }, read)
}

async function withArchive<T>(
  { database, primary, caller, reply }: Asking,
  asked: Period,
  part: RecallPart,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  // Whole days: a period that ends now moves, and its days do not.
  const { archived, masked_until } = await findKeptCalls(database, asked)
  if (masked_until !== null) reply?.header(MASKED_HEADER, masked_until)
  if (!archived) return read(database)
  const { days, ...period } = archived
  const account_ids = await accountsInScope(primary, caller.scope)
  const request = { period, days, part: { ...part, account_ids }, user_id: caller.user_id }
  const recall = await requestRecall(primary, request)
  if (!recall) {
    throw new Problem('too-many-tries', {
      message: 'The archive is being read for many users. Please try again in some minutes.',
    })
  }
  if (recall.state === 'FAILED') throw new Problem('bad-input', { message: recall.error })
  if (recall.state !== 'READY') {
    const { days_done, days_total } = recall
    throw new Problem('reading-archive', {
      message: `These calls are in the archive. Days read: ${days_done} of ${days_total}.`,
      retry_seconds: RETRY_SECONDS,
    })
  }
  reply?.header(ARCHIVE_HEADER, String(days))
  return withRecalledCalls(primary, recall, read)
}
