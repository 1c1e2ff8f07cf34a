// Gateways and their groups, settlement accounts, and what happens to refused calls.
import { entityPlaces, type Place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { gateways, gatewayGroups, settlements, failoverPolicies, tunnels } = paths.admin
const group = 'Terminations'

export const terminationPlaces: readonly Place[] = [
  ...entityPlaces(gateways, {
    title: 'Gateways',
    noun: 'gateway',
    group,
    needs: 'gateways',
    list: () => import('../gateways/GatewaysScreen.tsx'),
    form: () => import('../gateways/GatewayForm.tsx'),
  }),
  ...entityPlaces(gatewayGroups, {
    title: 'Gateway groups',
    noun: 'gateway group',
    group,
    needs: 'gateway_groups',
    list: () => import('../gateway-groups/GatewayGroupsScreen.tsx'),
    form: () => import('../gateway-groups/GatewayGroupForm.tsx'),
  }),
  ...entityPlaces(settlements, {
    title: 'Settlements',
    noun: 'settlement account',
    group,
    needs: 'settlements',
    list: () => import('../settlements/SettlementsScreen.tsx'),
    form: () => import('../settlements/SettlementForm.tsx'),
  }),
  ...entityPlaces(failoverPolicies, {
    title: 'Failover policies',
    noun: 'failover policy',
    group,
    needs: 'failover_policies',
    list: () => import('../failover-policies/FailoverPoliciesScreen.tsx'),
    form: () => import('../failover-policies/FailoverPolicyForm.tsx'),
  }),
  ...entityPlaces(tunnels, {
    title: 'Tunnels',
    noun: 'tunnel',
    group,
    needs: 'tunnels',
    list: () => import('../tunnels/TunnelsScreen.tsx'),
    form: () => import('../tunnels/TunnelForm.tsx'),
  }),
]
