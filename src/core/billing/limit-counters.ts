// The counters of limits while a batch is planned: which calls count in them, and when the last
// ones began. The same for channels as balances are for money (ADR-0035).
import { assert } from '../assert.ts'
import type { Subject, SubjectLimit } from '../routing/call-limits.ts'
import type { Load } from '../routing/snapshot.ts'
import type { LimitCounterChange, LockedCounter } from './call-batch-rows.ts'

const SECOND_MS = 1000

/** A limit has no counter yet: it is made from the open calls, and the batch is planned again. */
export class CounterMissing extends Error {
  readonly subjects: readonly Subject[]

  constructor(subjects: readonly Subject[]) {
    super(`no counter of ${subjects.join(', ')}`)
    this.subjects = subjects
  }
}

export class LimitCounters {
  readonly #before: ReadonlyMap<string, LockedCounter>
  readonly #rows: Map<string, LockedCounter>
  readonly #now_ms: number

  /** `now_ms` by the clock of the database, which all engines share. */
  constructor(rows: readonly LockedCounter[], now_ms: number) {
    this.#now_ms = now_ms
    const from_ms = now_ms - SECOND_MS
    this.#before = new Map(
      rows.map((row) => [
        row.subject,
        { ...row, starts_ms: row.starts_ms.filter((start_ms) => start_ms > from_ms) },
      ]),
    )
    this.#rows = new Map(this.#before)
  }

  /** Throws `CounterMissing`, with all that are. */
  checkMade(limits: readonly SubjectLimit[]): void {
    const missing = limits.filter(({ subject }) => !this.#rows.has(subject))
    if (missing.length > 0) throw new CounterMissing(missing.map(({ subject }) => subject))
  }

  /** The load of those that one call more would lift above a limit; empty lets it pass. */
  reached(limits: readonly SubjectLimit[]): Map<Subject, Load> {
    return new Map(
      limits.flatMap(({ subject, channel_limit, cps_limit }) => {
        const row = this.#rows.get(subject)
        assert(row, 'every limit has a counter')
        const { calls, starts_ms } = row
        const is_full =
          (channel_limit !== null && calls >= channel_limit) ||
          (cps_limit !== null && starts_ms.length >= cps_limit)
        return is_full ? [[subject, { calls, starts: starts_ms.length }] as const] : []
      }),
    )
  }

  /** Counts a call; the moment only where calls per second are limited. */
  enter(subjects: readonly Subject[], limits: readonly SubjectLimit[]): void {
    const timed = new Set(limits.flatMap((one) => (one.cps_limit === null ? [] : one.subject)))
    for (const subject of subjects) {
      const row = this.#rows.get(subject)
      if (!row) continue
      const starts_ms = timed.has(subject) ? [...row.starts_ms, this.#now_ms] : row.starts_ms
      this.#rows.set(subject, { ...row, calls: row.calls + 1, starts_ms })
    }
  }

  /** Counts a call in these in place of those before; false if they are the same. */
  move(
    before: readonly Subject[],
    after: readonly Subject[],
    limits: readonly SubjectLimit[],
  ): boolean {
    const added = after.filter((subject) => !before.includes(subject))
    const left = before.filter((subject) => !after.includes(subject))
    this.leave(left)
    this.enter(added, limits)
    return added.length > 0 || left.length > 0
  }

  leave(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      const row = this.#rows.get(subject)
      if (row) this.#rows.set(subject, { ...row, calls: row.calls - 1 })
    }
  }

  changes(): LimitCounterChange[] {
    return [...this.#rows.values()].flatMap(({ subject, calls, starts_ms, is_stored }) => {
      const before = this.#before.get(subject)
      if (!is_stored || !before) return []
      const has_begun = starts_ms.length > before.starts_ms.length
      if (calls === before.calls && !has_begun) return []
      return [{ subject, calls: calls - before.calls, starts_ms }]
    })
  }
}
