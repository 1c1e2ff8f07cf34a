// The files of each phase, as patterns.

export const CALL_FILES = ['test/calls/**/*.test.ts', 'test/regress/**/*.calls.ts']
export const UNIT_FILES = [
  'src/**/*.test.ts',
  'test/{architecture,regress,integration,run}/**/*.test.ts',
]
export const SCREEN_FILES = ['test/{screens,regress}/**/*.e2e.ts']
