// Four kinds of tests: unit ones beside the code, the house's own rules, whole calls, and screens.
import { defineConfig } from 'vitest/config'
import { CALL_FILES, SCREEN_FILES, UNIT_FILES } from './test/run/files.ts'
import { leaveResults } from './test/run/reporter.ts'
import { takeRunFolder } from './test/run/run-folder.ts'

// Every temporary folder of a test is below it; the workers inherit it.
process.env.TMPDIR = takeRunFolder()

/** Failures are few, so that they may be slow: the machine may be busy with other tests. */
const patient = {
  // Modules have no state of their own (test/architecture/module-state.test.ts), so that files may
  // share them: to load the product anew for each would take a third of a run.
  isolate: false,
  setupFiles: ['test/support/long-waits.ts', 'test/support/seed-properties.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

const { RESULTS_FOLDER } = process.env

export default defineConfig({
  test: {
    reporters: ['default', ...(RESULTS_FOLDER ? [leaveResults(RESULTS_FOLDER)] : [])],
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: UNIT_FILES,
          globalSetup: ['test/support/endpoints-answered.ts', 'test/support/postgres-for-tests.ts'],
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...patient,
          name: 'calls',
          include: CALL_FILES,
          globalSetup: ['test/support/postgres-for-tests.ts'],
          setupFiles: [...patient.setupFiles, 'test/support/call-evidence.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...patient,
          name: 'screens',
          setupFiles: [...patient.setupFiles, 'test/screens/support/screen-evidence.ts'],
          include: SCREEN_FILES,
          globalSetup: ['test/support/postgres-for-tests.ts', 'test/screens/build-console.ts'],
          maxWorkers: 2,
        },
      },
    ],
  },
})
