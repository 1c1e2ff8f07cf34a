// The setup for a first call, and its gaps.
import { z } from 'zod'
import { READINESS_GAPS, type ReadinessGap } from '#core/account/client-readiness.ts'
import { FIRST_CALL_STEPS, SETUP_GAPS, SETUP_KINDS } from '#core/account/first-call.ts'
import type { Permission } from '#core/permission/permission.ts'
import { type AnswerOf, endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

const gap = z.enum([
  ...SETUP_GAPS,
  ...(Object.keys(READINESS_GAPS) as [ReadinessGap, ...ReadinessGap[]]),
])

export const TEST_LINE_STATES = ['NOT_RUNNING', 'OFFERED', 'SET_UP'] as const

const thing = z.object({
  kind: z.enum(SETUP_KINDS),
  id: is.id,
  name: z.string(),
  /** Why it does not count yet; null for what does. */
  gap: gap.nullable(),
})

export const getFirstCall = endpoint({
  method: 'GET',
  path: '/api/first-call',
  summary: 'The steps to a first call, with what each has and lacks; the newest of each kind',
  // The answer names gateways and route plans, the newest of them.
  needs: 'route_plans.view',
  answer: z.object({
    steps: z.array(
      z.object({
        step: z.enum(FIRST_CALL_STEPS),
        state: z.enum(['DONE', 'PARTLY', 'OPEN']),
        things: z.array(thing),
      }),
    ),
    /** Null after the first answered call. */
    next: z.enum(FIRST_CALL_STEPS).nullable(),
    /** Answered or not. */
    has_calls: z.boolean(),
    /** SET_UP: a gateway leads to it. */
    test_line: z.enum(TEST_LINE_STATES),
  }),
  passive: true,
})
export type FirstCall = AnswerOf<typeof getFirstCall>

/** Beside that of the endpoint. */
const ALSO = [
  'tariffs.create',
  'tariffs.edit',
  'settlements.create',
  'route_plans.create',
  'route_plans.edit',
] as const satisfies readonly Permission[]

export const createTestLine = endpoint({
  method: 'POST',
  path: '/api/first-call/test-line',
  summary: 'Sets up a carrier that is the test line: account, gateway, rates, and a route to it',
  needs: 'gateways.create',
  may_need: ALSO,
  answer: z.object({ gateway_id: is.id }),
})

export const TEST_LINE_PERMISSIONS: readonly Permission[] = [createTestLine.needs, ...ALSO]
