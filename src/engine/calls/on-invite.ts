// An INVITE: decide, hold the money, answer with the routes or with the refusal.
import type { Outcome } from '#core/billing/operation.ts'
import { type Call, callOf } from '#core/call/call.ts'
import { refusedRecord } from '#core/call/call-record.ts'
import { limitsOfCall, type Subject } from '#core/routing/call-limits.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import type { Refused, Route, Routed } from '#core/routing/decision.ts'
import { answerTo, isLimit, type Refusal } from '#core/routing/refusal.ts'
import type { Load, RoutingSnapshot } from '#core/routing/snapshot.ts'
import { type TraceMode, traceMode } from '#core/routing/trace-rules.ts'
import { logTrace } from '#core/trace/log-trace.ts'
import { DatabaseUnavailable } from '../charging/charging-queue.ts'
import type { SwitchInvite, SwitchReply } from '../kamailio/switch-link.ts'
import { traceSpan } from '../trace-span.ts'
import { type ActiveCall, takeGrant, withFacts } from './active-calls.ts'
import type { EngineContext } from './context.ts'
import { clientNetworks, type Elsewhere, switchRoutes } from './switch-routes.ts'

/** Seconds after the longest setup until the hold of a call without any event is released. */
const SETUP_SLACK_SECONDS = 10
/** More than there are limits that one call can meet. */
const DECISIONS_MAX = 100

/**
 * Answers within the time that the switch waits; the call is in the database before it is answered.
 */
export const onInvite = (context: EngineContext, invite: SwitchInvite): Promise<SwitchReply> =>
  traceSpan('INVITE', async (span) => {
    const call_id = context.nextCallId()
    const reply = await answer(context, call_id, invite)
    span.setAttributes({ 'softswitch.call_id': call_id, 'softswitch.reply': reply.kind })
    return reply
  })

async function answer(
  context: EngineContext,
  call_id: string,
  { tx: _, dialog, received_at, ...invite }: SwitchInvite,
): Promise<SwitchReply> {
  const now_ms = context.clock.now_ms()
  const snapshot = context.snapshots.current()
  if (!snapshot || !context.chargingQueue.isOpen())
    return refuse(context, call_id, 'SWITCH_UNAVAILABLE')

  if (context.sipUsers.zones.isDenied(invite.source_ip, 'INVITE')) {
    context.sipUsers.recordDenied(invite)
    context.calls.noteRefused(call_id)
    return refuse(context, call_id, 'AUTH_UNKNOWN_IP')
  }
  // Each rule sees the same chance, however often the call is decided.
  const chance = snapshot.trace_rules.length > 0 ? context.random() : 0
  const facts = { call_id, invite, received_at, dialog, snapshot, now_ms, chance }
  const learned = { loads: new Map<Subject, Load>(), elsewhere: new Map<string, string>() }
  let knowsUser = false
  // Each time one limit more is known to be reached, so the last decision needs none of them.
  for (let decisions = 0; decisions < DECISIONS_MAX; decisions++) {
    const reply = await decide(context, facts, { ...learned, knowsUser })
    if (reply.kind === 'offline') {
      const node_uri = await context.sipUsers.findNode(reply.username)
      if (node_uri !== undefined) learned.elsewhere.set(reply.username, node_uri)
      knowsUser = true
    } else if (reply.kind === 'crowded') {
      for (const [subject, load] of reply.loads) learned.loads.set(subject, load)
    } else return reply
  }
  return refuse(context, call_id, 'SWITCH_UNAVAILABLE')
}

interface InviteFacts {
  readonly call_id: string
  readonly invite: Omit<SwitchInvite, 'tx' | 'dialog' | 'received_at'>
  readonly received_at: number
  readonly dialog: string
  readonly snapshot: RoutingSnapshot
  readonly now_ms: number
  readonly chance: number
}

/** The load of limits that calls of other engines have reached meanwhile. */
type Crowded = Extract<Outcome, { kind: 'crowded' }>

/** The called SIP user is not registered at this node. */
interface Offline {
  readonly kind: 'offline'
  readonly username: string
}

/** Facts of the database that a decision before had not. */
interface Learned {
  readonly loads: ReadonlyMap<Subject, Load>
  readonly elsewhere: Elsewhere
  /** Whether the database was asked for the called SIP user. */
  readonly knowsUser: boolean
}

async function decide(
  context: EngineContext,
  { call_id, invite, received_at, dialog, snapshot, now_ms, chance }: InviteFacts,
  { loads, elsewhere, knowsUser }: Learned,
): Promise<SwitchReply | Crowded | Offline> {
  const isPlain = loads.size === 0 && elsewhere.size === 0
  const usage = isPlain ? context.calls : withFacts(context.calls, loads, elsewhere)
  const decision = decideCall(snapshot, usage, invite, { now_ms, random: context.random })
  if (decision.kind === 'challenged') {
    context.sipUsers.recordChallenge(invite)
    return { kind: 'challenge', call_id }
  }
  // The password was right, even if the call is refused.
  if (invite.auth_username !== '') context.sipUsers.authFailureGuard.clearSource(invite.source_ip)
  const facts = {
    call_id,
    invite,
    started_at: received_at,
    routing_ms: Math.max(0, Math.round(context.clock.now_ms() - received_at * 1000)),
    engine: context.engine,
  }
  const trace = traceOf(snapshot, decision, invite, { now_ms, chance })
  if (decision.kind === 'routed') {
    const call = callOf(decision, facts)
    const held = { snapshot, call, decision, dialog, elsewhere, trace }
    const reply = await traceSpan('hold money', () => holdMoney(context, held))
    if (reply.kind !== 'crowded') noteDecision(context, decision)
    return reply
  }
  const username = decision.refusal === 'USER_OFFLINE' ? calledUserOf(decision) : undefined
  if (username !== undefined && !knowsUser) return { kind: 'offline', username }
  noteDecision(context, decision)
  const is_unknown = decision.refusal === 'AUTH_UNKNOWN_IP'
  if (!is_unknown || context.sipUsers.recordUnknown(invite)) noteRefusal(context, decision, facts)
  context.calls.noteRefused(call_id)
  const reply = { ...refuse(context, call_id, decision.refusal, decision.sip_code), trace }
  return isLimit(decision.refusal) ? { ...reply, retry_after: pause(context.random) } : reply
}

/** A final decision takes its turns, and counts for the alarms of limits. */
function noteDecision({ calls }: EngineContext, decision: Routed | Refused): void {
  calls.percent_counters.count(decision.percent_turns)
  calls.limit_hits.note(decision.trace)
}

function traceOf(
  { trace_rules }: RoutingSnapshot,
  decision: Routed | Refused,
  invite: InviteFacts['invite'],
  moment: { readonly now_ms: number; readonly chance: number },
): TraceMode {
  if (trace_rules.length === 0) return 'OFF'
  const { account_id, reseller_ids = [], called_number, routed_caller_number } = decision.identity
  const facts = {
    account_ids: account_id === undefined ? [] : [account_id, ...reseller_ids],
    gateway_ids: decision.kind === 'routed' ? decision.routes.map((one) => one.gateway_id) : [],
    // A refusal may come before the numbers are normalised.
    called_number: called_number ?? invite.dialled_number,
    caller_number: routed_caller_number ?? invite.caller_number,
  }
  return traceMode(trace_rules, facts, moment)
}

/** The SIP user whose phone was looked for. */
function calledUserOf({ trace }: Refused): string | undefined {
  const step = trace.find((one) => one.step === 'ON_NET')
  return step?.step === 'ON_NET' ? step.username : undefined
}

interface RoutedCall {
  readonly snapshot: RoutingSnapshot
  readonly call: Call
  readonly decision: Routed
  readonly dialog: string
  readonly elsewhere: Elsewhere
  readonly trace: TraceMode
}

/** Holds the money for the first seconds, and only then routes the call. */
async function holdMoney(
  context: EngineContext,
  { snapshot, call, decision, dialog, elsewhere, trace }: RoutedCall,
): Promise<SwitchReply | Crowded> {
  const first_seconds = context.snapshots.settings()?.reservation_first_seconds ?? 60
  const wanted_seconds = Math.min(first_seconds, decision.max_call_duration_seconds)
  const active = newCall(call, dialog, decision.routes[0])
  const begun_ms = context.clock.monotonic_ms()
  context.calls.add(active)
  try {
    const grant = await context.chargingQueue.write({
      kind: 'reserve',
      call,
      dialog,
      wanted_seconds,
      expires_at: call.started_at + decision.max_setup_seconds + SETUP_SLACK_SECONDS,
      limits: limitsOfCall(snapshot, decision),
      steps: isTraced(context) ? logTrace(decision) : [],
    })
    if (grant.kind !== 'granted') {
      context.calls.remove(active)
      if (grant.kind === 'crowded') return grant
      context.calls.noteRefused(call.call_id)
      const refusal = grant.kind === 'refused' ? grant.refusal : 'BALANCE_LOW'
      return { ...refuse(context, call.call_id, refusal), trace }
    }
    context.calls.settle(active, grant.call)
    context.calls.enter(active, begun_ms)
    takeGrant(active, grant)
    return {
      kind: 'route',
      call_id: call.call_id,
      max_seconds: grant.seconds,
      max_setup_seconds: decision.max_setup_seconds,
      caller_networks: clientNetworks(snapshot, grant.call),
      trace,
      routes: switchRoutes(snapshot, grant.call, elsewhere),
    }
  } catch (error) {
    context.calls.remove(active)
    if (!(error instanceof DatabaseUnavailable)) throw error
    return refuse(context, call.call_id, 'SWITCH_UNAVAILABLE')
  }
}

function newCall(call: Call, dialog: string, first: Route): ActiveCall {
  return {
    call,
    dialog,
    gateway_id: first.gateway_id,
    granted_seconds: 0,
    ringing_at: null,
    answered_at: null,
    is_ringing_written: false,
    answered_monotonic_ms: null,
    is_extending: false,
    money_end: null,
    unclosed: null,
    hang_up: null,
    seen_at: call.started_at,
    missing_at: null,
    lost_at: null,
    is_held: false,
    media_at: call.started_at,
    media_monotonic_ms: null,
    missed_media_replies: 0,
  }
}

/** The record of a refusal is written after the response to the caller. */
function noteRefusal(
  context: EngineContext,
  decision: Refused,
  facts: Pick<Call, 'call_id' | 'invite' | 'started_at' | 'routing_ms' | 'engine'>,
): void {
  const ended_at = facts.started_at + facts.routing_ms / 1000
  const refused = refusedRecord(decision, facts.invite, { ...facts, ended_at })
  // A call without a price has no rate that names its destination.
  const destination = refused.destination || context.snapshots.destinationOf(refused.called_number)
  const record = { ...refused, destination }
  const steps = isTraced(context) ? logTrace(decision) : []
  context.chargingQueue.write({ kind: 'refuse', record, steps }).catch((error: unknown) => {
    context.log.error({ error: String(error), record }, 'the record of a refused call is lost')
  })
}

/** The share of calls with a routing log; all by default. */
function isTraced(context: EngineContext): boolean {
  const share = context.snapshots.settings()?.trace_percent ?? 100
  return share >= 100 || context.random() * 100 < share
}

/** Random, so that calls refused at the same time do not all return at the same time. */
const RETRY_SECONDS = { least: 2, more: 6 }

const pause = (random: () => number): number =>
  RETRY_SECONDS.least + Math.floor(random() * RETRY_SECONDS.more)

function refuse(
  { metrics }: EngineContext,
  call_id: string,
  refusal: Refusal,
  wanted_code?: number,
) {
  metrics.noteRefusal(refusal)
  const { sip_code, sip_reason: reason, q850_cause } = answerTo(refusal, wanted_code)
  return { kind: 'refuse' as const, call_id, sip_code, reason, q850_cause }
}
