// Counters and histograms of an engine, for /metrics (ADR-0042). The engine has no HTTP: they go
// to the API as a row. A call costs a few increments.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Operation } from '#core/billing/operation.ts'
import type { Attempt, Call, CallEnd } from '#core/call/call.ts'
import type { Refusal } from '#core/routing/refusal.ts'
import type { SwitchReply } from '../kamailio/switch-link.ts'

/** Gateways with series of their own; those that get calls later count together. */
const GATEWAYS_MAX = 200
export const OTHER_GATEWAYS = 'other'
const DECISION_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const DELAY_SECONDS = [0.25, 0.5, 1, 2, 3, 5, 8, 12, 20, 40]
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const BATCH_OPERATIONS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]

const OPERATIONS = ['reserve', 'attempt', 'refuse', 'progress', 'extend', 'close'] as const

/** The state of the engine when its figures are taken. */
export interface EngineState {
  readonly calls: number
  readonly queued_operations: number
  readonly is_queue_open: boolean
  readonly is_switch_connected: boolean
}

/** A final code, which a gateway may have chosen: three digits, so that there are few. */
const codeLabel = (code: number): string =>
  Number.isInteger(code) && code >= 200 && code <= 699 ? String(code) : 'none'

export class EngineMetrics {
  readonly registry: Registry
  readonly #gateways = new Set<number>()
  readonly #decisions: Counter<'outcome'>
  readonly #refusals: Counter<'refusal'>
  readonly #answers: Counter<'code'>
  readonly #talk_seconds: Counter
  readonly #decision_seconds: Histogram
  readonly #delay_seconds: Histogram
  readonly #attempts: Counter<'gateway_id' | 'attempt_end'>
  readonly #gateway_delay_seconds: Histogram<'gateway_id'>
  readonly #batch: Histogram
  readonly #commit_seconds: Histogram
  readonly #unwritten: Counter<'kind'>
  readonly #calls: Gauge
  readonly #queue: Gauge
  readonly #is_queue_open: Gauge
  readonly #is_connected: Gauge

  constructor(registry: Registry) {
    this.registry = registry
    const named = <Label extends string = never>(
      name: string,
      help: string,
      labelNames: Label[] = [],
    ) => ({ name: `softswitch_${name}`, help, labelNames, registers: [registry] })
    this.#decisions = new Counter(
      named('decisions_total', 'INVITEs that were decided, by outcome.', ['outcome']),
    )
    this.#refusals = new Counter(
      named('refusals_total', 'Calls that the switch refused, by reason.', ['refusal']),
    )
    this.#answers = new Counter(
      named('call_answers_total', 'Final answers to callers, by SIP code.', ['code']),
    )
    this.#talk_seconds = new Counter(named('talk_seconds_total', 'Talk time of ended calls.'))
    this.#decision_seconds = new Histogram({
      ...named('decision_seconds', 'From the INVITE to its reply, the hold included.'),
      buckets: DECISION_SECONDS,
    })
    this.#delay_seconds = new Histogram({
      ...named('post_dial_delay_seconds', 'From the INVITE to the first ringing or the answer.'),
      buckets: DELAY_SECONDS,
    })
    this.#attempts = new Counter(
      named('gateway_attempts_total', 'Attempts at gateways, by how they ended.', [
        'gateway_id',
        'attempt_end',
      ]),
    )
    this.#gateway_delay_seconds = new Histogram({
      ...named('gateway_post_dial_delay_seconds', 'From the INVITE to a gateway to its ringing.', [
        'gateway_id',
      ]),
      buckets: DELAY_SECONDS,
    })
    this.#batch = new Histogram({
      ...named('charging_batch_operations', 'Operations committed together.'),
      buckets: BATCH_OPERATIONS,
    })
    this.#commit_seconds = new Histogram({
      ...named('charging_commit_seconds', 'Time to lock, write and commit a batch.'),
      buckets: COMMIT_SECONDS,
    })
    this.#unwritten = new Counter(
      named('charging_unwritten_total', 'Operations that the database refused, by kind.', ['kind']),
    )
    // A counter that begins with 1 shows no increase.
    for (const kind of OPERATIONS) this.#unwritten.inc({ kind }, 0)
    this.#calls = new Gauge(named('engine_calls', 'Calls that the engine has.'))
    this.#queue = new Gauge(
      named('charging_queue_operations', 'Operations that wait for the next batch.'),
    )
    this.#is_queue_open = new Gauge(
      named('charging_queue_open', '1 while the database takes calls, else 0.'),
    )
    this.#is_connected = new Gauge(
      named('switch_connected', '1 while the engine is connected to Kamailio, else 0.'),
    )
  }

  /** `seconds` from the question to the reply. */
  noteReply(reply: SwitchReply, seconds: number): void {
    this.#decision_seconds.observe(seconds)
    this.#decisions.inc({ outcome: OUTCOMES[reply.kind] })
    if (reply.kind === 'refuse') this.#answers.inc({ code: codeLabel(reply.sip_code) })
  }

  noteRefusal(refusal: Refusal): void {
    this.#refusals.inc({ refusal })
  }

  /** A call that was routed is over. */
  noteEnd(call: Call, end: CallEnd): void {
    const { answered_at, ended_at } = end
    this.#answers.inc({ code: answered_at === null ? codeLabel(end.sip_code) : '200' })
    if (answered_at !== null) this.#talk_seconds.inc(Math.max(0, ended_at - answered_at))
    observeDelay(this.#delay_seconds, call.started_at, end.ringing_at ?? answered_at)
    for (const attempt of end.attempts) this.#noteAttempt(attempt)
  }

  #noteAttempt({ gateway_id, attempt_end, sent_at, ringing_at }: Attempt): void {
    const labels = { gateway_id: this.#gatewayLabel(gateway_id) }
    this.#attempts.inc({ ...labels, attempt_end })
    observeDelay(this.#gateway_delay_seconds.labels(labels), sent_at, ringing_at)
  }

  #gatewayLabel(gateway_id: number): string {
    if (this.#gateways.has(gateway_id)) return String(gateway_id)
    if (this.#gateways.size >= GATEWAYS_MAX) return OTHER_GATEWAYS
    this.#gateways.add(gateway_id)
    return String(gateway_id)
  }

  /** A batch of the charging queue is committed. */
  noteBatch(operations: number, seconds: number): void {
    this.#batch.observe(operations)
    this.#commit_seconds.observe(seconds)
  }

  noteUnwritten(kind: Operation['kind']): void {
    this.#unwritten.inc({ kind })
  }

  /** All families, to be written as a row. */
  async take(state: EngineState): Promise<object[]> {
    this.#calls.set(state.calls)
    this.#queue.set(state.queued_operations)
    this.#is_queue_open.set(Number(state.is_queue_open))
    this.#is_connected.set(Number(state.is_switch_connected))
    return this.registry.getMetricsAsJSON()
  }
}

const OUTCOMES: Readonly<Record<SwitchReply['kind'], string>> = {
  route: 'routed',
  refuse: 'refused',
  challenge: 'challenged',
}

function observeDelay(
  histogram: { observe(seconds: number): void },
  from: number | null,
  to: number | null,
): void {
  if (from !== null && to !== null) histogram.observe(Math.max(0, to - from))
}
