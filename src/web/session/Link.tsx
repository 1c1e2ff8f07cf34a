import { type HistoryState, Link as RouterLink } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'
import { pathFor } from '../navigation/area-info.ts'
import { useUser } from './session.ts'
import { useMayOpen } from './use-may-open.ts'

interface LinkProps {
  /** A path of the console. */
  readonly to: string
  readonly search?: object
  readonly hash?: string
  readonly state?: (before: HistoryState) => HistoryState
  /** False where the page behind it reads much. */
  readonly preload?: false
  readonly className?: string | undefined
  readonly title?: string
  readonly 'aria-label'?: string
  readonly onClick?: MouseEventHandler
  readonly children: ReactNode
}

/** A link for users who may open the page; for others, only its text. */
export function Link(props: LinkProps) {
  const { className, children } = props
  const to = pathFor(useUser().type, props.to)
  if (!useMayOpen()(to)) return <span className={className}>{children}</span>
  // The router knows the shape of no list's search: each list reads its own (lists/search.ts).
  return <RouterLink {...(props as { readonly to: string })} to={to} />
}
