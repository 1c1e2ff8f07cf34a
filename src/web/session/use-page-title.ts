// The title of the browser tab. After login it begins with the call counters.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/people/session.ts'
import { formatDecimal } from '../ui/values/format.ts'
import { userQuery, useServer } from './session.ts'

const DEFAULT_TITLE = 'Soft Switch'

/** `brand` is the title at the domain of a reseller, where no title names the product. */
export function documentTitle(
  page: string | undefined,
  calls?: CurrentUser['calls'],
  brand?: string,
): string {
  const title = brand && page ? `${page} – ${brand}` : (page ?? brand ?? DEFAULT_TITLE)
  if (!calls) return title
  const minutes = Math.round(calls.duration / 60)
  const counters = `${formatDecimal(calls.total)} calls · ${formatDecimal(calls.active)} active`
  return `${counters} · ${formatDecimal(minutes)} min – ${title}`
}

export function usePageTitle(page: string | undefined): void {
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const server = useServer()
  const brand = server?.is_branded ? server.title : undefined
  const title = documentTitle(page, user?.calls, brand)
  useEffect(() => {
    document.title = title
  }, [title])
}
