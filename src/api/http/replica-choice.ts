// Whether a request may read from the replica: pure, from what the last look at both servers found.
import type { LogPosition, PrimaryPosition, ReplicaPosition } from '#db/machine/replica.ts'

/** A replica that is further behind serves no request. */
const LAG_MAX_MS = 10_000
/** A look is made every second; an older one says nothing about now. */
const LOOK_MS_MAX = 3000

/** The end of the log of the primary at a moment of its clock. */
export type Written = Pick<PrimaryPosition, 'position' | 'now_ms'>

export interface Look {
  /** The moment of the look, by the clock of this process. */
  readonly at_ms: number
  readonly position: LogPosition
  /** The replica has everything that was committed until then, by the clock of the primary. */
  readonly as_of_ms: number
  readonly lag_ms: number
}

/**
 * Two bounds, of which the better counts: the last moment whose position is reached, and the last
 * commit that is replayed. The second alone grows without end while nothing is written.
 */
export function lookOf(
  written: readonly Written[],
  { position, commit_ms }: Pick<ReplicaPosition, 'position' | 'commit_ms'>,
  at_ms: number,
): Look | undefined {
  const now_ms = written.at(-1)?.now_ms
  if (now_ms === undefined) return undefined
  const reached = written.findLast((one) => one.position <= position)?.now_ms
  const bounds = [reached, commit_ms].filter((bound) => typeof bound === 'number')
  if (bounds.length === 0) return undefined
  const as_of_ms = Math.min(now_ms, Math.max(...bounds))
  return { at_ms, position, as_of_ms, lag_ms: now_ms - as_of_ms }
}

export type ReplicaState = 'ok' | 'behind' | 'down'

/** `least` is a position that every request needs. */
export function stateOf(look: Look | undefined, least: LogPosition, now_ms: number): ReplicaState {
  if (!look || now_ms - look.at_ms > LOOK_MS_MAX) return 'down'
  return look.lag_ms <= LAG_MAX_MS && look.position >= least ? 'ok' : 'behind'
}
