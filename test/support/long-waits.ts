// Vitest's set-up of each test file: a wait ends when its condition holds, and fails late, because
// the machine may be busy with the other tests.
import { vi } from 'vitest'

const LIMIT_MS = 120_000

const { waitFor } = vi
vi.waitFor = (condition, options) => {
  const asked = typeof options === 'object' ? options : {}
  return waitFor(condition, { ...asked, timeout: LIMIT_MS })
}
