import { useState } from 'react'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { sendList } from '../http/client.ts'

export interface Total {
  readonly value: number
  readonly is_exact: boolean
}

/**
 * How many rows the filters find. Above a bound the page only says "at least"; the exact number is
 * counted on request, for these filters only.
 */
export function useTotal<E extends Endpoint>(
  endpoint: E,
  page: Page | undefined,
  call: CallOf<E>,
): { total: Total | undefined; counting: boolean; countAll: (() => Promise<void>) | undefined } {
  const asked = JSON.stringify(call)
  const [counted, setCounted] = useState<{ asked: string; value: number }>()
  const [counting, setCounting] = useState<string>()
  if (!page || page.total === null)
    return { total: undefined, counting: false, countAll: undefined }

  const countAll = async () => {
    setCounting(asked)
    try {
      const { page: whole } = await sendList(endpoint, call)
      setCounted({ asked, value: whole.total ?? 0 })
    } catch (error) {
      alert.error(messageOf(error), { title: 'Not counted' })
    } finally {
      setCounting(undefined)
    }
  }
  const isCounted = !page.total_is_exact && counted?.asked === asked
  return {
    total: {
      value: isCounted ? counted.value : page.total,
      is_exact: isCounted || page.total_is_exact,
    },
    counting: counting === asked,
    countAll: page.total_is_exact ? undefined : countAll,
  }
}
