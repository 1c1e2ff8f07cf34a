import type * as contract from '#contract/first-call.ts'
import { findFirstCallSteps, nextStep } from '#core/account/first-call.ts'
import { readSetup } from '#db/accounts/first-call.ts'
import type { HandlersOf } from './http/handle.ts'

export const firstCall: HandlersOf<typeof contract> = {
  async getFirstCall({ database, caller: { scope } }) {
    const { facts, has_calls } = await readSetup(database, scope)
    const steps = findFirstCallSteps(facts)
    return { steps, next: nextStep(steps), has_calls }
  },
}
