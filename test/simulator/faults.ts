// How bad the night is: drawn once for an episode, so that calm ones and stormy ones both happen.
import type { Chance } from '../support/random.ts'

/** Nights on which nothing fails: then no call may end before its money. */
const CALM_SHARE = 0.25

export interface FaultProfile {
  readonly is_calm: boolean
  readonly calls_per_second: number
  readonly engines: 1 | 2
  /** Shares of deliveries of an event. */
  readonly lost: number
  readonly doubled: number
  readonly late: number
  /** Mean seconds between two; 0 is never. */
  readonly engine_killed: number
  readonly engine_halted: number
  readonly switch_killed: number
  readonly switch_restarted: number
  readonly database_away: number
  readonly database_slow: number
  readonly paid: number
  readonly hung_up: number
}

export function drawFaultProfile(chance: Chance): FaultProfile {
  const is_calm = chance.next() < CALM_SHARE
  const isSpared = () => is_calm || chance.next() < 0.5
  const share = (max: number) => (isSpared() ? 0 : chance.next() * max)
  const every = (mean: number) => (isSpared() ? 0 : mean * (0.5 + chance.next()))
  return {
    is_calm,
    calls_per_second: chance.pick([0.5, 1, 2, 4]),
    engines: chance.next() < 0.3 ? 2 : 1,
    lost: share(0.3),
    doubled: share(0.3),
    late: share(0.3),
    engine_killed: every(40),
    engine_halted: every(60),
    switch_killed: every(150),
    switch_restarted: every(120),
    database_away: every(60),
    database_slow: every(50),
    paid: chance.pick([0, 2, 10]),
    hung_up: chance.pick([0, 0, 20]),
  }
}
