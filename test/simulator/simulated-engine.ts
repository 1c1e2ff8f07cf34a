// An engine from its start to its death: the real handlers of calls, around virtual time, store and
// switch. The handlers that engine.ts wires with sockets and timers are wired here with the
// clockwork.
import { Registry } from 'prom-client'
import { makeCallId } from '#core/call/call-id.ts'
import { ActiveCalls } from '#engine/calls/active-calls.ts'
import type { EngineContext } from '#engine/calls/context.ts'
import { extendCalls } from '#engine/calls/extend-grant.ts'
import { hangUpAsked } from '#engine/calls/hang-up.ts'
import { onAnswer } from '#engine/calls/on-answer.ts'
import { onAttempt } from '#engine/calls/on-attempt.ts'
import { onEnd } from '#engine/calls/on-end.ts'
import { onInvite } from '#engine/calls/on-invite.ts'
import { onRinging, writeRinging } from '#engine/calls/on-ringing.ts'
import { claimCalls, reconcile } from '#engine/calls/reconcile.ts'
import { endCallsWithoutMedia } from '#engine/calls/rtp-timeout.ts'
import { DatabaseUnavailable } from '#engine/charging/charging-queue.ts'
import type {
  AttemptQuestion,
  CallEvent,
  SwitchInvite,
  SwitchReply,
} from '#engine/kamailio/switch-link.ts'
import { EngineMetrics } from '#engine/metrics/engine-metrics.ts'
import type { SipUsers } from '#engine/sip-users/sip-users.ts'
import { isDatabaseAway } from './database.ts'
import type { Backing, Environment, SwitchUser } from './environment.ts'
import type { VirtualSwitch } from './switch.ts'

const STALE_SECONDS = 2.5
const SILENT = { info() {}, warn() {}, error() {}, debug() {} }

const WELL = {
  health: 'UP',
  lock: null,
  is_paused: false,
  is_deprioritised: false,
  quality: null,
} as const

/** It does nothing: money and calls do not depend on it. */
const inert = <T extends object>(parts: Partial<T> = {}): T =>
  new Proxy(parts, { get: (own, name) => Reflect.get(own, name) ?? (() => undefined) }) as T

export class SimulatedEngine implements SwitchUser {
  readonly name: string
  readonly #environment: Environment
  readonly #switch: VirtualSwitch
  readonly #context: EngineContext
  readonly #in_work = new Set<string>()
  readonly #backlog: (() => void)[] = []
  #is_alive = true
  #is_halted = false
  is_connected = false
  /** When its heart last beat, for the switch. */
  beat_at = 0

  constructor(name: string, environment: Environment, backing: Backing, swtch: VirtualSwitch) {
    this.name = name
    this.#environment = environment
    this.#switch = swtch
    const { clockwork } = environment
    const monotonic_ms = () => clockwork.now
    let sequence = 0
    const settings = () => environment.world.settings
    this.#context = {
      engine: name,
      clock: { now_ms: environment.wall_ms, monotonic_ms },
      random: environment.chance.next,
      log: SILENT as unknown as EngineContext['log'],
      database: backing.poolFor(this),
      chargingQueue: backing.chargingQueueFor(this),
      metrics: new EngineMetrics(new Registry()),
      snapshots: {
        current: () => environment.world.snapshot,
        settings,
        timezone: () => 'UTC',
        destinationOf: () => '',
        close: async () => {},
      },
      calls: new ActiveCalls(monotonic_ms, {
        condition: () => WELL,
        isRegistered: () => false,
      }),
      link: swtch.linkFor(this),
      gateways: inert(),
      sipUsers: inert<SipUsers>({ zones: inert() }),
      later: (ms, action) => clockwork.plan(ms, () => this.whenRunning(action)),
      nextCallId: () => {
        sequence = (sequence + 1) % 4096
        return makeCallId(environment.wall_ms(), name.charCodeAt(0), sequence)
      },
    }
    this.#run(this.#start(backing))
  }

  isAlive = (): boolean => this.#is_alive

  whenRunning(action: () => void): void {
    if (!this.#is_alive) return
    if (this.#is_halted) return void this.#backlog.push(action)
    this.#environment.has_changed = true
    action()
  }

  kill(): void {
    this.#is_alive = false
    this.#switch.disconnect(this)
  }

  halt(ms: number): void {
    if (this.#is_halted) return
    this.#is_halted = true
    this.#environment.clockwork.plan(ms, () => {
      this.#is_halted = false
      for (const action of this.#backlog.splice(0)) this.whenRunning(action)
    })
  }

  async #start(backing: Backing): Promise<void> {
    const context = this.#context
    for (;;) {
      try {
        await claimCalls(context)
        break
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        await this.#pause(500)
      }
    }
    this.#switch.connect(this)
    const second = 1000
    this.#repeat(second, () => extendCalls(context))
    this.#repeat(second, () => writeRinging(context))
    this.#repeat(5 * second, () => hangUpAsked(context))
    this.#repeat(2 * second, async () => backing.noteSeen(this.name))
    this.#repeat(10 * second, async () => {
      await claimCalls(context)
      if (!this.is_connected) return
      await reconcile(context)
      await endCallsWithoutMedia(context)
    })
    this.#beat()
  }

  /** Never comes back to a dead engine. */
  #pause = (ms: number): Promise<void> =>
    new Promise((resolve) => this.#environment.clockwork.plan(ms, () => this.whenRunning(resolve)))

  #beat(): void {
    if (!this.#is_alive) return
    if (!this.#is_halted) this.beat_at = this.#environment.clockwork.now
    this.#environment.clockwork.plan(1000, () => this.#beat())
  }

  /** One run at a time, the next one that long after the end of the last. */
  #repeat(pause_ms: number, work: () => Promise<void>): void {
    this.#environment.clockwork.plan(pause_ms, () =>
      this.whenRunning(() => {
        const next = () => {
          if (this.#is_alive) this.#repeat(pause_ms, work)
        }
        this.#run(work().catch(this.#onTrouble).then(next))
      }),
    )
  }

  #run(work: Promise<unknown>): void {
    work.catch(this.#onTrouble)
  }

  readonly #onTrouble = (error: unknown): void => {
    if (error instanceof DatabaseUnavailable || isDatabaseAway(error)) return
    this.#environment.fail(error)
  }

  /** Undefined when it comes too late to be of any use. */
  async decide(invite: SwitchInvite): Promise<SwitchReply | undefined> {
    const isStale = () => this.#environment.wall_ms() / 1000 - invite.received_at > STALE_SECONDS
    if (isStale()) return undefined
    const reply = await onInvite(this.#context, invite)
    return isStale() ? undefined : reply
  }

  /** Undefined is no answer. */
  hasCapacity = (question: AttemptQuestion): Promise<boolean | undefined> =>
    onAttempt(this.#context, question).catch((error: unknown) => {
      this.#onTrouble(error)
      return undefined
    })

  /** Counts the calls that it takes for active, and those that it counts at gateways. */
  counted(): { calls: number; at_gateways: number } {
    const { calls } = this.#context
    const gateways = [...this.#environment.world.snapshot.gateways.keys()]
    const at_gateways = gateways.map((id) => calls.load('GATEWAY', id).calls)
    return { calls: calls.size, at_gateways: at_gateways.reduce((sum, one) => sum + one, 0) }
  }

  onEvent(event: CallEvent): void {
    this.#run(this.#handle(event))
  }

  async #handle(event: CallEvent): Promise<void> {
    const context = this.#context
    if (event.kind === 'ringing') return onRinging(context, event)
    if (this.#in_work.has(event.key)) return
    this.#in_work.add(event.key)
    try {
      await (event.kind === 'answered' ? onAnswer(context, event) : onEnd(context, event))
      context.link.acknowledge(event.key)
    } finally {
      this.#in_work.delete(event.key)
    }
  }
}
