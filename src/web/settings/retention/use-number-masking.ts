// How far numbers are masked, and the question before more days are.

import type { UseQueryResult } from '@tanstack/react-query'
import { getNumberMasking, type Settings } from '#contract/console/settings.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { countDaysToMask } from '#core/number/masking-days.ts'
import { alert } from '../../alerts/alerts.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { useKit } from '../../ui/Kit.tsx'
import { count } from '../../ui/values/format.ts'

const POLL_MS = 10_000

export interface NumberMaskingQuestion {
  readonly state: UseQueryResult<AnswerOf<typeof getNumberMasking>>
  readonly isWanted: (after: Partial<Settings>) => Promise<boolean>
}

/** `before` are the days of the stored rule; null is never. */
export function useNumberMasking(before: number | null): NumberMaskingQuestion {
  const { now } = useKit()
  const state = useOne(getNumberMasking, {}, { every_ms: POLL_MS })

  async function isWanted({ mask_numbers_days: days = null }: Partial<Settings>): Promise<boolean> {
    if (days === null || (before !== null && days >= before)) return true
    const whole_from = state.data?.whole_from ?? null
    if (state.data && whole_from === null) return true
    const masked = whole_from && countDaysToMask(Date.parse(whole_from), now(), days)
    if (masked === 0) return true
    const which = masked === null ? 'Calls' : `Calls of ${count(masked || 0, 'day', 'days')}`
    const sure = await alert.confirm(
      `${which} lose the last four digits of their numbers, and names of callers, within an ` +
        'hour. This cannot be undone. They can no longer be re-rated, or compared call by call.',
      { title: 'Mask numbers?', yes: 'Mask', no: 'Cancel', dangerous: true },
    )
    return sure === true
  }

  return { state, isWanted }
}
