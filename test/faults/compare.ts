// Compares the calls that SIPp saw with the books: the truth about calls that is not our own.
import type pg from 'pg'
import type { Outage } from './strike.ts'
import type { SeenCall } from './traffic.ts'

interface Booked {
  readonly sip_call_id: string
  readonly answered_at: number | null
  readonly seconds: number
  readonly refusal: string | null
}

/**
 * The faults that excuse a difference. A BYE without a switch, or one that waits for the media
 * relay, is late, so the booked seconds are more. A crash of Kamailio at the moment of an answer
 * loses its event, and with it that call. A crash also loses events that wait in Kamailio for the
 * database.
 */
const EXCUSES: readonly string[] = ['kamailio', 'rtpengine']
/** Why a call has ended whose switch was lost. */
const LOST = 'CALL_LOST'
/** It is booked until the last sign of life of its switch, which comes every two seconds. */
const SIGN_SECONDS = 4
/** Around an outage a call without an answer may have no record. */
const UNWRITTEN_SECONDS = 8
const TOLERANCE_SECONDS = 1
/** Around an outage: until the last repeat of a message has come through. */
const BEFORE_SECONDS = 1
const AFTER_SECONDS = 9
/** From the return of the database until all events that waited for it are written. */
const RETELLING_SECONDS = 4
/** Between an answer and the engine's hearing of it, on a busy machine. */
const NEWS_SECONDS = 1.5

export interface Comparison {
  readonly answered: number
  readonly booked: number
  /** Calls that were set up or ended while the switch or the relay was away. */
  readonly excused: readonly string[]
  readonly differences: readonly string[]
}

/** `late_seconds` is how late the test itself may have brought a message. */
export async function compare(
  database: pg.Pool,
  seen: { callers: readonly SeenCall[]; gateways: readonly SeenCall[] },
  outages: readonly Outage[],
  late_seconds = 0,
): Promise<Comparison> {
  const booked = await readBooks(database)
  const answered = seen.callers.filter((call) => call.answered_at !== null)
  const isExcused = excuseAt(outages)
  const differences = await findDoubled(database, outages)
  const excused: string[] = []
  for (const call of seen.callers) {
    const record = booked.get(call.sip_call_id)
    const difference = differenceOf(call, record, TOLERANCE_SECONDS + late_seconds)
    if (!difference) continue
    const list = isExcused(call, difference) ? excused : differences
    list.push(`${call.sip_call_id}: ${difference.says}`)
  }
  const at_gateways = seen.gateways.filter((call) => call.answered_at !== null)
  const late = at_gateways.filter(isAnsweredLate(outages)).length
  const in_books = [...booked.values()].filter((record) => record.answered_at !== null).length
  const surplus = at_gateways.length - in_books
  if (surplus > excused.length + late || surplus < -excused.length) {
    differences.push(
      `the gateways answered ${at_gateways.length} calls, the books have ${in_books}`,
    )
  }
  return { answered: answered.length, booked: in_books, excused, differences }
}

async function readBooks(database: pg.Pool): Promise<Map<string, Booked>> {
  const { rows } = await database.query<Booked>(
    `select sip_call_id, extract(epoch from answered_at)::float8 as answered_at,
       duration_ms / 1000.0::float8 as seconds, refusal
     from call_record where is_last`,
  )
  return new Map(rows.map((row) => [row.sip_call_id, row]))
}

/**
 * A call has one last record, and its id is in no other. Only a switch that wakes up may refuse an
 * INVITE and its repeats one by one: its timers count the whole sleep at once, so that it forgets
 * the transaction while the repeats are still in its socket.
 */
async function findDoubled(database: pg.Pool, outages: readonly Outage[]): Promise<string[]> {
  const { rows } = await database.query<{
    sip_call_id: string
    count: number
    is_refused: boolean
    from: number
    to: number
  }>(
    `select sip_call_id, count(*)::int, bool_and(status = 'REJECTED') as is_refused,
       extract(epoch from min(started_at))::float8 as "from",
       extract(epoch from max(started_at))::float8 as "to"
     from call_record where is_last group by sip_call_id having count(*) > 1`,
  )
  const isOfWaking = ({ from, to }: { from: number; to: number }) =>
    outages.some(
      ({ woke_at = Number.NaN }) => from > woke_at - BEFORE_SECONDS && to < woke_at + AFTER_SECONDS,
    )
  return rows
    .filter((row) => !(row.is_refused && isOfWaking(row)))
    .map(({ sip_call_id, count }) => `${sip_call_id} has ${count} records`)
}

interface Difference {
  /** Whether the call was answered at all, for how long, or whether it has a record. */
  readonly kind: 'answer' | 'duration' | 'record'
  readonly says: string
  /** Until when it is booked. */
  readonly booked_to?: number
  readonly is_lost?: boolean
}

function differenceOf(
  call: SeenCall,
  record: Booked | undefined,
  tolerance_seconds: number,
): Difference | undefined {
  const { answered_at, ended_at } = call
  if (answered_at === null) {
    if (!record) return { kind: 'record', says: 'was not answered, and has no record' }
    if (record.answered_at === null) return undefined
    return { kind: 'answer', says: `was not answered, and is booked with ${record.seconds} s` }
  }
  const story = `answered at ${answered_at}, ended at ${ended_at}`
  if (!record) return { kind: 'answer', says: `${story}, has no record` }
  const { seconds, refusal } = record
  if (record.answered_at === null) return { kind: 'answer', says: `${story}, booked as ${refusal}` }
  if (ended_at === null || Math.abs(ended_at - answered_at - seconds) <= tolerance_seconds) {
    return undefined
  }
  return {
    kind: 'duration',
    says: `${story}, booked with ${seconds} s ${refusal ?? ''}`,
    booked_to: record.answered_at + seconds,
    is_lost: refusal === LOST,
  }
}

/** Since when an event waits that could not be written. */
function waitsFrom(at: number, outages: readonly Outage[]): number {
  const waiting = outages.filter(
    ({ target, from, to }) => target === 'database' && from < at && at < to + RETELLING_SECONDS,
  )
  return Math.min(at, ...waiting.map(({ from }) => from))
}

type Span = Pick<Outage, 'from' | 'to'>

const within = (at: number | null, { from, to }: Span) => at !== null && at > from && at < to

/**
 * An answer that a dead Kamailio did not receive is repeated by the gateway. The new Kamailio
 * acknowledges it and hangs up at once: the caller has no call, and there is nothing to book.
 */
function isAnsweredLate(outages: readonly Outage[]): (call: SeenCall) => boolean {
  const away = outages.filter(({ target }) => target === 'kamailio')
  return ({ answered_at }) =>
    away.some(({ from, to }) => within(answered_at, { from: from - BEFORE_SECONDS, to }))
}

/** Only outages of its own switch excuse a call. */
function excuseAt(outages: readonly Outage[]) {
  const by_switch = new Map<string | undefined, ReturnType<typeof excuseBy>>()
  return (call: SeenCall, difference: Difference): boolean => {
    const excuse =
      by_switch.get(call.switch) ??
      excuseBy(outages.filter((outage) => [undefined, call.switch].includes(outage.switch)))
    by_switch.set(call.switch, excuse)
    return excuse(call, difference)
  }
}

function excuseBy(outages: readonly Outage[]) {
  const away = outages.filter((outage) => EXCUSES.includes(outage.target))
  const spans = away.map(({ from, to }) => ({
    from: waitsFrom(from, outages) - BEFORE_SECONDS,
    to: to + AFTER_SECONDS,
  }))
  // An answer that is not written yet is lost with the switch.
  const unwritten = away.map(({ from }) => ({
    from: waitsFrom(from, outages) - NEWS_SECONDS,
    to: from + NEWS_SECONDS,
  }))
  // A switch that wakes up passes on an answer that waited for it, to a call that another node has
  // closed meanwhile.
  const awakening = outages.flatMap(({ woke_at }) =>
    woke_at === undefined ? [] : [{ from: woke_at - BEFORE_SECONDS, to: woke_at + AFTER_SECONDS }],
  )
  const lost = away.map(({ from, to }) => ({
    from: waitsFrom(from, outages) - SIGN_SECONDS,
    to: to + SIGN_SECONDS,
  }))
  return (call: SeenCall, { kind, booked_to = 0, is_lost = false }: Difference): boolean => {
    if (kind === 'record') {
      return outages.some(({ from, to }) =>
        within(call.begun_at, { from: from - UNWRITTEN_SECONDS, to: to + UNWRITTEN_SECONDS }),
      )
    }
    if (kind === 'duration') {
      if (is_lost && lost.some((span) => within(booked_to, span))) return true
      // The end may be unknown, but not what was before the outage.
      return spans.some(
        (span) => within(call.ended_at, span) && booked_to > span.from - SIGN_SECONDS,
      )
    }
    // The caller saw no answer, or saw it while the switch died: both lie in the set-up.
    const { begun_at, answered_at } = call
    if (answered_at !== null) {
      return [...unwritten, ...awakening].some((span) => within(answered_at, span))
    }
    return away.some(({ from, to }) => begun_at < to && begun_at > from - AFTER_SECONDS)
  }
}
