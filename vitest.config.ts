// Four kinds of tests: unit ones beside the code, the house's own rules, whole calls, and screens.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/{architecture,regress,together}/**/*.test.ts'],
          globalSetup: ['test/support/endpoints-answered.ts', 'test/support/postgres-for-tests.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'calls',
          include: ['test/calls/**/*.test.ts', 'test/regress/**/*.calls.ts'],
          globalSetup: ['test/support/postgres-for-tests.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['test/{screens,regress}/**/*.e2e.ts'],
          globalSetup: ['test/support/postgres-for-tests.ts', 'test/screens/build-console.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As long as a click waits: the machine may be busy with other things.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
