// One night of a carrier, the same for the same seed: calls, faults, and everything compared with
// the oracle at every step and with what really happened at the end of every call.
import { strict as assert } from 'node:assert'
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type { CallEnd } from '#core/call/call.ts'
import { type Chance, makeChance } from '../support/random.ts'
import { START_MS } from '../support/snapshot.ts'
import { Clockwork } from './clockwork.ts'
import type { Backing, Environment } from './environment.ts'
import { drawFaultProfile } from './faults.ts'
import { OneDatabase } from './one-database.ts'
import type { ClosedCall } from './oracle-rows.ts'
import { SimulatedEngine } from './simulated-engine.ts'
import { VirtualSwitch } from './switch.ts'
import { makeSimulatedWorld, type WorldSize } from './world.ts'

export interface EpisodeResult {
  /** Things that happened, and operations that were committed. */
  readonly events: number
  readonly calls: number
  readonly virtual_seconds: number
}

/** Duration in virtual time; long enough for calls to be cut, and for a day to turn. */
const CALLING_SECONDS = 240
/** Until the last call is over, found missing twice, and closed. */
const CALMING_SECONDS = 420
const DAY_MS = 86_400_000
/** Far from any seed that is drawn. */
const REVERSALS = 2 ** 31
/** The stamps are those of the events; the switch rounds them to the microsecond. */
const TOLERANCE_MS = 1

const MONEY_ENDS: readonly CallEnd['cut'][] = [
  'BALANCE_END',
  'SPEND_LIMIT_END',
  'SETTLEMENT_LIMIT_END',
]

/** Changes what is written, to see that it is found out. */
type Tamper = (changes: BatchChanges) => BatchChanges

export interface EpisodeOptions {
  readonly tamper?: Tamper | undefined
  readonly size?: WorldSize
  /** In place of the one database. */
  readonly makeBacking?: (environment: Environment) => Backing
}

export async function runEpisode(
  seed: number,
  options: EpisodeOptions = {},
): Promise<EpisodeResult> {
  const episode = new Episode(seed, options)
  await episode.run()
  return episode.result()
}

class Episode {
  readonly #chance: Chance
  readonly #clockwork = new Clockwork()
  readonly #environment: Environment
  readonly #switch: VirtualSwitch
  readonly #backing: Backing
  readonly #engines = new Map<string, SimulatedEngine>()
  #failure: unknown
  #is_calm = false

  constructor(seed: number, options: EpisodeOptions) {
    const chance = makeChance(seed)
    const clockwork = this.#clockwork
    const world = makeSimulatedWorld(chance, makeChance(seed + REVERSALS), options.size)
    // Some nights go over midnight, and some over the end of a month.
    const begins_ms = START_MS + chance.pick([0, DAY_MS - 100_000, 30 * DAY_MS - 60_000])
    const wall_ms = () => begins_ms + clockwork.now
    this.#chance = chance
    this.#environment = {
      chance,
      clockwork,
      world,
      faultProfile: drawFaultProfile(chance),
      wall_ms,
      today: dayTeller(wall_ms),
      tamper: options.tamper ?? ((changes) => changes),
      onClosed: (call) => this.#onClosed(call),
      fail: (error) => {
        this.#failure ??= error
      },
      committed: 0,
      has_changed: true,
    }
    this.#backing = options.makeBacking?.(this.#environment) ?? new OneDatabase(this.#environment)
    this.#switch = new VirtualSwitch(this.#environment)
  }

  result = (): EpisodeResult => ({
    events: this.#clockwork.happened + this.#environment.committed,
    calls: this.#switch.simulatedCalls.size,
    virtual_seconds: this.#clockwork.now / 1000,
  })

  async run(): Promise<void> {
    for (const name of ['a', 'b'].slice(0, this.#environment.faultProfile.engines))
      this.#startEngine(name)
    this.#planCalls()
    this.#planFaults()
    await this.#turn(CALLING_SECONDS * 1000)
    this.#is_calm = true
    await this.#turn((CALLING_SECONDS + CALMING_SECONDS) * 1000)
    this.#checkEnd()
  }

  async #turn(until_ms: number): Promise<void> {
    while (this.#clockwork.step(until_ms)) {
      if (!this.#environment.has_changed) continue
      this.#environment.has_changed = false
      // The next steps of the handlers are promises, which all settle before this one.
      await new Promise<void>(process.nextTick)
      if (this.#failure) throw this.#failure
    }
  }

  #startEngine(name: string): void {
    this.#engines.set(
      name,
      new SimulatedEngine(name, this.#environment, this.#backing, this.#switch),
    )
  }

  #planCalls(): void {
    const { faultProfile, world } = this.#environment
    const next = () => {
      if (this.#is_calm) return
      this.#switch.call(this.#chance.pick(world.sources).ip)
      this.#clockwork.plan(
        ((0.2 + this.#chance.next() * 1.6) * 1000) / faultProfile.calls_per_second,
        next,
      )
    }
    next()
  }

  #planFaults(): void {
    const { faultProfile } = this.#environment
    const { whole } = this.#chance
    this.#every(faultProfile.engine_killed, () => this.#killEngine())
    this.#every(faultProfile.engine_halted, () => this.#anyEngine()?.halt(whole(200, 25_000)))
    this.#every(faultProfile.switch_killed, () => this.#switch.kill())
    this.#every(faultProfile.switch_restarted, () => this.#switch.restart())
    this.#every(faultProfile.database_away, () => this.#backing.goAway(whole(100, 30_000)))
    this.#every(faultProfile.database_slow, () => this.#backing.beSlow(whole(500, 15_000)))
    this.#every(faultProfile.paid, () => this.#pay())
    this.#every(faultProfile.hung_up, () => {
      const open = this.#backing.openCalls()
      if (open.length > 0) this.#chance.pick(open).hang_up_asked = true
    })
    this.#backing.planFaults((mean_seconds, fault) => this.#every(mean_seconds, fault))
  }

  #every(mean_seconds: number, fault: () => void): void {
    if (mean_seconds === 0) return
    const after_ms = this.#chance.next() * 2 * mean_seconds * 1000
    this.#clockwork.plan(after_ms, () => {
      if (this.#is_calm) return
      fault()
      this.#every(mean_seconds, fault)
    })
  }

  #anyEngine = (): SimulatedEngine | undefined => this.#chance.pick([...this.#engines.values()])

  #killEngine(): void {
    const engine = this.#anyEngine()
    if (!engine?.isAlive()) return
    engine.kill()
    this.#clockwork.plan(this.#chance.whole(300, 20_000), () => this.#startEngine(engine.name))
  }

  /** From outside, or from a reseller to one below it. */
  #pay(): void {
    const { world } = this.#environment
    const payers = world.available_funds.filter(({ has_floor }) => has_floor)
    const { account_id, parent_id } = this.#chance.pick(payers)
    const from = payers.some((one) => one.account_id === parent_id) ? parent_id : null
    const amount = this.#chance.whole(1, 300) * 10_000
    this.#backing.pay(from, account_id, amount)
  }

  /** The books say that a call is over, and how long it was: is that so? */
  #onClosed({ call, end, granted_seconds, money_ended }: ClosedCall): void {
    const simulated = this.#switch.simulatedCalls.get(call.invite.sip_call_id)
    assert(simulated, 'a call is closed that never was')
    simulated.closes += 1
    assert.equal(simulated.closes, 1, `${simulated.sip_call_id} is closed once`)
    if (simulated.is_excused) return
    assert.equal(simulated.state, 'OVER', `${simulated.sip_call_id} is closed while it goes on`)
    assert.equal(
      end.answered_at,
      simulated.answered_at,
      `when ${simulated.sip_call_id} was answered`,
    )
    if (end.answered_at === null) return
    assert.equal(end.gateway_id, simulated.gateway_id, `who carried ${simulated.sip_call_id}`)
    const talk_ms = simulated.ended_ms - simulated.answered_ms
    const booked_ms = Math.round((end.ended_at - end.answered_at) * 1000)
    // However late the event of the end is: the switch keeps all events but those of excused calls.
    assert(
      Math.abs(booked_ms - talk_ms) <= TOLERANCE_MS,
      `${simulated.sip_call_id} lasted ${talk_ms} ms, booked are ${booked_ms}, cut ${end.cut}`,
    )
    const is_money_over = money_ended !== null && talk_ms <= money_ended * 1000 + 1000
    const is_cut_early = MONEY_ENDS.includes(end.cut) && !is_money_over
    assert(!is_cut_early, `${simulated.sip_call_id} was cut while there was money`)
    const is_let_down = end.cut === 'LEASE_END' && this.#environment.faultProfile.is_calm
    assert(!is_let_down, `${simulated.sip_call_id} was not extended`)
    // A call lasts no longer than its grant, but for the second that a switch may be late.
    assert(
      talk_ms <= granted_seconds * 1000 + 1000,
      `${simulated.sip_call_id} talked ${talk_ms} ms of ${granted_seconds} s`,
    )
  }

  /** A call that is over takes no place, whichever way it has gone. */
  #checkCounts(): void {
    for (const engine of this.#engines.values()) {
      assert.deepEqual(engine.counted(), { calls: 0, at_gateways: 0 }, engine.name)
    }
  }

  #checkEnd(): void {
    this.#checkCounts()
    this.#backing.checkEnd()
    for (const simulated of this.#switch.simulatedCalls.values()) {
      assert.equal(simulated.state, 'OVER', `${simulated.sip_call_id} never ends`)
      if (simulated.routing)
        assert.equal(simulated.closes, 1, `${simulated.sip_call_id} is closed once`)
    }
  }
}

/** Answers the calendar day, and formats it only when it has changed. */
function dayTeller(wall_ms: () => number): () => string {
  let day = Number.NaN
  let text = ''
  return () => {
    const today = Math.floor(wall_ms() / DAY_MS)
    if (today !== day) text = new Date(wall_ms()).toISOString().slice(0, 10)
    day = today
    return text
  }
}
