// The title of the browser tab. After login it begins with the call counters.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/people/session.ts'
import { formatDecimal } from '../ui/values/format.ts'
import { userQuery } from './session.ts'

const DEFAULT_TITLE = 'Soft Switch'

export function documentTitle(page: string | undefined, calls?: CurrentUser['calls']): string {
  const title = page ?? DEFAULT_TITLE
  if (!calls) return title
  const minutes = Math.round(calls.duration / 60)
  const counters = `${formatDecimal(calls.total)} calls · ${formatDecimal(calls.active)} active`
  return `${counters} · ${formatDecimal(minutes)} min – ${title}`
}

export function usePageTitle(page: string | undefined): void {
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const title = documentTitle(page, user?.calls)
  useEffect(() => {
    document.title = title
  }, [title])
}
