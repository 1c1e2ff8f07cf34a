import type { z } from 'zod'
import type { GatewayGroup, gatewayGroupForm } from '#contract/gateway-groups.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const GROUP_STATUSES: readonly Choice<GatewayGroup['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]

export type GroupValues = z.input<typeof gatewayGroupForm>
export type MemberValues = GroupValues['members'][number]

export interface KnownGateway {
  readonly name: string
  readonly status: string
}

/** The share of each member among those of its priority, 0 to 1. */
export function sharesOf(members: readonly MemberValues[]): number[] {
  return members.map(({ priority, weight }) => {
    const equals = members.filter((one) => one.priority === priority)
    const all = equals.reduce((sum, one) => sum + (one.weight ?? 0), 0)
    return all === 0 ? 0 : weight / all
  })
}
