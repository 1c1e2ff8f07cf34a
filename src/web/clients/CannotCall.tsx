import type { listClientIps } from '#contract/ip-list.ts'
import type { listSipUsers } from '#contract/sip-users.ts'
import { useList } from '../http/use-endpoint.ts'
import { WarningNote } from '../ui/WarningNote.tsx'
import type { Client } from './client-labels.ts'

interface CannotCallProps {
  readonly client: Client
  /** By what its calls are known: an address, a SIP user. */
  readonly source: string
  readonly list: typeof listClientIps | typeof listSipUsers
}

/** What a client cannot call without. */
export function CannotCall({ client, source, list }: CannotCallProps) {
  const { data } = useList(list, { query: { account_id: client.id } })
  const missing = [
    ...(client.route_plan_id === null ? ['a route plan'] : []),
    ...(data?.page.total === 0 ? [source] : []),
  ]
  if (missing.length === 0) return null
  return <WarningNote>Calls are refused until it has {missing.join(' and ')}.</WarningNote>
}
