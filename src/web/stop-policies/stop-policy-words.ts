import type { z } from 'zod'
import type { stopPolicyForm } from '#contract/stop-policies.ts'
import type { StopAction } from '#core/routing/stop-policy.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'

export type RuleValues = z.input<typeof stopPolicyForm>['rules'][number]

export const STOP_ACTIONS: readonly Choice<StopAction>[] = [
  { value: 'stop', label: 'Stop' },
  { value: 'stop_if_two', label: 'Stop if two say so' },
  { value: 'stop_if_rang', label: 'Stop if it rang' },
  { value: 'continue', label: 'Next gateway' },
]

/** What becomes of a call, as the test says it. */
export const OUTCOMES: Readonly<Record<StopAction, { word: string; tone: Tone }>> = {
  stop: { word: 'No other gateway is tried.', tone: 'danger' },
  stop_if_two: {
    word: 'The next gateway is tried; if that one says so too, no other.',
    tone: 'warning',
  },
  stop_if_rang: {
    word: 'If it had rung, no other gateway is tried; else the next one is.',
    tone: 'warning',
  },
  continue: { word: 'The next gateway is tried.', tone: 'success' },
}
