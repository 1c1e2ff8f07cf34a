import type { ReactNode } from 'react'
import { accountPath } from '../navigation/account-path.ts'
import { Link } from '../session/Link.tsx'

interface ClientLinkProps {
  /** In place of the name. */
  readonly children?: ReactNode
  readonly call: {
    readonly account_id: number
    readonly client_name: string | null
    readonly client_type: string
  }
}

/** Leads to the client of a call, be it a wholesale or a retail one. */
export function ClientLink({ call, children }: ClientLinkProps) {
  const { account_id, client_name, client_type } = call
  const to = accountPath({ id: account_id, kind: client_type, level: null })
  return <Link to={to}>{children ?? client_name}</Link>
}
