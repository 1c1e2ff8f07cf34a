import type { z } from 'zod'
import type { gatewayGroupForm, WholeGatewayGroup } from '#contract/routing/gateway-groups.ts'

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

/** The form's own part of what was read. */
export const groupValues = ({
  name,
  description,
  status,
  members,
}: WholeGatewayGroup): GroupValues => ({
  name,
  description,
  status,
  members: members.map(({ gateway_id, priority, weight }) => ({ gateway_id, priority, weight })),
})
