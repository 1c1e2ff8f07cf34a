import { Link } from '@tanstack/react-router'
import { accountPath } from '../accounts/account-path.ts'

interface ClientLinkProps {
  readonly call: {
    readonly account_id: number
    readonly client_name: string | null
    readonly client_type: string
  }
}

/** Leads to the client of a call, be it a wholesale or a retail one. */
export function ClientLink({ call: { account_id, client_name, client_type } }: ClientLinkProps) {
  const to = accountPath({ id: account_id, kind: client_type, level: null })
  return <Link to={to}>{client_name}</Link>
}
