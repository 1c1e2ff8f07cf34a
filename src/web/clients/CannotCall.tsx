import { WarningNote } from '../ui/WarningNote.tsx'
import type { Client } from './client-labels.ts'

interface CannotCallProps {
  readonly client: Client
  /** By what its calls are known: an address, a SIP user. */
  readonly source: string
  /** How many of them it has; nothing while that is not known. */
  readonly sources: number | null | undefined
}

/** What a client cannot call without. */
export function CannotCall({ client, source, sources }: CannotCallProps) {
  const missing = [
    ...(client.route_plan_id === null ? ['a route plan'] : []),
    ...(sources === 0 ? [source] : []),
  ]
  if (missing.length === 0) return null
  return <WarningNote>Calls are refused until it has {missing.join(' and ')}.</WarningNote>
}
