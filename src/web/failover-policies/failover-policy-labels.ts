import type { z } from 'zod'
import type { failoverPolicyForm } from '#contract/routing/failover-policies.ts'
import type { FailoverAction } from '#core/gateway/failover-policy.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'

export type PolicyRuleValues = z.input<typeof failoverPolicyForm>['rules'][number]

export const FAILOVER_ACTIONS: readonly Choice<FailoverAction>[] = [
  { value: 'stop', label: 'Stop' },
  { value: 'stop_after_two_gateways', label: 'Stop if repeated' },
  { value: 'stop_if_rang', label: 'Stop if it was ringing' },
  { value: 'continue', label: 'Next gateway' },
]

/** The result of a call, as text of the test. */
export const OUTCOMES: Readonly<Record<FailoverAction, { word: string; tone: Tone }>> = {
  stop: { word: 'No further gateway is tried.', tone: 'danger' },
  stop_after_two_gateways: {
    word: 'The next gateway is tried; after the same reply again, no further one.',
    tone: 'warning',
  },
  stop_if_rang: {
    word: 'After ringing, no further gateway is tried; otherwise the next one is.',
    tone: 'warning',
  },
  continue: { word: 'The next gateway is tried.', tone: 'success' },
}
