// Where calls go: gateways and their groups, whom they belong to, and what becomes of refused
// calls.
import { type Place, place } from '../navigation/area.ts'

export const terminationPlaces: readonly Place[] = [
  place(
    'gateways',
    {
      name: 'vsa-gateways',
      title: 'Gateways',
      needs: 'gateways.view',
      menu: { group: 'Terminations', label: 'Gateways' },
    },
    () => import('../gateways/GatewaysScreen.tsx'),
  ),
  place(
    'gateways/add',
    { name: 'vsa-gateway-add', title: 'Add gateway', needs: 'gateways.edit' },
    () => import('../gateways/GatewayForm.tsx'),
  ),
  place(
    'gateways/$id/edit',
    { name: 'vsa-gateway-edit', title: 'Edit gateway', needs: 'gateways.edit' },
    () => import('../gateways/GatewayForm.tsx'),
  ),
  place(
    'gateway-groups',
    {
      name: 'vsa-gateway-groups',
      title: 'Gateway groups',
      needs: 'gateway_groups.view',
      menu: { group: 'Terminations', label: 'Gateway groups' },
    },
    () => import('../gateway-groups/GatewayGroupsScreen.tsx'),
  ),
  place(
    'gateway-groups/add',
    { name: 'vsa-gateway-group-add', title: 'Add gateway group', needs: 'gateway_groups.edit' },
    () => import('../gateway-groups/GatewayGroupForm.tsx'),
  ),
  place(
    'gateway-groups/$id/edit',
    { name: 'vsa-gateway-group-edit', title: 'Edit gateway group', needs: 'gateway_groups.edit' },
    () => import('../gateway-groups/GatewayGroupForm.tsx'),
  ),
  place(
    'settlements',
    {
      name: 'vsa-settlements',
      title: 'Settlements',
      needs: 'settlements.view',
      menu: { group: 'Terminations', label: 'Settlements' },
    },
    () => import('../settlements/SettlementsScreen.tsx'),
  ),
  place(
    'settlements/add',
    { name: 'vsa-settlement-add', title: 'Add settlement account', needs: 'settlements.edit' },
    () => import('../settlements/SettlementForm.tsx'),
  ),
  place(
    'settlements/$id/edit',
    { name: 'vsa-settlement-edit', title: 'Edit settlement account', needs: 'settlements.edit' },
    () => import('../settlements/SettlementForm.tsx'),
  ),
  place(
    'stop-policies',
    {
      name: 'vsa-stop-policies',
      title: 'Stop policies',
      needs: 'stop_policies.view',
      menu: { group: 'Terminations', label: 'Stop policies' },
    },
    () => import('../stop-policies/StopPoliciesScreen.tsx'),
  ),
  place(
    'stop-policies/add',
    { name: 'vsa-stop-policy-add', title: 'Add stop policy', needs: 'stop_policies.edit' },
    () => import('../stop-policies/StopPolicyForm.tsx'),
  ),
  place(
    'stop-policies/$id/edit',
    { name: 'vsa-stop-policy-edit', title: 'Edit stop policy', needs: 'stop_policies.edit' },
    () => import('../stop-policies/StopPolicyForm.tsx'),
  ),
  place(
    'tunnels',
    {
      name: 'vsa-tunnels',
      title: 'Tunnels',
      needs: 'tunnels.view',
      menu: { group: 'Terminations', label: 'Tunnels' },
    },
    () => import('../tunnels/TunnelsScreen.tsx'),
  ),
  place(
    'tunnels/add',
    { name: 'vsa-tunnel-add', title: 'Add tunnel', needs: 'tunnels.edit' },
    () => import('../tunnels/TunnelForm.tsx'),
  ),
  place(
    'tunnels/$id/edit',
    { name: 'vsa-tunnel-edit', title: 'Edit tunnel', needs: 'tunnels.edit' },
    () => import('../tunnels/TunnelForm.tsx'),
  ),
]
