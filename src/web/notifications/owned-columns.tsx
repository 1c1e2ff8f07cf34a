// Columns and questions that rules and webhooks share: each has an owner, and can be paused.
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { SENDER_STATUSES } from './notification-labels.ts'

interface Owned {
  readonly owner_name: string
  readonly status: 'active' | 'paused'
}

export const statusColumn = {
  id: 'status',
  header: 'Status',
  width: 95,
  sort: 'status',
  cell: ({ status }: Owned) => <StatusLabel choices={SENDER_STATUSES} value={status} />,
} as const

/** The operator sees those of resellers too. */
export const ownerColumn = {
  id: 'owner_name',
  header: 'Owner',
  width: 140,
  cell: ({ owner_name }: Owned) => owner_name,
} as const
