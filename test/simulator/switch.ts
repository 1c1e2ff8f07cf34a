// Kamailio as the engine sees it: dialogs, an outbox of events that are repeated until they are
// acknowledged, limits, and a death that takes the memory along. Calls in it live by chance.
import type {
  AttemptReport,
  CallEvent,
  SwitchLink,
  SwitchReply,
  SwitchRoute,
} from '#engine/kamailio/switch-link.ts'
import { askCapacity } from './ask-capacity.ts'
import type { Environment, SwitchUser } from './environment.ts'
import * as say from './messages.ts'
import { makeSimulatedCall, NOT_SENT, noteAttempt, type SimulatedCall } from './simulated-call.ts'

interface Kept {
  readonly event: CallEvent
  readonly at: number
}

const [BEAT_MS, PATIENCE_MS, RESEND_MS] = [2000, 3000, 2000]
const STOP_CODE = 486
export class VirtualSwitch {
  readonly simulatedCalls = new Map<string, SimulatedCall>()
  readonly #environment: Environment
  readonly #engines: SwitchUser[] = []
  #dialogs = new Map<string, SimulatedCall>()
  #outbox = new Map<string, Kept>()
  #is_up = true
  #boot = 1
  #count = 0

  constructor(environment: Environment) {
    this.#environment = environment
    this.#tick()
  }

  // The network of calls

  call(source_ip: string): void {
    const { clockwork, chance } = this.#environment
    const engine = this.#is_up ? this.#pick() : undefined
    if (!engine) return
    this.#count += 1
    const call = makeSimulatedCall({
      sip_call_id: `call-${this.#count}`,
      dialog: `${this.#count % 4096}:${this.#boot * 1_000_000 + this.#count}:1`,
      source_ip,
      started_at: this.#stamp(),
    })
    this.simulatedCalls.set(call.sip_call_id, call)
    this.#dialogs.set(call.dialog, call)
    clockwork.plan(this.#hop(), () => engine.whenRunning(() => void this.#ask(engine, call)))
    clockwork.plan(PATIENCE_MS, () => {
      if (call.state === 'ASKED') this.#fail(call, 503, 'switch')
    })
    if (chance.next() < 0.12) {
      clockwork.plan(chance.next() * 6000, () => {
        if (call.state === 'ASKED' || call.state === 'SETUP') this.#fail(call, 487, 'caller')
      })
    }
  }

  async #ask(engine: SwitchUser, call: SimulatedCall): Promise<void> {
    const invite = say.inviteOf(call)
    const boot = this.#boot
    try {
      const reply = await engine.decide(invite)
      // It goes out at once, over the connection that the engine has.
      if (!reply || !engine.isAlive() || !engine.is_connected) return
      this.#environment.clockwork.plan(this.#hop(), () => {
        if (this.#is_up && this.#boot === boot) this.#applyReply(call, reply)
      })
    } catch (error) {
      this.#environment.fail(error)
    }
  }

  #applyReply(call: SimulatedCall, reply: SwitchReply): void {
    if (call.state !== 'ASKED') return
    call.call_id = reply.call_id
    if (reply.kind === 'route') {
      call.state = 'SETUP'
      call.routing = reply
      this.#search(call, 0)
    } else this.#fail(call, 403, 'switch')
  }

  /** One gateway after the other. */
  #search(call: SimulatedCall, at: number): void {
    const route = call.routing?.routes[at]
    if (!route) {
      this.#fail(call, 503, 'callee')
      return
    }
    askCapacity(this.#environment, this.#pick(), call, route, (has_capacity) =>
      this.#try(call, at, route, has_capacity ? this.#environment.chance.next() : 0),
    )
  }

  /** As it comes; with 0 it is not sent. */
  #try(call: SimulatedCall, at: number, route: SwitchRoute, dice: number): void {
    const next = () => this.#search(call, at + 1)
    const attempt = say.attemptAt(route.gateway_id, this.#stamp())
    call.gateway_id = route.gateway_id
    if (dice < 0.03) this.#close(call, { ...attempt, sip_code: NOT_SENT }, 1, next)
    else if (dice < 0.15) this.#close(call, { ...attempt, sip_code: 503 }, 50, next)
    else if (dice < 0.2) this.#close(call, { ...attempt, sip_code: 404 }, 80, next)
    else if (dice < 0.25) this.#close(call, attempt, route.invite_timeout_ms, next)
    else if (dice < 0.3) {
      const stopped = { ...attempt, sip_code: STOP_CODE }
      this.#close(call, stopped, 200, () => this.#fail(call, STOP_CODE, 'callee'))
    } else this.#environment.clockwork.plan(100 + dice * 1000, () => this.#ring(call, attempt))
  }

  #ring(call: SimulatedCall, attempt: AttemptReport): void {
    if (call.state !== 'SETUP' || call.is_orphan) return
    const { chance } = this.#environment
    const rung = { ...attempt, ringing_at: this.#stamp() }
    call.ringing_at ??= rung.ringing_at
    this.#tell(say.eventOf(call, 'ringing', 'ringing'), true)
    if (chance.next() < 0.15) {
      const refused = { ...rung, sip_code: 480 }
      this.#close(call, refused, 3000, () => this.#fail(call, 480, 'callee'))
    } else {
      const answered = { ...rung, sip_code: 200 }
      this.#close(call, answered, chance.next() * 5000, () => this.#answer(call))
    }
  }

  /** The attempt ends like this, unless the call does before. */
  #close(call: SimulatedCall, attempt: AttemptReport, after_ms: number, goOn: () => void): void {
    this.#environment.clockwork.plan(after_ms, () => {
      if (call.state !== 'SETUP' || call.is_orphan) return
      noteAttempt(call, attempt, this.#stamp())
      goOn()
    })
  }

  #answer(call: SimulatedCall): void {
    const { clockwork, chance } = this.#environment
    call.state = 'TALK'
    call.answered_at = this.#stamp()
    call.answered_ms = clockwork.now
    this.#keep(call, 'answered')
    this.#limit(call, call.routing?.max_seconds ?? 1)
    const by = chance.next() < 0.5 ? 'caller' : 'callee'
    clockwork.plan(chance.pick(say.TALKS_MS), () => this.#hangUp(call, by, ''))
  }

  #limit(call: SimulatedCall, seconds: number): void {
    const { clockwork, chance } = this.#environment
    const limit_ms = clockwork.now + seconds * 1000 + chance.pick(say.JITTERS_MS)
    call.limit_ms = limit_ms
    clockwork.plan(limit_ms - clockwork.now, () => {
      if (call.limit_ms === limit_ms && !call.is_orphan) this.#hangUp(call, 'switch', 'limit')
    })
  }

  /** The end of the talk, for both sides. */
  #hangUp(call: SimulatedCall, by: 'caller' | 'callee' | 'switch', reason: string): void {
    if (call.state !== 'TALK') return
    const { clockwork } = this.#environment
    // A BYE is repeated until it gets a reply.
    if (!this.#is_up && by !== 'switch') {
      clockwork.plan(500, () => this.#hangUp(call, by, reason))
      return
    }
    call.state = 'OVER'
    call.ended_ms = clockwork.now
    const end = { ended_at: this.#stamp(), released_by: by, reason } as const
    if (call.is_orphan) {
      const nothing = { ...say.eventOf(call, 'orphan_bye', this.#key()), ...say.UNKNOWN }
      this.#keepEvent({ ...nothing, ended_at: end.ended_at })
    } else {
      this.#dialogs.delete(call.dialog)
      this.#keep(call, 'ended', end)
    }
  }

  #fail(call: SimulatedCall, sip_code: number, released_by: 'caller' | 'callee' | 'switch'): void {
    if (call.state === 'OVER') return
    call.state = 'OVER'
    call.ended_ms = this.#environment.clockwork.now
    if (call.is_orphan || !this.#is_up) return
    this.#dialogs.delete(call.dialog)
    this.#keep(call, 'failed', { ended_at: this.#stamp(), released_by, sip_code })
  }

  // Events, and how they reach an engine

  #stamp = (): number => Math.round(this.#environment.wall_ms() * 1000) / 1e6
  #hop = (): number => this.#environment.chance.next() * 2

  #key(): string {
    this.#count += 1
    return `${Math.floor(this.#stamp())}-${this.#boot}-${this.#count}`
  }

  #keep(call: SimulatedCall, kind: CallEvent['kind'], more: Partial<CallEvent> = {}): void {
    this.#keepEvent({ ...say.eventOf(call, kind, this.#key()), ...more })
  }

  #keepEvent(event: CallEvent): void {
    this.#outbox.set(event.key, { event, at: this.#environment.clockwork.now })
    this.#tell(event, true)
  }

  #tell(event: CallEvent, live: boolean): void {
    const { chance, faultProfile } = this.#environment
    const engine = this.#pick()
    if (!engine || chance.next() < faultProfile.lost) return
    const times = chance.next() < faultProfile.doubled ? 2 : 1
    for (let time = 0; time < times; time++) {
      const late_ms = chance.next() < faultProfile.late ? chance.next() * 4000 : 0
      this.#environment.clockwork.plan(this.#hop() + late_ms, () =>
        engine.whenRunning(() => engine.onEvent({ ...event, live })),
      )
    }
  }

  /** The first engine whose heart beats. */
  #pick(): SwitchUser | undefined {
    const { now } = this.#environment.clockwork
    return this.#engines.find(
      (engine) => engine.isAlive() && engine.is_connected && now - engine.beat_at <= BEAT_MS,
    )
  }

  #tick(): void {
    if (this.#is_up) this.#resend(RESEND_MS)
    this.#environment.clockwork.plan(1000, () => this.#tick())
  }

  #resend(older_ms: number): void {
    const before = this.#environment.clockwork.now - older_ms
    for (const { event, at } of this.#outbox.values()) if (at <= before) this.#tell(event, false)
  }

  connect(engine: SwitchUser): void {
    if (!engine.isAlive()) return
    if (!this.#is_up) {
      this.#environment.clockwork.plan(300, () => this.connect(engine))
      return
    }
    engine.is_connected = true
    if (!this.#engines.includes(engine)) this.#engines.push(engine)
    this.#resend(0)
  }

  disconnect(engine: SwitchUser): void {
    engine.is_connected = false
    const at = this.#engines.indexOf(engine)
    if (at >= 0) this.#engines.splice(at, 1)
  }

  // Its deaths

  /** As by a crash: dialogs and outbox are gone, and those who talk go on alone. */
  kill(): void {
    if (!this.#is_up) return
    for (const call of this.#dialogs.values()) this.#orphan(call, true)
    for (const { event } of this.#outbox.values()) {
      const call = this.simulatedCalls.get(event.sip_call_id)
      if (call) call.is_excused = true
    }
    this.#dialogs = new Map()
    this.#outbox = new Map()
    this.#goDown(500 + this.#environment.chance.next() * 2000)
  }

  /** In order: who talks is kept with the outbox; who is being connected is lost. */
  restart(): void {
    if (!this.#is_up) return
    for (const call of [...this.#dialogs.values()]) {
      if (call.state === 'TALK') continue
      this.#orphan(call, false)
      this.#dialogs.delete(call.dialog)
    }
    this.#goDown(700)
  }

  #orphan(call: SimulatedCall, is_excused: boolean): void {
    call.is_orphan = true
    call.is_excused ||= is_excused
    // No event reports a call that was not answered yet.
    if (call.state !== 'TALK') this.#fail(call, 0, 'switch')
  }

  #goDown(ms: number): void {
    this.#is_up = false
    const engines = this.#engines.splice(0)
    for (const engine of engines) engine.is_connected = false
    this.#environment.clockwork.plan(ms, () => {
      this.#is_up = true
      this.#boot += 1
      for (const engine of engines) this.connect(engine)
    })
  }

  // The requests that the engine may send

  linkFor(engine: SwitchUser): SwitchLink {
    const { clockwork } = this.#environment
    const command = (action: () => void) => {
      if (!engine.isAlive() || !engine.is_connected) return
      const boot = this.#boot
      clockwork.plan(this.#hop(), () => {
        if (this.#is_up && this.#boot === boot) action()
      })
    }
    const ask = <T>(answer: () => T): Promise<T> =>
      new Promise((resolve) => {
        clockwork.plan(this.#hop(), () => {
          const value = answer()
          clockwork.plan(this.#hop(), () => engine.whenRunning(() => resolve(value)))
        })
      })
    const link: Partial<SwitchLink> = {
      acknowledge: (key) => command(() => this.#outbox.delete(key)),
      setLimit: (dialog, seconds) =>
        command(() => {
          const call = this.#dialogs.get(dialog)
          if (call?.state === 'TALK') this.#limit(call, seconds)
        }),
      cancel: (dialog) =>
        command(() => {
          const call = this.#dialogs.get(dialog)
          if (call && call.state !== 'TALK') this.#fail(call, 480, 'switch')
        }),
      end: (dialog) =>
        ask(() => {
          const call = this.#dialogs.get(dialog)
          if (!this.#is_up || call?.state !== 'TALK') return false
          this.#hangUp(call, 'switch', 'asked')
          return true
        }),
      list: () => ask(() => [...this.#dialogs.values()].map(say.toDialog)),
      outbox: () => ask(() => [...this.#outbox.values()].map(({ event }) => event)),
      media: (sip_call_id) =>
        ask(() => say.mediaOf(this.simulatedCalls.get(sip_call_id), this.#stamp())),
      cutMedia: (sip_call_id) =>
        ask(() => {
          const call = this.simulatedCalls.get(sip_call_id)
          // A caller without a reply hangs up.
          if (call) this.#environment.clockwork.plan(3000, () => this.#hangUp(call, 'caller', ''))
        }),
    }
    return link as SwitchLink
  }
}
