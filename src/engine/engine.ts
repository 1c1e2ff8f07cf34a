// Wires the parts of the engine together, starts them in order, and stops them in the opposite one.
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { makeCallId } from '#core/call/call-id.ts'
import { engineNumber } from '#core/call/engine-name.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { Clock } from '#core/time/clock.ts'
import { addLimitHits } from '#db/calls/limit-hits.ts'
import { listExhaustedSettlements, writeSignOfLife } from '#db/calls/open-calls.ts'
import { makePool } from '#db/database.ts'
import { watchWork } from '#db/machine/failing-work.ts'
import { isFirstOfNode } from '#db/machine/process-states.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import type { Signal } from '#db/signals.ts'
import { ActiveCalls } from './calls/active-calls.ts'
import type { EngineContext } from './calls/context.ts'
import { extendCalls, moneyMoved } from './calls/extend-grant.ts'
import { hangUpAsked, hangUpBarred, watchClosedCalls } from './calls/hang-up.ts'
import { onAnswer } from './calls/on-answer.ts'
import { onAttempt } from './calls/on-attempt.ts'
import { onEnd } from './calls/on-end.ts'
import { onInvite } from './calls/on-invite.ts'
import { onRinging, writeRinging } from './calls/on-ringing.ts'
import { claimCalls, noteLastSeen, reconcile } from './calls/reconcile.ts'
import { endCallsWithoutMedia } from './calls/rtp-timeout.ts'
import { NotClosed } from './calls/unclosed-calls.ts'
import { DatabaseUnavailable, openChargingQueue } from './charging/charging-queue.ts'
import { GatewayWatch } from './gateways/gateway-watch.ts'
import type { CallEvent, SwitchLink, SwitchListener } from './kamailio/switch-link.ts'
import type { SwitchNotice } from './kamailio/switch-users.ts'
import { EngineMetrics } from './metrics/engine-metrics.ts'
import { writeMetrics } from './metrics/write-metrics.ts'
import { openPasswords } from './passwords.ts'
import { openReRatingRunner } from './re-ratings/re-rating-runner.ts'
import { type Readiness, watchReadiness } from './readiness.ts'
import { repeat, throttleByDuration } from './repeat.ts'
import { SipUsers } from './sip-users/sip-users.ts'
import { openSnapshotCache } from './snapshot-cache.ts'

const SECOND_MS = 1000
const SEQUENCE_MAX = 4096

export interface EngineOptions {
  readonly url: string
  /** Decrypt the passwords of gateways and SIP users. */
  readonly secretKeys: SecretKeys
  readonly engine: string
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Unique among all processes, and impossible to guess. */
  readonly randomId: () => string
  readonly log: Logger
  /** With what the process itself measures; a new one unless given. */
  readonly registry?: Registry
  /**
   * How many times as fast the repeated work comes, for tests, which do not wait for real seconds;
   * 1 unless given.
   */
  readonly pace?: number
  /** Connects to the switch; called when the engine is ready to decide. */
  connect(listener: SwitchListener): SwitchLink
}

export interface Engine {
  stop(): Promise<void>
}

const toolsOf = ({ engine, clock, random, log }: EngineOptions) => ({
  ...{ engine, clock, random, log },
  nextCallId: makeCallIds(engine, clock),
  later: (ms: number, action: () => void) => void setTimeout(action, ms).unref(),
})

/** Resolves when the engine takes calls; waits for the database without a limit. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { url, engine, clock, randomId, log, pace = 1 } = options
  const passwords = openPasswords(options.secretKeys, log)
  const database = makePool(url, `engine ${engine}`, 3)
  const today = () => dayIn(snapshots.timezone(), clock.now_ms())
  const metrics = new EngineMetrics(options.registry ?? new Registry())
  const chargingQueue = openChargingQueue({ url, engine, clock, log, today, meter: metrics })
  const calls = new ActiveCalls(clock.monotonic_ms, {
    condition: (gateway_id) => gateways.condition(gateway_id),
    isRegistered: (username) => sipUsers.isRegistered(username),
  })
  const base = { ...toolsOf(options), database, chargingQueue, calls, metrics }
  const reRatings = openReRatingRunner(url, engine)
  let context: EngineContext | undefined
  const onOther = (signal: Signal) => {
    if (signal.changed === 're_rating') void reRatings.work().catch(logTrouble(log, 'a re-rating'))
    if (context) void onSignal(context, signal).catch(logTrouble(log, `signal ${signal.changed}`))
  }
  const snapshots = openSnapshotCache({ url, engine, clock, log, pace, passwords, onOther })

  const snapshot = () => snapshots.current()
  const { settings } = snapshots
  const watch = { engine, clock, log, database, passwords, snapshot, settings }
  const gateways = new GatewayWatch(watch)
  const sipUsers = new SipUsers({ engine, clock, randomId, log, database, passwords, snapshots })

  await until(() => snapshots.current() !== undefined && chargingQueue.isOpen())
  const makeAhead = () => makePartitionsAhead(database, clock.now_ms())
  await makeAhead()
  // Otherwise another node would take the calls of the first seconds, after a longer silence.
  const started_at = clock.now_ms() / 1000
  await writeSignOfLife(database, engine, 'starting', { started_at })
  await claimCalls(base)
  await sipUsers.zones.load()
  // Last, because the switch sends questions to every connected engine.
  const link = options.connect(listenToSwitch(() => running, log, pace))
  const running: EngineContext = { ...base, snapshots, link, gateways, sipUsers }
  context = running

  const watched = await watchWork(database, `engine-${engine}`)
  const every = (seconds: number, what: string, work: () => Promise<void>) =>
    repeat((seconds * SECOND_MS) / pace, () => watched.run(what, work), logTrouble(log, what))
  // Listing takes the switch time that grows with the square of its dialogs.
  const compareCalls = throttleByDuration(() => reconcile(running), clock, pace)
  const stops = [
    every(1, 'extending calls', () => extendCalls(running)),
    every(1, 'calls that ring', () => writeRinging(running)),
    every(2, 'the heartbeat', heartbeatOf(running)),
    every(5, 'metrics', () => writeMetrics(running)),
    every(5, 'hits of limits', () => writeLimitHits(running)),
    every(5, 'hanging up', () => hangUpAsked(running)),
    every(2, 'ending barred calls', () => hangUpBarred(running)),
    every(3, 'ending closed calls', watchClosedCalls(running)),
    every(2, 'removing barred SIP users', () => sipUsers.removeBarred(link)),
    every(10, 'comparing calls', () => lookAfterCalls(running, compareCalls)),
    every(60, 'forgetting', async () => calls.forgetRested()),
    every(5, 're-ratings', () => reRatings.work()),
    every(3600, 'making partitions', makeAhead),
    every(2, 'the state of gateways', () => gateways.refresh()),
    every(1, 'pinging gateways', () => gateways.ping(link)),
    every(60, 'judging gateways', () => gateways.assess()),
    every(10, 'registering with carriers', () => gateways.register(link)),
    every(2, 'recording auth failures', () => sipUsers.authFailureGuard.flush()),
    every(3, 'SIP users', () => sipUsers.applyConsoleRequests(link)),
    every(3, 'bans', () => sipUsers.bans.applyConsoleRequests(link)),
    every(3, 'firewall zones', () => sipUsers.zones.refresh(link)),
    every(3, 'hits of firewall zones', () => countZoneHits(running)),
    every(60, 'known addresses', () => sipUsers.bans.spare(link)),
    every(10, 'other nodes', () => sipUsers.nameNodes(link)),
    every(30, 'comparing registrations', () => sipUsers.compare(link)),
  ]
  return {
    async stop() {
      // Together: a re-rating under way ends after its batch, and `stop` waits for it.
      await Promise.all([reRatings.close(), ...stops.map((stop) => stop())])
      await link.close()
      await snapshots.close()
      await chargingQueue.close()
      await database.end()
    },
  }
}

/**
 * Commands of the console are executed at once; an engine that misses the signal follows a bit
 * later.
 */
async function onSignal(context: EngineContext, signal: Signal): Promise<void> {
  const { sipUsers, link } = context
  if (signal.changed === 'hang_up') await hangUpAsked(context)
  if (signal.changed === 'money') await moneyMoved(context, signal.account_id)
  if (signal.changed === 'firewall') await sipUsers.zones.refresh(link)
  if (signal.changed === 'bans') await sipUsers.bans.applyConsoleRequests(link)
  if (signal.changed !== 'registrations') return
  await sipUsers.applyConsoleRequests(link)
  await sipUsers.compare(link)
}

/** Handlers for the switch, which calls none before `connect` has returned. */
function listenToSwitch(context: () => EngineContext, log: Logger, pace: number): SwitchListener {
  const in_work = new Set<string>()

  async function handle(event: CallEvent): Promise<void> {
    if (event.kind === 'ringing') return onRinging(context(), event)
    // Events are repeated until they are acknowledged: a repeat is dropped while the first is
    // handled.
    if (in_work.has(event.key)) return
    in_work.add(event.key)
    try {
      await (event.kind === 'answered' ? onAnswer(context(), event) : onEnd(context(), event))
      context().link.acknowledge(event.key)
    } finally {
      in_work.delete(event.key)
    }
  }

  async function onNotice(notice: SwitchNotice): Promise<void> {
    const { gateways, sipUsers } = context()
    if (notice.kind === 'pong') await gateways.onPong(notice)
    else if (notice.kind === 'zone') sipUsers.zones.onNotice(context().link, notice)
    else await sipUsers.onNotice(notice)
  }

  return {
    decide: async (invite) => {
      const { clock, metrics } = context()
      const begun_ms = clock.monotonic_ms()
      const reply = await onInvite(context(), invite)
      metrics.noteReply(reply, (clock.monotonic_ms() - begun_ms) / 1000)
      return reply
    },
    hasCapacity: (question) => onAttempt(context(), question),
    credentials: async (question) => context().sipUsers.credentials(question),
    onNotice: (notice) => void onNotice(notice).catch(logTrouble(log, `the notice ${notice.kind}`)),
    // A failed event is not acknowledged, so it is repeated.
    onEvent: (event) => void handle(event).catch(logTrouble(log, `the event ${event.kind}`)),
    onConnected() {
      log.info('the switch is connected')
      void compareRegistrations(context, SECOND_MS / pace).catch(
        logTrouble(log, 'comparing registrations'),
      )
    },
    onDisconnected() {
      log.warn('the switch is not connected')
      noteLastSeen(context())
    },
  }
}

/**
 * A database failure is not logged for each event: the charging queue logs it once. So does a
 * failed close of a call.
 */
function logTrouble(log: Logger, what: string): (error: unknown) => void {
  return (error) => {
    if (error instanceof DatabaseUnavailable || error instanceof NotClosed) return
    log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      `trouble with ${what}`,
    )
  }
}

function heartbeatOf(context: EngineContext): () => Promise<void> {
  const readinessOf = watchReadiness()
  const started_at = context.clock.now_ms() / 1000
  return async () => {
    const health = await context.link.health()
    const state = readinessOf(health.connected && context.snapshots.current() !== undefined)
    await giveSignOfLife(context, state, {
      started_at,
      is_switch_connected: health.connected,
    })
  }
}

async function giveSignOfLife(
  context: EngineContext,
  state: Readiness,
  facts: { started_at: number; is_switch_connected: boolean },
): Promise<void> {
  const seen = facts.is_switch_connected ? { switch_seen_at: context.clock.now_ms() / 1000 } : {}
  await writeSignOfLife(context.database, context.engine, state, {
    ...seen,
    ...facts,
    calls: context.calls.size,
    queued_operations: context.chargingQueue.queueLength(),
  })
  context.calls.setExhausted(await listExhaustedSettlements(context.database))
}

async function lookAfterCalls(
  context: EngineContext,
  compareCalls: () => Promise<void>,
): Promise<void> {
  await claimCalls(context)
  if (!(await context.link.health()).connected) return
  await compareCalls()
  await endCallsWithoutMedia(context)
}

async function writeLimitHits({ database, calls }: EngineContext): Promise<void> {
  await calls.limit_hits.flush((hits) => addLimitHits(database, hits))
}

/** The first engine of the node takes the hits of its switch, so that none counts twice. */
async function countZoneHits({ database, engine, sipUsers, link }: EngineContext): Promise<void> {
  await sipUsers.zones.flush(link, await isFirstOfNode(database, engine))
}

/** A switch that has just connected may have been restarted. */
async function compareRegistrations(context: () => EngineContext, pause_ms: number): Promise<void> {
  // `connect` has not returned yet at the first connection.
  await new Promise((resolve) => setTimeout(resolve, pause_ms))
  const { sipUsers, link } = context()
  await sipUsers.bans.spare(link)
  await sipUsers.nameNodes(link)
  await sipUsers.zones.forget(link)
  await sipUsers.compare(link)
}

/** Ids of calls: no other engine makes the same. */
function makeCallIds(engine: string, clock: Clock): () => string {
  let sequence = 0
  const number = engineNumber(engine)
  return () => {
    sequence = (sequence + 1) % SEQUENCE_MAX
    return makeCallId(clock.now_ms(), number, sequence)
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50))
}
