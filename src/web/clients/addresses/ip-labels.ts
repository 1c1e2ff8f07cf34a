import type { z } from 'zod'
import type { clientIpForm } from '#contract/accounts/ip-list.ts'

export type IpValues = z.input<typeof clientIpForm>

/** A row before anything is typed: every call of the address is the client's, by its own terms. */
export const NEW_IP: Omit<IpValues, 'account_id'> = {
  ip: '',
  port: null,
  transport: null,
  tech_prefix: '',
  description: '',
  status: 'active',
  dst_prefixes: [],
  src_prefixes: [],
  dst_min_length: 0,
  dst_max_length: 64,
  channel_limit: null,
  cps_limit: null,
  route_plan_id: null,
  tariff_id: null,
  auth_username: null,
}

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
