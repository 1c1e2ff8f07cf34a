// Kamailio as the engine knows it: dialogs, an outbox of events that are told until they are
// acknowledged, limits, and a death that takes the memory along. Calls in it live by chance.
import type {
  AttemptReport,
  CallEvent,
  SwitchLink,
  SwitchReply,
  SwitchRoute,
} from '#engine/kamailio/switch-link.ts'
import { askPlace } from './ask-place.ts'
import type { Ground, SwitchUser } from './ground.ts'
import { type Life, makeLife, NOT_SENT, noteAttempt } from './life.ts'
import * as say from './sayings.ts'

interface Kept {
  readonly event: CallEvent
  readonly at: number
}

const [BEAT_MS, PATIENCE_MS, RESEND_MS] = [2000, 3000, 2000]
const STOP_CODE = 486
export class VirtualSwitch {
  readonly lives = new Map<string, Life>()
  readonly #ground: Ground
  readonly #engines: SwitchUser[] = []
  #dialogs = new Map<string, Life>()
  #outbox = new Map<string, Kept>()
  #is_up = true
  #boot = 1
  #count = 0

  constructor(ground: Ground) {
    this.#ground = ground
    this.#tick()
  }

  // The network of calls

  call(source_ip: string): void {
    const { clockwork, chance } = this.#ground
    const engine = this.#is_up ? this.#pick() : undefined
    if (!engine) return
    this.#count += 1
    const life = makeLife({
      sip_call_id: `call-${this.#count}`,
      dialog: `${this.#count % 4096}:${this.#boot * 1_000_000 + this.#count}:1`,
      source_ip,
      started_at: this.#stamp(),
    })
    this.lives.set(life.sip_call_id, life)
    this.#dialogs.set(life.dialog, life)
    clockwork.plan(this.#hop(), () => engine.whenRunning(() => void this.#ask(engine, life)))
    clockwork.plan(PATIENCE_MS, () => {
      if (life.state === 'ASKED') this.#fail(life, 503, 'switch')
    })
    if (chance.next() < 0.12) {
      clockwork.plan(chance.next() * 6000, () => {
        if (life.state === 'ASKED' || life.state === 'SETUP') this.#fail(life, 487, 'caller')
      })
    }
  }

  async #ask(engine: SwitchUser, life: Life): Promise<void> {
    const invite = say.inviteOf(life)
    const boot = this.#boot
    try {
      const decision = await engine.decide(invite)
      // It goes out at once, over the connection that the engine has.
      if (!decision || !engine.isAlive() || !engine.is_connected) return
      this.#ground.clockwork.plan(this.#hop(), () => {
        if (this.#is_up && this.#boot === boot) this.#obey(life, decision)
      })
    } catch (error) {
      this.#ground.fail(error)
    }
  }

  #obey(life: Life, decision: SwitchReply): void {
    if (life.state !== 'ASKED') return
    life.call_id = decision.call_id
    if (decision.kind === 'route') {
      life.state = 'SETUP'
      life.routing = decision
      this.#search(life, 0)
    } else this.#fail(life, 403, 'switch')
  }

  /** One gateway after the other. */
  #search(life: Life, at: number): void {
    const route = life.routing?.routes[at]
    if (!route) {
      this.#fail(life, 503, 'callee')
      return
    }
    askPlace(this.#ground, this.#pick(), life, route, (may_try) =>
      this.#try(life, at, route, may_try ? this.#ground.chance.next() : 0),
    )
  }

  /** As it comes; with 0 it is not sent. */
  #try(life: Life, at: number, route: SwitchRoute, dice: number): void {
    const next = () => this.#search(life, at + 1)
    const attempt = say.attemptAt(route.gateway_id, this.#stamp())
    life.gateway_id = route.gateway_id
    if (dice < 0.03) this.#close(life, { ...attempt, sip_code: NOT_SENT }, 1, next)
    else if (dice < 0.15) this.#close(life, { ...attempt, sip_code: 503 }, 50, next)
    else if (dice < 0.2) this.#close(life, { ...attempt, sip_code: 404 }, 80, next)
    else if (dice < 0.25) this.#close(life, attempt, route.invite_timeout_ms, next)
    else if (dice < 0.3) {
      const stopped = { ...attempt, sip_code: STOP_CODE }
      this.#close(life, stopped, 200, () => this.#fail(life, STOP_CODE, 'callee'))
    } else this.#ground.clockwork.plan(100 + dice * 1000, () => this.#ring(life, attempt))
  }

  #ring(life: Life, attempt: AttemptReport): void {
    if (life.state !== 'SETUP' || life.is_orphan) return
    const { chance } = this.#ground
    const rung = { ...attempt, ringing_at: this.#stamp(), had_ringing: true }
    life.ringing_at ??= rung.ringing_at
    this.#tell(say.eventOf(life, 'ringing', 'ringing'), true)
    if (chance.next() < 0.15) {
      const refused = { ...rung, sip_code: 480 }
      this.#close(life, refused, 3000, () => this.#fail(life, 480, 'callee'))
    } else {
      const answered = { ...rung, sip_code: 200 }
      this.#close(life, answered, chance.next() * 5000, () => this.#answer(life))
    }
  }

  /** The attempt ends like this, unless the call does before. */
  #close(life: Life, attempt: AttemptReport, after_ms: number, goOn: () => void): void {
    this.#ground.clockwork.plan(after_ms, () => {
      if (life.state !== 'SETUP' || life.is_orphan) return
      noteAttempt(life, attempt, this.#stamp())
      goOn()
    })
  }

  #answer(life: Life): void {
    const { clockwork, chance } = this.#ground
    life.state = 'TALK'
    life.answered_at = this.#stamp()
    life.answered_ms = clockwork.now
    this.#keep(life, 'answered')
    this.#limit(life, life.routing?.max_seconds ?? 1)
    const by = chance.next() < 0.5 ? 'caller' : 'callee'
    clockwork.plan(chance.pick(say.TALKS_MS), () => this.#hangUp(life, by, ''))
  }

  #limit(life: Life, seconds: number): void {
    const { clockwork, chance } = this.#ground
    const limit_ms = clockwork.now + seconds * 1000 + chance.pick(say.JITTERS_MS)
    life.limit_ms = limit_ms
    clockwork.plan(limit_ms - clockwork.now, () => {
      if (life.limit_ms === limit_ms && !life.is_orphan) this.#hangUp(life, 'switch', 'limit')
    })
  }

  /** The end of the talk, as both sides hear it. */
  #hangUp(life: Life, by: 'caller' | 'callee' | 'switch', reason: string): void {
    if (life.state !== 'TALK') return
    const { clockwork } = this.#ground
    // A BYE is repeated until somebody hears it.
    if (!this.#is_up && by !== 'switch') {
      clockwork.plan(500, () => this.#hangUp(life, by, reason))
      return
    }
    life.state = 'OVER'
    life.ended_ms = clockwork.now
    const end = { ended_at: this.#stamp(), released_by: by, reason } as const
    if (life.is_orphan) {
      const nothing = { ...say.eventOf(life, 'orphan_bye', this.#key()), ...say.UNKNOWN }
      this.#keepEvent({ ...nothing, ended_at: end.ended_at })
    } else {
      this.#dialogs.delete(life.dialog)
      this.#keep(life, 'ended', end)
    }
  }

  #fail(life: Life, sip_code: number, released_by: 'caller' | 'callee' | 'switch'): void {
    if (life.state === 'OVER') return
    life.state = 'OVER'
    life.ended_ms = this.#ground.clockwork.now
    if (life.is_orphan || !this.#is_up) return
    this.#dialogs.delete(life.dialog)
    this.#keep(life, 'failed', { ended_at: this.#stamp(), released_by, sip_code })
  }

  // Events, and how they reach an engine

  #stamp = (): number => Math.round(this.#ground.wall_ms() * 1000) / 1e6
  #hop = (): number => this.#ground.chance.next() * 2

  #key(): string {
    this.#count += 1
    return `${Math.floor(this.#stamp())}-${this.#boot}-${this.#count}`
  }

  #keep(life: Life, kind: CallEvent['kind'], more: Partial<CallEvent> = {}): void {
    this.#keepEvent({ ...say.eventOf(life, kind, this.#key()), ...more })
  }

  #keepEvent(event: CallEvent): void {
    this.#outbox.set(event.key, { event, at: this.#ground.clockwork.now })
    this.#tell(event, true)
  }

  #tell(event: CallEvent, live: boolean): void {
    const { chance, weather } = this.#ground
    const engine = this.#pick()
    if (!engine || chance.next() < weather.lost) return
    const times = chance.next() < weather.doubled ? 2 : 1
    for (let time = 0; time < times; time++) {
      const late_ms = chance.next() < weather.late ? chance.next() * 4000 : 0
      this.#ground.clockwork.plan(this.#hop() + late_ms, () =>
        engine.whenRunning(() => engine.onEvent({ ...event, live })),
      )
    }
  }

  /** The first engine whose heart beats. */
  #pick(): SwitchUser | undefined {
    const { now } = this.#ground.clockwork
    return this.#engines.find(
      (engine) => engine.isAlive() && engine.is_connected && now - engine.beat_at <= BEAT_MS,
    )
  }

  #tick(): void {
    if (this.#is_up) this.#resend(RESEND_MS)
    this.#ground.clockwork.plan(1000, () => this.#tick())
  }

  #resend(older_ms: number): void {
    const before = this.#ground.clockwork.now - older_ms
    for (const { event, at } of this.#outbox.values()) if (at <= before) this.#tell(event, false)
  }

  connect(engine: SwitchUser): void {
    if (!engine.isAlive()) return
    if (!this.#is_up) {
      this.#ground.clockwork.plan(300, () => this.connect(engine))
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
    for (const life of this.#dialogs.values()) this.#orphan(life, true)
    for (const { event } of this.#outbox.values()) {
      const life = this.lives.get(event.sip_call_id)
      if (life) life.is_excused = true
    }
    this.#dialogs = new Map()
    this.#outbox = new Map()
    this.#goDown(500 + this.#ground.chance.next() * 2000)
  }

  /** In order: who talks is kept with the outbox; who is being connected is lost. */
  restart(): void {
    if (!this.#is_up) return
    for (const life of [...this.#dialogs.values()]) {
      if (life.state === 'TALK') continue
      this.#orphan(life, false)
      this.#dialogs.delete(life.dialog)
    }
    this.#goDown(700)
  }

  #orphan(life: Life, is_excused: boolean): void {
    life.is_orphan = true
    life.is_excused ||= is_excused
    // Nobody is told what became of a call that was not answered yet.
    if (life.state !== 'TALK') this.#fail(life, 0, 'switch')
  }

  #goDown(ms: number): void {
    this.#is_up = false
    const engines = this.#engines.splice(0)
    for (const engine of engines) engine.is_connected = false
    this.#ground.clockwork.plan(ms, () => {
      this.#is_up = true
      this.#boot += 1
      for (const engine of engines) this.connect(engine)
    })
  }

  // What the engine may ask

  linkFor(engine: SwitchUser): SwitchLink {
    const command = (action: () => void) => {
      if (!engine.isAlive() || !engine.is_connected) return
      const boot = this.#boot
      this.#ground.clockwork.plan(this.#hop(), () => {
        if (this.#is_up && this.#boot === boot) action()
      })
    }
    const ask = <T>(answer: () => T): Promise<T> =>
      new Promise((resolve) => {
        this.#ground.clockwork.plan(this.#hop(), () => {
          const value = answer()
          this.#ground.clockwork.plan(this.#hop(), () => engine.whenRunning(() => resolve(value)))
        })
      })
    const link: Partial<SwitchLink> = {
      acknowledge: (key) => command(() => this.#outbox.delete(key)),
      setLimit: (dialog, seconds) =>
        command(() => {
          const life = this.#dialogs.get(dialog)
          if (life?.state === 'TALK') this.#limit(life, seconds)
        }),
      cancel: (dialog) =>
        command(() => {
          const life = this.#dialogs.get(dialog)
          if (life && life.state !== 'TALK') this.#fail(life, 480, 'switch')
        }),
      end: (dialog) =>
        ask(() => {
          const life = this.#dialogs.get(dialog)
          if (!this.#is_up || life?.state !== 'TALK') return false
          this.#hangUp(life, 'switch', 'asked')
          return true
        }),
      list: () => ask(() => [...this.#dialogs.values()].map(say.toDialog)),
      outbox: () => ask(() => [...this.#outbox.values()].map(({ event }) => event)),
      media: (sip_call_id) => ask(() => say.mediaOf(this.lives.get(sip_call_id), this.#stamp())),
      cutMedia: (sip_call_id) =>
        ask(() => {
          const life = this.lives.get(sip_call_id)
          // Who hears nothing hangs up.
          if (life) this.#ground.clockwork.plan(3000, () => this.#hangUp(life, 'caller', ''))
        }),
    }
    return link as SwitchLink
  }
}
