import type { z } from 'zod'
import type { clientIpForm } from '#contract/accounts/ip-list.ts'
import { NEW_IP } from '#contract/blank-forms.ts'

export type IpValues = z.input<typeof clientIpForm>

const MATCHING = ['dst_prefixes', 'src_prefixes', 'dst_min_length', 'dst_max_length'] as const
const OWN = ['channel_limit', 'cps_limit', 'route_plan_id', 'tariff_id'] as const
const DIGEST = ['auth_username', 'auth_password'] as const
const DETAILS: readonly (keyof IpValues)[] = [...MATCHING, ...OWN, ...DIGEST]

/** Whether a row has more than an address. */
export const hasDetails = (row: Partial<IpValues>): boolean =>
  [...MATCHING, ...OWN, 'auth_username' as const].some(
    (field) => JSON.stringify(row[field]) !== JSON.stringify(NEW_IP[field]),
  )

export const isDetail = (field: string): boolean => DETAILS.some((one) => one === field)
