// Hits of limits by their subjects, for alarms: counted in memory, written every few seconds.
import type { TraceStep } from '#core/routing/trace.ts'
import { HIT_KINDS, type HitKind, type LimitHit } from '#db/calls/limit-hits.ts'

const isCounted = (kind: string): kind is HitKind => HIT_KINDS.includes(kind as HitKind)

export class LimitHits {
  #hits = new Map<string, LimitHit>()

  /** Takes those of a final decision, also of one that found another gateway. */
  note(trace: readonly TraceStep[]): void {
    for (const step of trace) {
      if (step.step !== 'LIMIT' || !isCounted(step.kind)) continue
      const key = `${step.kind} ${step.id}`
      const hits = (this.#hits.get(key)?.hits ?? 0) + 1
      this.#hits.set(key, { kind: step.kind, subject_id: Number(step.id), hits })
    }
  }

  /** Those of a failed write stay for the next. */
  async flush(write: (hits: readonly LimitHit[]) => Promise<void>): Promise<void> {
    const written = this.#hits
    this.#hits = new Map()
    try {
      await write([...written.values()])
    } catch (error) {
      for (const [key, { hits, ...hit }] of written) {
        this.#hits.set(key, { ...hit, hits: hits + (this.#hits.get(key)?.hits ?? 0) })
      }
      throw error
    }
  }
}
