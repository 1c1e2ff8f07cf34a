// Options of a test, or of a suite, that can run only on some machines: `npm test` says what the
// others lack.
import type { TestOptions } from 'vitest'
import { isRoot } from '#supervisor/processes/child.ts'

/** Skipped unless it is there. `what` completes "needs …". */
export const needs = (what: string, isThere: boolean): TestOptions => ({
  skip: !isThere,
  meta: { needs: what },
})

export const needsRoot: TestOptions = needs('root', isRoot())
