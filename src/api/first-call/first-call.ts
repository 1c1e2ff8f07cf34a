import * as contract from '#contract/first-call/first-call.ts'
import { findFirstCallSteps, nextStep } from '#core/account/first-call.ts'
import { readSetup, readTestLine } from '#db/accounts/first-call.ts'
import { requireAll } from '../http/call-handler.ts'
import type { HandlersOf } from '../http/handle.ts'
import { Problem } from '../http/problem.ts'
import { setUpTestLine } from './set-up-test-line.ts'

export const firstCall: HandlersOf<typeof contract> = {
  async getFirstCall({ database, caller: { scope }, test_line_port }) {
    const { facts, has_calls } = await readSetup(database, scope)
    const steps = findFirstCallSteps(facts)
    const { is_running, is_set_up } = await readTestLine(database, scope, test_line_port)
    const test_line = is_set_up ? 'SET_UP' : is_running ? 'OFFERED' : 'NOT_RUNNING'
    return { steps, next: nextStep(steps), has_calls, test_line }
  },

  async createTestLine(request) {
    await requireAll(request, contract.createTestLine, contract.TEST_LINE_PERMISSIONS)
    // Others would not see what they have made.
    if (request.caller.scope.kind !== 'everything') throw new Problem('not-allowed')
    return request.database.transaction().execute((tx) => setUpTestLine(request, tx))
  },
}
