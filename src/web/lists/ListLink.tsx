import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface ListLinkProps {
  readonly to: string
  readonly filters: Readonly<Record<string, string | number>>
  readonly children: ReactNode
}

/** Leads to a list with filters set, such as the gateways of one settlement account. */
export function ListLink({ to, filters, children }: ListLinkProps) {
  const search = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  )
  return (
    // The router knows the shape of no list's search: each list reads its own (lists/search.ts).
    <Link to={to} search={search as never}>
      {children}
    </Link>
  )
}
