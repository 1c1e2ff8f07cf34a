import type { z } from 'zod'
import type { stopPolicyForm } from '#contract/stop-policies.ts'
import type { StopAction } from '#core/gateway/stop-policy.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'

export type RuleValues = z.input<typeof stopPolicyForm>['rules'][number]

export const STOP_ACTIONS: readonly Choice<StopAction>[] = [
  { value: 'stop', label: 'Stop' },
  { value: 'stop_if_two', label: 'Stop after two matching replies' },
  { value: 'stop_if_rang', label: 'Stop if it was ringing' },
  { value: 'continue', label: 'Next gateway' },
]

/** The result of a call, as text of the test. */
export const OUTCOMES: Readonly<Record<StopAction, { word: string; tone: Tone }>> = {
  stop: { word: 'No further gateway is tried.', tone: 'danger' },
  stop_if_two: {
    word: 'The next gateway is tried; after the same reply again, no further one.',
    tone: 'warning',
  },
  stop_if_rang: {
    word: 'After ringing, no further gateway is tried; otherwise the next one is.',
    tone: 'warning',
  },
  continue: { word: 'The next gateway is tried.', tone: 'success' },
}
