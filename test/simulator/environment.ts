// The parts that an episode shares.
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type {
  AttemptQuestion,
  CallEvent,
  SwitchInvite,
  SwitchReply,
} from '#engine/kamailio/switch-link.ts'
import type { Chance } from '../support/random.ts'
import type { Clockwork } from './clockwork.ts'
import type { FaultProfile } from './faults.ts'
import type { Oracle } from './oracle.ts'
import type { ClosedCall } from './oracle-rows.ts'
import type { Store } from './store.ts'
import type { SimulatedWorld } from './world.ts'

export interface Environment {
  readonly chance: Chance
  readonly clockwork: Clockwork
  readonly world: SimulatedWorld
  readonly faultProfile: FaultProfile
  readonly store: Store
  readonly oracle: Oracle
  /** Epoch milliseconds that a clock on the wall shows. */
  wall_ms(): number
  /** The calendar day. */
  today(): string
  tamper(changes: BatchChanges): BatchChanges
  onClosed(call: ClosedCall): void
  /** The code under test has failed in a way that it should not. */
  fail(error: unknown): void
  committed: number
  /** Whether the event has reached code that continues in promises. */
  has_changed: boolean
}

/** An engine, as the switch knows it. */
export interface SwitchUser extends Writer {
  readonly name: string
  is_connected: boolean
  readonly beat_at: number
  decide(invite: SwitchInvite): Promise<SwitchReply | undefined>
  hasCapacity(question: AttemptQuestion): Promise<boolean>
  onEvent(event: CallEvent): void
}

/** Who writes: an engine that may be dead, or halted, when the answer comes. */
export interface Writer {
  isAlive(): boolean
  /** Runs it as soon as the writer is not halted. */
  whenRunning(action: () => void): void
}
