// Gateways and their groups, settlement accounts, and what happens to refused calls.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { gateways, gatewayGroups, settlements, reconciliations, failoverPolicies, tunnels } =
  paths.admin
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
  place(
    reconciliations.list,
    { title: 'Reconciliations', needs: 'reconciliations.view', menu: { group } },
    () => import('../reconciliations/ReconciliationsScreen.tsx'),
  ),
  place(
    reconciliations.one('$id'),
    { title: 'Reconciliation', needs: 'reconciliations.view' },
    () => import('../reconciliations/ReconciliationScreen.tsx'),
  ),
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
