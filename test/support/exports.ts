// Exports in the background, made when a test says so and not when its server looks.

import { type ExportWork, runExports } from '#api/exports/run-exports.ts'
import { HANDLERS } from '#api/handlers.ts'
import type { TestApi } from './api.ts'
import { secretKeys } from './secret-keys.ts'

/** For the server of a test that makes its exports itself. */
export const NO_EXPORTS = { exports_every_ms: 3_600_000 }

export const makeExports = (
  { api_database: database, clock }: Pick<TestApi, 'api_database' | 'clock'>,
  work: Partial<Pick<ExportWork, 'stop' | 'part_bytes'>> = {},
): Promise<void> =>
  runExports({
    context: {
      ...{
        database,
        sessionDatabase: database,
        handlers: HANDLERS,
        replica: undefined,
        secretKeys,
      },
      sessionKey: 'a key for tests that is long enough',
      clock: { now_ms: () => clock.now, monotonic_ms: () => clock.now },
    },
    stop: { aborted: false },
    ...work,
  })
