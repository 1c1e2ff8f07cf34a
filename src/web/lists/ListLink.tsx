import type { ReactNode } from 'react'
import { Link } from '../session/Link.tsx'

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
    <Link to={to} search={search}>
      {children}
    </Link>
  )
}
