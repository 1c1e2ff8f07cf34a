// The area of the operator. A new screen is one place here, one path in paths.ts, and its file.

import { type Area, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { callerPlaces } from './admin-clients.tsx'
import { logPlaces } from './admin-logs.tsx'
import { resellerPlaces } from './admin-resellers.tsx'
import { routeListPlaces } from './admin-route-lists.tsx'
import { tariffPlaces } from './admin-tariffs.tsx'
import { terminationPlaces } from './admin-terminations.tsx'

export const adminArea: Area = {
  ...AREA_INFO.admin,
  groups: [
    'Home',
    'Clients',
    'Tariffs',
    'Route Plan',
    'Terminations',
    'Calls',
    'Failed Calls',
    'Resellers',
    'Monitor',
    'Account',
    'Reports',
    'Logs',
    'Settings',
  ],
  places: [
    ...resellerPlaces,
    ...callerPlaces,
    place(
      '/',
      {
        name: 'vsa-home',
        title: 'Home',
        needs: 'home.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/AdminHomeScreen.tsx'),
    ),
    ...tariffPlaces,
    place(
      'monitor/active-calls',
      {
        name: 'vsa-active-calls',
        title: 'Active Calls',
        needs: 'active_calls.view',
        menu: { group: 'Monitor', label: 'Active Calls' },
      },
      () => import('../calls/ActiveCallsScreen.tsx'),
    ),
    ...terminationPlaces,
    place(
      'route-plans',
      {
        name: 'vsa-route-plans',
        title: 'Route plans',
        needs: 'route_plans.view',
        menu: { group: 'Route Plan', label: 'Route plans' },
      },
      () => import('../route-plans/RoutePlansScreen.tsx'),
    ),
    place(
      'route-plans/add',
      { name: 'vsa-route-plan-add', title: 'Add route plan', needs: 'route_plans.edit' },
      () => import('../route-plans/RoutePlanForm.tsx'),
    ),
    place(
      'route-plans/$id/edit',
      { name: 'vsa-route-plan-edit', title: 'Edit route plan', needs: 'route_plans.edit' },
      () => import('../route-plans/RoutePlanForm.tsx'),
    ),
    ...routeListPlaces,
    ...logPlaces,
    place(
      'reports/payments',
      {
        name: 'vsa-payment-report',
        title: 'Payment Report',
        needs: 'payments.view',
        menu: { group: 'Account', label: 'Payment Report' },
      },
      () => import('../payments/PaymentsScreen.tsx'),
      { direction: 'payable' },
    ),
    place(
      'reports/receives',
      {
        name: 'vsa-receive-report',
        title: 'Received Report',
        needs: 'payments.view',
        menu: { group: 'Account', label: 'Received Report' },
      },
      () => import('../payments/PaymentsScreen.tsx'),
      { direction: 'receivable' },
    ),
    place(
      'account/ledger',
      {
        name: 'vsa-ledger',
        title: 'Ledger',
        needs: 'ledger.view',
        menu: { group: 'Account', label: 'Ledger' },
      },
      () => import('../payments/LedgerScreen.tsx'),
    ),
    place(
      'settings',
      {
        name: 'vsa-settings',
        title: 'Settings',
        menu: { group: 'Settings', label: 'Settings' },
      },
      () => import('../settings/SettingsScreen.tsx'),
    ),
  ],
  // These five are named by the specification and lead to the home page.
  links: [
    { group: 'Clients', label: 'Unused Clients', to: paths.admin.home },
    { group: 'Resellers', label: 'Show Children', to: paths.admin.home },
    { group: 'Account', label: 'Invoice', to: paths.admin.home },
    { group: 'Account', label: 'Smart Recharge', to: paths.admin.home },
    { group: 'Reports', label: 'Statistics', to: paths.admin.home },
  ],
}
