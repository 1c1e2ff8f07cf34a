// The operator's staff: several admins, each with the rights of its work.
import { PERMISSIONS, type Permission } from '#core/permission/permission.ts'
import { completePermissions } from '#core/permission/rights.ts'
import type { Tx } from '#db/database.ts'
import { insertPermissionGroup } from '#db/people/permission-groups.ts'
import { insertStaffUser, setGroupsOfUser } from '#db/people/staff.ts'
import { EVERYTHING } from '#db/scope.ts'

const OPEN = {
  scope: 'EVERYTHING' as 'EVERYTHING' | 'OWN' | 'LISTED',
  account_ids: [] as number[],
  masked_digits: 0,
  refuses_export: false,
  requires_second_factor: false,
  hides_prices: false,
  hides_costs: false,
}

const allOf = (...resources: readonly string[]): Permission[] =>
  PERMISSIONS.filter((permission) => resources.includes(permission.split('.')[0] ?? ''))
const viewOf = (...resources: readonly string[]): Permission[] =>
  allOf(...resources).filter((permission) => permission.endsWith('.view'))

const SEEN = ['home', 'accounts', 'wholesale_clients', 'retail_clients', 'resellers', 'currencies']

const GROUPS = [
  {
    ...OPEN,
    name: 'Routing',
    description: 'Carriers, gateways and route plans; no prices of clients',
    hides_prices: true,
    permissions: [
      ...allOf('route_plans', 'route_tests', 'number_lists', 'translations', 'time_windows'),
      ...allOf('gateways', 'gateway_groups', 'failover_policies', 'tunnels'),
      ...viewOf('home', 'settlements', 'call_records', 'active_calls', 'routing_logs', 'tariffs'),
    ],
  },
  {
    ...OPEN,
    name: 'Billing',
    description: 'Tariffs, payments and reports',
    permissions: [
      ...allOf('tariffs', 'packages', 'payments', 'ledger', 're_ratings', 'call_records'),
      ...viewOf(...SEEN, 'settlements'),
    ],
  },
  {
    ...OPEN,
    name: 'Support',
    description: 'Looks at calls of clients; masked numbers, no costs, no export',
    hides_costs: true,
    masked_digits: 4,
    refuses_export: true,
    permissions: viewOf(...SEEN, 'call_records', 'active_calls', 'registrations', 'tariffs'),
  },
] as const

const STAFF = [
  { username: 'rosa', full_name: 'Rosa Lindqvist', groups: ['Routing'] },
  { username: 'boris', full_name: 'Boris Hansen', groups: ['Billing'] },
  { username: 'sami', full_name: 'Sami Virtanen', groups: ['Support'] },
  { username: 'nora', full_name: 'Nora Ortiz', groups: ['Routing', 'Support'] },
] as const

export async function writeAdmins(tx: Tx, password_hash: string): Promise<void> {
  const ids = new Map<string, number>()
  for (const group of GROUPS) {
    const permissions = completePermissions(group.permissions)
    const values = { ...group, account_ids: [...group.account_ids], permissions }
    ids.set(group.name, await insertPermissionGroup(tx, EVERYTHING, values))
  }
  for (const { groups, ...person } of STAFF) {
    const values = {
      ...person,
      email: `${person.username}@example.com`,
      phone: '',
      status: 'active',
      has_all_rights: false,
      expires_at: null,
      timezone: null,
      own_account_ids: [],
      allowed_networks: [],
    } as const
    const id = await insertStaffUser(
      tx,
      { scope: EVERYTHING, type: 'ADMIN' },
      values,
      password_hash,
    )
    await setGroupsOfUser(
      tx,
      id,
      groups.map((name) => ids.get(name)!),
    )
  }
}
