import { paths } from './paths.ts'

interface AccountRef {
  readonly id: number | string
  readonly kind: string
  /** The level of a reseller. */
  readonly level: number | null
}

/** Where an account is looked at and changed. */
export function accountPath({ id, kind, level }: AccountRef): string {
  const { settlements, resellers, retailClients, wholesaleClients } = paths.admin
  if (kind === 'SETTLEMENT') return settlements.edit(id)
  if (kind === 'RESELLER') return resellers(level ?? 1).edit(id)
  return (kind === 'RETAIL' ? retailClients : wholesaleClients).edit(id)
}
