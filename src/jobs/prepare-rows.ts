// Prepares the rows that wait for it, one after the other, each once in a run.
import { noteFailedTry, type WaitingRow } from '#db/prepared-rows.ts'
import type { JobContext } from './job.ts'

interface Preparation<Row extends WaitingRow> {
  readonly table: Parameters<typeof noteFailedTry>[1]
  /** The next row, but for those that were tried. */
  find(now_ms: number, tried: readonly number[]): Promise<Row | undefined>
  prepare(row: Row, now_ms: number): Promise<void>
}

/** A failure is noted with its row, and never stops the rows behind it. */
export async function prepareRows<Row extends WaitingRow>(
  { database, clock, stop }: Pick<JobContext, 'database' | 'clock' | 'stop'>,
  { table, find, prepare }: Preparation<Row>,
): Promise<void> {
  const now_ms = clock.now_ms()
  const tried: number[] = []
  while (!stop.aborted) {
    const row = await find(now_ms, tried)
    if (!row) return
    tried.push(row.id)
    try {
      await prepare(row, now_ms)
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      await noteFailedTry(database, table, row, failure, now_ms)
    }
  }
}
