import type { HistoryState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Link } from '../session/Link.tsx'

/** Opens the whole call over the list, whose filters and page stay as they are. */
export function CallLink({ call_id, children }: { call_id: string; children: ReactNode }) {
  const search = (before: object) => ({ ...before, call: call_id })
  const state = (before: HistoryState) => ({ ...before, overList: true as const })
  return (
    <Link to="." search={search as never} state={state} preload={false}>
      {children}
    </Link>
  )
}
