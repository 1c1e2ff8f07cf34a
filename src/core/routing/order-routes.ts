// The order in which the targets of one rule are tried (docs/domain/routing.md, R7).

import type { Quality } from '../gateway/gateway-quality.ts'
import { type Money, percent } from '../money.ts'
import { nextTurn, type PercentCounters, type PercentTurn } from './percent-counters.ts'
import type { RoutePlanMode } from './route-plan.ts'

export interface Candidate {
  /** Its target in the rule: the same for all members of a gateway group. */
  readonly target_id: number
  readonly position: number
  readonly priority: number
  /** Within its gateway group; 0 when the target is a gateway itself. */
  readonly member_priority: number
  /** Weight of the target, and for members of a group their part of it. */
  readonly weight: number
  readonly percent: number
  readonly is_static: boolean
  /** The expected cost of the call, times the multiplier of the target. */
  readonly cost: Money
  readonly quality: Quality | null
  /** Its quality has passed the limits that its gateway sets: tried after the others. */
  readonly is_deprioritised: boolean
  /** The last resort. */
  readonly last_resort: boolean
}

export interface Ordering {
  readonly mode: RoutePlanMode
  readonly rule_id: number
  /** A cost that exceeds the cheapest by no more than this counts as equal. */
  readonly cost_delta: Money
  readonly counters: Pick<PercentCounters, 'creditsOf'>
  /** 0 to 1, as Math.random. */
  readonly random: () => number
}

export interface Ordered<C> {
  readonly candidates: readonly C[]
  /** The turn in the shares of the rule; null when there are none. */
  readonly turn: PercentTurn | null
}

/** The candidates in the order in which they are tried; none is lost and none is added. */
export function orderRoutes<C extends Candidate>(
  candidates: readonly C[],
  ordering: Ordering,
): Ordered<C> {
  const ordered: C[] = []
  let turn: PercentTurn | null = null
  for (const rank of [0, 1, 2]) {
    const some = candidates.filter((candidate) => rankOf(candidate) === rank)
    if (some.length === 0) continue
    // Only the first gateway counts for the shares.
    const first = ordered.length === 0 ? turnOf(some, ordering) : null
    turn ??= first
    ordered.push(...orderSome(some, ordering, first?.target_id))
  }
  return { candidates: ordered, turn }
}

const turnOf = (
  candidates: readonly Candidate[],
  { mode, rule_id, counters }: Ordering,
): PercentTurn | null =>
  mode === 'PERCENT' ? nextTurn(rule_id, counters.creditsOf(rule_id), candidates) : null

const rankOf = ({ last_resort, is_deprioritised }: Candidate): number =>
  last_resort ? 2 : is_deprioritised ? 1 : 0

function orderSome<C extends Candidate>(
  candidates: readonly C[],
  { mode, cost_delta, random }: Ordering,
  first_target_id: number | undefined,
): C[] {
  switch (mode) {
    case 'ORDERED':
      return byMembers(candidates, (one) => one.position, random)
    case 'LCR':
      return byCost(candidates, (one) => one.cost, cost_delta, random)
    case 'LCR_QUALITY':
      return byCost(candidates, qualityCost, cost_delta, random)
    case 'QUALITY':
      return byQuality(candidates, random)
    case 'PERCENT':
      return byPercent(candidates, first_target_id, random)
    case 'STATIC_THEN_LCR': {
      const others = candidates.filter((one) => !one.is_static)
      return [
        ...byPriority(
          candidates.filter((one) => one.is_static),
          random,
        ),
        ...byCost(others, (one) => one.cost, cost_delta, random),
      ]
    }
  }
}

/** By rank of their targets; members of a group stay together, in the order of the group. */
function byMembers<C extends Candidate>(
  candidates: readonly C[],
  rankOfTarget: (candidate: C) => number,
  random: () => number,
): C[] {
  const sorted = candidates.toSorted((a, b) => rankOfTarget(a) - rankOfTarget(b))
  return inRuns(
    sorted,
    (a, b) => a.target_id === b.target_id,
    (members) => byPriority(members, random),
  )
}

/**
 * The cheapest first. A route that costs at most `delta` more than the cheapest of its band counts
 * as equal to it: the bands do not overlap, so no route comes before one that is cheaper by more.
 */
function byCost<C extends Candidate>(
  candidates: readonly C[],
  costOf: (candidate: C) => number,
  delta: number,
  random: () => number,
): C[] {
  const sorted = candidates.toSorted((a, b) => costOf(a) - costOf(b))
  return inRuns(
    sorted,
    (first, one) => costOf(one) - costOf(first) <= delta,
    (band) => byPriority(band, random),
  )
}

/** The highest first; those of one priority share the calls by their weight. */
function byPriority<C extends Candidate>(candidates: readonly C[], random: () => number): C[] {
  const compare = (a: C, b: C) => b.priority - a.priority || b.member_priority - a.member_priority
  return inRuns(
    candidates.toSorted(compare),
    (a, b) => compare(a, b) === 0,
    (equals) => drawByWeight(equals, random),
  )
}

/** Splits into runs whose members belong to the first one, and orders each. */
function inRuns<C>(
  sorted: readonly C[],
  belongs: (first: C, one: C) => boolean,
  order: (run: readonly C[]) => C[],
): C[] {
  const ordered: C[] = []
  let start = 0
  for (let at = 1; at <= sorted.length; at++) {
    const [first, one] = [sorted[start], sorted[at]]
    if (first !== undefined && one !== undefined && belongs(first, one)) continue
    const run = sorted.slice(start, at)
    ordered.push(...(run.length > 1 ? order(run) : run))
    start = at
  }
  return ordered
}

function drawByWeight<C extends Candidate>(candidates: readonly C[], random: () => number): C[] {
  const left = [...candidates]
  const drawn: C[] = []
  while (left.length > 1) {
    let ticket = random() * left.reduce((sum, one) => sum + one.weight, 0)
    let at = 0
    while (at < left.length - 1) {
      ticket -= left[at]?.weight ?? 0
      if (ticket < 0) break
      at += 1
    }
    drawn.push(...left.splice(at, 1))
  }
  return [...drawn, ...left]
}

/**
 * The assumed figures of a gateway with few calls, so that a new one is neither excluded nor
 * flooded.
 */
const EXPECTED = { asr: percent(500_000), acd_seconds: 180, pdd_ms: 5000 } as const
const ENOUGH_CALLS = 20

/** Whether enough calls used it for its figures to be meaningful. */
export const isKnown = (quality: Quality | null): quality is Quality =>
  quality !== null && quality.calls >= ENOUGH_CALLS

function knownFigures({ quality }: Candidate) {
  if (!isKnown(quality)) return EXPECTED
  return {
    asr: quality.asr ?? EXPECTED.asr,
    acd_seconds: quality.acd_seconds ?? EXPECTED.acd_seconds,
    pdd_ms: quality.pdd_ms ?? EXPECTED.pdd_ms,
  }
}

/**
 * The cost raised by bad quality: a gateway with an ASR of zero counts twice its cost, and so does
 * one with an ACD of zero or twice the expected PDD.
 */
export function qualityCost(candidate: Candidate): number {
  const { asr, acd_seconds, pdd_ms } = knownFigures(candidate)
  const fewer = Math.max(0, 1 - asr / EXPECTED.asr)
  const shorter = Math.max(0, 1 - acd_seconds / EXPECTED.acd_seconds)
  const later = Math.min(1, Math.max(0, pdd_ms / EXPECTED.pdd_ms - 1))
  // A route that pays us has a negative cost, which moves towards zero.
  return candidate.cost + Math.abs(candidate.cost) * (fewer + shorter + later)
}

/** Differences below these steps count as equal, so that the next figure decides. */
const SAME = { asr: 50_000, acd_seconds: 30, pdd_ms: 1000 } as const

function byQuality<C extends Candidate>(candidates: readonly C[], random: () => number): C[] {
  const stepsOf = (candidate: C) => {
    const { asr, acd_seconds, pdd_ms } = knownFigures(candidate)
    return [-asr / SAME.asr, -acd_seconds / SAME.acd_seconds, pdd_ms / SAME.pdd_ms].map(Math.round)
  }
  const steps = new Map(candidates.map((one) => [one, stepsOf(one)]))
  const compare = (a: C, b: C) => {
    const [x = [], y = []] = [steps.get(a), steps.get(b)]
    const decisive = x.findIndex((step, at) => step !== y[at])
    return decisive < 0 ? 0 : (x[decisive] ?? 0) - (y[decisive] ?? 0)
  }
  return inRuns(
    candidates.toSorted(compare),
    (a, b) => compare(a, b) === 0,
    (equals) => byPriority(equals, random),
  )
}

/** The target whose turn it is, then the others by their share. */
function byPercent<C extends Candidate>(
  candidates: readonly C[],
  first: number | undefined,
  random: () => number,
): C[] {
  const sorted = candidates.toSorted(
    (a, b) => b.percent - a.percent || a.position - b.position || a.target_id - b.target_id,
  )
  const places = new Map(sorted.map((one, at) => [one.target_id, at]))
  return byMembers(
    sorted,
    ({ target_id }) => (target_id === first ? -1 : (places.get(target_id) ?? 0)),
    random,
  )
}
