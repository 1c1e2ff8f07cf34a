// Figures of an event as callers saw it.
import type { SeenCall } from '../faults/traffic.ts'

export interface CallFigures {
  readonly placed: number
  readonly answered: number
  /** Calls that were up at the event. */
  readonly up: number
  /** Those of them that ended before they were over. */
  readonly cut: readonly string[]
}

export interface Figures extends CallFigures {
  /** At each node. */
  readonly new_call_seconds: readonly number[]
  /** From the event to the first acknowledged write. */
  readonly write_seconds: number
  readonly records: number
  readonly charges: number
  readonly entries: number
}

/** How long the answered calls of startTraffic talk. */
const TALKS_SECONDS = [3, 5, 8, 20]
const TOLERANCE_SECONDS = 0.7

function isWholeTalk({ answered_at, ended_at }: SeenCall): boolean {
  const talk = (ended_at ?? 0) - (answered_at ?? 0)
  return TALKS_SECONDS.some((whole) => Math.abs(talk - whole) < TOLERANCE_SECONDS)
}

/** From the event to the begin of the first call that was taken after the longest gap. */
export function firstNewCall(callers: readonly SeenCall[], struck_at: number): number {
  const answered = callers.filter((call) => call.answered_at !== null)
  const begun = answered.map((call) => call.begun_at).filter((at) => at > struck_at)
  const times = [struck_at, ...begun.toSorted((one, other) => one - other)]
  let new_call_seconds = Number.POSITIVE_INFINITY
  let longest = 0
  for (const [at, time] of times.entries()) {
    const gap = time - (times[at - 1] ?? time)
    if (gap <= longest) continue
    longest = gap
    new_call_seconds = time - struck_at
  }
  return new_call_seconds
}

export function figuresOf(callers: readonly SeenCall[], struck_at: number): CallFigures {
  const answered = callers.filter((call) => call.answered_at !== null)
  const up = answered.filter(
    ({ answered_at, ended_at }) =>
      (answered_at ?? 0) < struck_at && (ended_at ?? Number.MAX_VALUE) > struck_at,
  )
  const cut = up.filter((call) => !isWholeTalk(call)).map((call) => call.sip_call_id)
  return { placed: callers.length, answered: answered.length, up: up.length, cut }
}

export function sayFigures(say: (line: string) => void, figures: Figures): void {
  say(`  calls placed ${figures.placed}, answered ${figures.answered}`)
  say(`  up at the event ${figures.up}, cut ${figures.cut.length}`)
  const at_nodes = figures.new_call_seconds.map((seconds) => `${seconds.toFixed(1)} s`)
  say(`  first new call at the nodes after ${at_nodes.join(', ')}`)
  say(`  first write after ${figures.write_seconds.toFixed(1)} s`)
  say(`  records ${figures.records}, charges ${figures.charges}, entries ${figures.entries}`)
}
