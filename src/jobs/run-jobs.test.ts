// The runner on a real database: jobs that fail, that are woken, and that are stopped.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { listJobs } from '#db/machine/jobs.ts'
import { sendSignal } from '#db/signals.ts'
import { databaseForFile } from '#test/support/database.ts'
import { startTestJobs } from '#test/support/test-jobs.ts'
import type { Job } from './job.ts'

const fresh = databaseForFile()

const HOUR_MS = 3_600_000

async function withJobs(jobs: readonly Job[], look: () => Promise<void>): Promise<void> {
  const stop = await startTestJobs({ url: fresh.urls.jobs, jobs })
  await look().finally(stop)
}

const rowOf = async (name: string) =>
  (await listJobs(fresh.database)).find((job) => job.name === name)

test('a job that fails is tried again after longer pauses, and stops no other', async () => {
  let tries = 0
  let runs = 0
  const failing: Job = {
    name: 'failing',
    every_ms: 20,
    async work() {
      tries += 1
      throw new Error('no such thing')
    },
  }
  const sound: Job = {
    name: 'sound',
    every_ms: 20,
    async work() {
      runs += 1
    },
  }
  await withJobs([failing, sound], async () => {
    await vi.waitFor(async () => {
      expect(await rowOf('failing')).toMatchObject({
        error: 'no such thing',
        failures_in_a_row: 4,
      })
    })
    const { rows } = await sql`select work from failing_work`.execute(fresh.database)
    expect(rows).toEqual([{ work: 'failing' }])
  })
  expect(runs).toBeGreaterThan(tries)
  expect(await rowOf('sound')).toMatchObject({ error: '', failures_in_a_row: 0 })
})

test('a job is started early by the change that it waits for, or by its name', async () => {
  let runs = 0
  const requested: boolean[] = []
  const job: Job = {
    name: 'waiting',
    every_ms: HOUR_MS,
    isWokenBy: ({ changed }) => changed === 'reconciliation',
    async work({ is_requested }) {
      runs += 1
      requested.push(is_requested)
    },
  }
  let runs_of_another = 0
  const another: Job = {
    name: 'another',
    every_ms: HOUR_MS,
    isWokenBy: ({ changed }) => changed === 'rate_import',
    async work() {
      runs_of_another += 1
    },
  }
  await withJobs([job, another], async () => {
    for (const name of ['waiting', 'another']) {
      await vi.waitFor(async () => expect(await rowOf(name)).toMatchObject({ is_running: false }))
    }
    for (const signal of [
      { changed: 'reconciliation' },
      { changed: 'job', name: 'waiting' },
    ] as const) {
      const before = runs
      await sendSignal(fresh.database, signal)
      await vi.waitFor(() => expect(runs).toBeGreaterThan(before))
    }
    expect(requested).toEqual([false, false, true])
    for (const signal of [
      { changed: 'job', name: 'another' },
      { changed: 'rate_import' },
    ] as const) {
      const before = runs_of_another
      await sendSignal(fresh.database, signal)
      await vi.waitFor(() => expect(runs_of_another).toBeGreaterThan(before))
    }
    // A run by a signal of the other job would come before this one.
    await sendSignal(fresh.database, { changed: 'job', name: 'waiting' })
    await vi.waitFor(() => expect(requested.length).toBeGreaterThan(3))
    expect(requested).toEqual([false, false, true, true])
  })
})

test('a stop waits for the run under way, which is told of it', async () => {
  const ended: boolean[] = []
  const job: Job = {
    name: 'long',
    every_ms: HOUR_MS,
    async work({ stop }) {
      await new Promise((resolve) => stop.addEventListener('abort', resolve))
      ended.push(stop.aborted)
    },
  }
  await withJobs([job], async () => {
    await vi.waitFor(async () => expect(await rowOf('long')).toMatchObject({ is_running: true }))
  })
  expect(ended).toEqual([true])
})

test('jobs that this version does not have are forgotten', async () => {
  await withJobs([], async () => {
    expect(await listJobs(fresh.database)).toEqual([])
  })
})
