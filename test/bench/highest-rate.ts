// The search for the most calls a second that a switch carries without loss.
import type { LoadResult } from './load.ts'

export const FIRST_RATE = 100
export const STEP_SECONDS = 5
const RATE_MAX = 4000
const STEP = 1.3
const FINEST_STEP = 1.03
/** A step is reached when that many of the wanted calls began in time. */
const REACHED = 0.95

/**
 * The last of growing steps at which nothing was lost, and what is reached above it of ever
 * smaller ones; a step that fails is tried once more.
 */
export async function findHighestRate(
  isReachedOnce: (rate: number) => Promise<boolean>,
  before: number | undefined,
): Promise<number> {
  const isReached = async (rate: number) => {
    const wanted = Math.round(rate)
    return (await isReachedOnce(wanted)) || (await isReachedOnce(wanted))
  }
  let reached = 0
  const first = before ? before / STEP ** 2 : FIRST_RATE
  for (let rate = first; rate < RATE_MAX && (await isReached(rate)); rate *= STEP) reached = rate
  for (let step = STEP ** 0.5; reached > 0 && step > FINEST_STEP; step **= 0.5) {
    if (await isReached(reached * step)) reached *= step
  }
  return Math.round(reached)
}

export function isWithoutLoss({ calls, failed, per_second }: LoadResult, wanted: number): boolean {
  // The average of the run has the half second of the last talk in it.
  const share = (STEP_SECONDS + 0.5) / STEP_SECONDS
  return failed === 0 && calls >= wanted * STEP_SECONDS && per_second * share >= wanted * REACHED
}
