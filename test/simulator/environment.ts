// The parts that an episode shares.
import type pg from 'pg'
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type { Operation, Outcome } from '#core/billing/operation.ts'
import type { ChargingQueue } from '#engine/charging/charging-queue.ts'
import type {
  AttemptQuestion,
  CallEvent,
  SwitchInvite,
  SwitchReply,
} from '#engine/kamailio/switch-link.ts'
import type { Chance } from '../support/random.ts'
import type { Clockwork } from './clockwork.ts'
import type { FaultProfile } from './faults.ts'
import type { ClosedCall } from './oracle-rows.ts'
import type { OpenCall } from './store.ts'
import type { SimulatedWorld } from './world.ts'

export interface Environment {
  readonly chance: Chance
  readonly clockwork: Clockwork
  readonly world: SimulatedWorld
  readonly faultProfile: FaultProfile
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

/** Where the money and the open calls of a night are: one database, or books. */
export interface Backing {
  chargingQueueFor(writer: Writer): ChargingQueue
  poolFor(writer: Writer): pg.Pool
  noteSeen(engine: string): void
  goAway(ms: number): void
  beSlow(ms: number): void
  /** From outside, or from a reseller to one below it. */
  pay(from: number | null, to: number, millionths: number): void
  openCalls(): OpenCall[]
  /** Faults that only this one has; `every` plans one with a mean time between two. */
  planFaults(every: (mean_seconds: number, fault: () => void) => void): void
  checkEnd(): void
}

/** Plans and writes a batch, and compares it; undefined is an operation that was not written. */
export type Commit = (operations: readonly Operation[]) => readonly (Outcome | undefined)[]

/** An engine, as the switch knows it. */
export interface SwitchUser extends Writer {
  readonly name: string
  is_connected: boolean
  readonly beat_at: number
  decide(invite: SwitchInvite): Promise<SwitchReply | undefined>
  hasCapacity(question: AttemptQuestion): Promise<boolean | undefined>
  onEvent(event: CallEvent): void
}

/** Who writes: an engine that may be dead, or halted, when the answer comes. */
export interface Writer {
  isAlive(): boolean
  /** Runs it as soon as the writer is not halted. */
  whenRunning(action: () => void): void
}
