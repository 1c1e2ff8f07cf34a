// The calls of the past weeks, written with the engine's own decision, charging queue and
// charges, so that reports, balances and ledger are those of real calls.
import type pg from 'pg'
import { pino } from 'pino'
import { type Attempt, type Call, type CallEnd, callOf } from '#core/call/call.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { refusedRecord } from '#core/call/call-record.ts'
import { NO_LIMITS } from '#core/routing/call-limits.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import type { Invite, Route } from '#core/routing/decision.ts'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import type { RoutingSnapshot, Usage } from '#core/routing/snapshot.ts'
import { logTrace } from '#core/trace/log-trace.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { type ChargingQueue, openChargingQueue } from '#engine/charging/charging-queue.ts'
import { openSnapshotCache } from '#engine/snapshot-cache.ts'
import { until } from '../sip/until.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { SWITCH } from './addresses.ts'
import { chooseClient, chooseOutcome, dial, ON_NET_OUTCOMES, SOFTPHONE } from './calls.ts'
import { CLIENTS, GATEWAYS, SIP_USERS } from './demo-data.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CALLS_AT_ONCE = 200
/** The engines have other numbers, so that every call has its own id. */
const HISTORY_NUMBER = 1
const ON = new Set(SIP_USERS.filter(({ is_on }) => is_on).map(({ username }) => username))
const percent_counters = new PercentCounters()
const NO_LOAD: Usage = {
  load: () => ({ calls: 0, starts: 0 }),
  isExhausted: () => false,
  condition: () => ({
    health: 'UP',
    lock: null,
    is_paused: false,
    is_deprioritised: false,
    quality: null,
  }),
  isRegistered: (username) => ON.has(username),
  percent_counters,
}
/** The calls that begin in each hour of a working day in UTC: clients are on all continents. */
const CALLS_PER_HOUR = [
  170, 150, 140, 136, 140, 152, 176, 208, 246, 276, 296, 304, 300, 306, 310, 304, 294, 284, 272,
  260, 242, 224, 204, 186,
]
const SUNDAY = 0
const SATURDAY = 6
const WEEKEND_SHARE = 0.6
const BY_NAME = new Map(GATEWAYS.map((gateway) => [gateway.name, gateway]))

/**
 * Writes the calls since `from_ms`, hour by hour, `growth` times those of a usual hour; answers how
 * many there were.
 */
export async function writeHistory(
  url: string,
  client: pg.Client,
  from_ms: number,
  now_ms: number,
  growth = 1,
): Promise<number> {
  // A call without an answer ends within a minute.
  const to_ms = now_ms - MINUTE_MS
  await makePartitions(client, from_ms, Math.ceil((to_ms - from_ms) / (24 * HOUR_MS)) + 1)
  const log = pino({ level: 'warn' })
  const options = { url, engine: 'h', clock: SYSTEM_CLOCK, log }
  // No call leaves for a gateway.
  const passwords = { read: () => undefined }
  const snapshots = openSnapshotCache({ ...options, passwords, onOther: () => {} })
  // Spending limits are those of today; no account of the demo has one.
  const chargingQueue = openChargingQueue({
    ...options,
    today: () => new Date(now_ms).toISOString().slice(0, 10),
  })
  const chance = makeChance(Math.floor(from_ms))
  let count = 0
  try {
    const { rows } = await client.query<{ tariffs: number }>(
      'select count(*)::int as tariffs from tariff where deleted_at is null',
    )
    // The cache has some of the tariffs before it has all.
    const isLoaded = () => snapshots.current()?.tariffs.size === rows[0]?.tariffs
    await until('the snapshot is loaded', () => isLoaded() && chargingQueue.isOpen())
    for (let hour_ms = from_ms; hour_ms < to_ms; hour_ms += HOUR_MS) {
      const share = Math.min(1, (to_ms - hour_ms) / HOUR_MS)
      const length = Math.round(callsPerHour(hour_ms) * growth * share)
      const times = Array.from({ length }, () =>
        Math.floor(hour_ms + chance.next() * share * HOUR_MS),
      ).sort((a, b) => a - b)
      const writer = new Writer(chargingQueue, snapshots.current()!, chance, now_ms)
      await setClock(client, new Date(Math.min(hour_ms + HOUR_MS, to_ms)))
      await inLanes(times, (at_ms, nth) => writer.write(at_ms, nth))
      count += times.length
    }
  } finally {
    await setClock(client, undefined)
    await chargingQueue.close()
    await snapshots.close()
  }
  return count
}

export function callsPerHour(at_ms: number): number {
  const at = new Date(at_ms)
  const is_weekend = at.getUTCDay() === SUNDAY || at.getUTCDay() === SATURDAY
  return CALLS_PER_HOUR[at.getUTCHours()]! * (is_weekend ? WEEKEND_SHARE : 1)
}

/** Ledger entries and payments get this time; only a demo may change the clock of a ledger. */
export async function setClock(client: pg.Client, then: Date | undefined): Promise<void> {
  const at = then && `'${then.toISOString()}'`
  if (then) await client.query(`select make_partition('ledger_entry', $1)`, [then.toISOString()])
  await client.query(`alter table ledger_entry alter at set default ${at ?? 'clock_timestamp()'}`)
  await client.query(`alter table payment alter at set default ${at ?? 'now()'}`)
}

/** Several at a time, because the queue commits them together. */
async function inLanes<T>(list: readonly T[], work: (one: T, nth: number) => Promise<void>) {
  const queue = list.entries()
  const go = async () => {
    for (const [nth, one] of queue) await work(one, nth)
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, go))
}

const agentOf = (gateway_name: string): string => BY_NAME.get(gateway_name)?.user_agent ?? SOFTPHONE

class Writer {
  readonly #chargingQueue: ChargingQueue
  readonly #snapshot: RoutingSnapshot
  readonly #chance: Chance
  readonly #now_ms: number

  constructor(
    chargingQueue: ChargingQueue,
    snapshot: RoutingSnapshot,
    chance: Chance,
    now_ms: number,
  ) {
    this.#now_ms = now_ms
    this.#chargingQueue = chargingQueue
    this.#snapshot = snapshot
    this.#chance = chance
  }

  async write(at_ms: number, nth: number): Promise<void> {
    const call_id = makeCallId(at_ms, HISTORY_NUMBER, nth)
    const invite = this.#invite(call_id)
    const moment = { now_ms: at_ms, random: () => this.#chance.next() }
    const decision = decideCall(this.#snapshot, NO_LOAD, invite, moment)
    if (decision.kind === 'challenged') return
    percent_counters.count(decision.percent_turns)
    const started_at = at_ms / 1000
    const routing_ms = this.#chance.whole(0, 3)
    const facts = { call_id, invite, started_at, routing_ms, engine: 'a' }
    const steps = logTrace(decision)
    if (decision.kind === 'refused') {
      const record = refusedRecord(decision, invite, { ...facts, ended_at: started_at })
      await this.#chargingQueue.write({ kind: 'refuse', record, steps })
      return
    }
    const call = callOf(decision, facts)
    const end = this.#endOf(call)
    const talk_seconds = end.answered_at === null ? 60 : end.ended_at - end.answered_at
    const wanted_seconds = Math.ceil(talk_seconds) + 1
    const expires_at = Date.now() / 1000 + 60
    const reserve = {
      kind: 'reserve',
      limits: NO_LIMITS,
      call,
      dialog: '',
      wanted_seconds,
      expires_at,
      steps,
    } as const
    const grant = await this.#chargingQueue.write(reserve)
    if (grant.kind !== 'granted') return
    await this.#chargingQueue.write({ kind: 'close', call, end: cutAt(end, grant.seconds) })
  }

  #invite(call_id: string): Invite {
    const client = chooseClient(CLIENTS, this.#chance)
    const { source, username, ...numbers } = dial(client, this.#chance)
    return {
      sip_call_id: `${call_id}@${source}`,
      source_ip: source,
      source_port: 5060,
      transport: 'UDP',
      to_number: '',
      diversion: '',
      pai: '',
      rpid: '',
      privacy: '',
      foreign_route: '',
      auth_username: username,
      ...numbers,
      caller_name: '',
      user_agent: username ? SOFTPHONE : `${client.name} SBC`,
      from_domain: source,
      dialled_domain: SWITCH,
      local_address: `${SWITCH}:5060`,
    }
  }

  /** Gateway after gateway, in the order of the switch. */
  #endOf(call: Call): CallEnd {
    const chance = this.#chance
    const attempts: Attempt[] = []
    let at = call.started_at + 0.02
    const fail = (
      { gateway_id, gateway_name }: Route,
      sip_code: number,
      cause: number,
      after: number,
    ) => {
      const ringing_at = sip_code === 487 ? at + 1 : null
      const sent_at = at
      at += after
      attempts.push({
        ...{ gateway_id, sip_code, sent_at, ringing_at, ended_at: at, q850_cause: cause },
        attempt_end: sip_code === 487 ? 'CANCELLED' : 'REFUSED',
        not_sent_reason: null,
        gateway_user_agent: agentOf(gateway_name),
      })
    }
    for (const route of call.routes) {
      const { gateway_name } = route
      switch (chooseOutcome(BY_NAME.get(gateway_name)?.outcomes ?? ON_NET_OUTCOMES, chance)) {
        case 'unavailable':
          fail(route, 503, 41, 0.05 + chance.next())
          continue
        case 'busy':
          fail(route, 486, 17, 0.5 + chance.next() * 2)
          return unanswered(attempts, at, 486, 17, 'CALLEE')
        case 'unknown_number':
          fail(route, 404, 1, 0.2 + chance.next())
          return unanswered(attempts, at, 404, 1, 'CALLEE')
        case 'no_answer':
          fail(route, 487, 16, 12 + chance.next() * 25)
          return unanswered(attempts, at, 487, 16, 'CALLER')
        case 'answered':
          return answered(attempts, route, at, this.#now_ms / 1000, chance)
      }
    }
    return unanswered(attempts, at, 503, 41, 'CALLEE')
  }
}

function unanswered(
  attempts: readonly Attempt[],
  ended_at: number,
  sip_code: number,
  q850_cause: number,
  released_by: 'CALLER' | 'CALLEE',
): CallEnd {
  return {
    ringing_at: attempts.at(-1)?.ringing_at ?? null,
    answered_at: null,
    ended_at,
    gateway_id: null,
    sip_code,
    q850_cause,
    reason: '',
    released_by,
    attempts,
    media: null,
    early_media: false,
    cut: null,
  }
}

function answered(
  attempts: readonly Attempt[],
  { gateway_id, gateway_name }: Route,
  sent_at: number,
  now: number,
  chance: Chance,
): CallEnd {
  const ringing_at = sent_at + 0.3 + chance.next() * 2
  const answered_at = ringing_at + 2 + chance.next() * 12
  // Most calls are short and a few are long.
  const talk_seconds = 5 - Math.log(1 - chance.next()) * 140
  return {
    ringing_at,
    answered_at,
    ended_at: Math.min(answered_at + talk_seconds, now),
    gateway_id,
    sip_code: 200,
    q850_cause: 16,
    reason: '',
    released_by: chance.next() < 0.7 ? 'CALLER' : 'CALLEE',
    attempts: [
      ...attempts,
      {
        ...{ gateway_id, sip_code: 200, sent_at, ringing_at, ended_at: answered_at },
        ...{ attempt_end: 'ANSWERED', not_sent_reason: null, q850_cause: null },
        gateway_user_agent: agentOf(gateway_name),
      },
    ],
    media: null,
    early_media: false,
    cut: null,
  }
}

/** A call ends when its granted seconds are over. */
function cutAt(end: CallEnd, granted_seconds: number): CallEnd {
  const paid_until = (end.answered_at ?? end.ended_at) + granted_seconds
  if (end.answered_at === null || end.ended_at <= paid_until) return end
  return { ...end, ended_at: paid_until, released_by: 'SWITCH', cut: 'BALANCE_END' }
}
