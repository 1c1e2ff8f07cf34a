// The files of each phase, as patterns, and the folder of what failed.

export const CALL_FILES = ['test/calls/**/*.test.ts', 'test/regress/**/*.calls.ts']
export const UNIT_FILES = [
  'src/**/*.test.ts',
  'test/{architecture,field,regress,integration,run}/**/*.test.ts',
]
export const SCREEN_FILES = ['test/screens/**/*.e2e.ts']

/** Pictures and texts of what failed in the last run. */
export const FAILURES = 'failures'
