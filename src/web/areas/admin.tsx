// The area of the operator. A new screen is one place here, one path in paths.ts, and its file.
import { type Area, entityPlaces, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { callerPlaces } from './admin-clients.tsx'
import { homeLinks, homePlace } from './admin-home.tsx'
import { logPlaces } from './admin-logs.tsx'
import { mailPlaces, notificationPlaces } from './admin-notifications.tsx'
import { peoplePlaces } from './admin-people.tsx'
import { resellerPlaces } from './admin-resellers.tsx'
import { routeListPlaces } from './admin-route-lists.tsx'
import { tariffPlaces } from './admin-tariffs.tsx'
import { terminationPlaces } from './admin-terminations.tsx'
import { alarmPlaces } from './alarm-places.tsx'
import { invoicePlaces, ledgerPlace, paymentPlaces, reportPlaces } from './report-places.tsx'

const { admin } = paths

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
    'Notifications',
    'Settings',
  ],
  places: [
    ...resellerPlaces,
    ...callerPlaces,
    homePlace,
    ...tariffPlaces,
    place(
      admin.activeCalls,
      { title: 'Active Calls', needs: 'active_calls.view', menu: { group: 'Monitor' } },
      () => import('../calls/active/ActiveCallsScreen.tsx'),
    ),
    ...alarmPlaces,
    ...terminationPlaces,
    ...entityPlaces(admin.routePlans, {
      title: 'Route plans',
      noun: 'route plan',
      group: 'Route Plan',
      needs: 'route_plans',
      list: () => import('../route-plans/RoutePlansScreen.tsx'),
      form: () => import('../route-plans/RoutePlanForm.tsx'),
    }),
    ...routeListPlaces,
    ...logPlaces,
    ...notificationPlaces,
    ...mailPlaces,
    ...reportPlaces(admin.trafficReport),
    ...paymentPlaces(admin),
    ...invoicePlaces(admin.invoices, 'Account'),
    ledgerPlace,
    place(
      admin.settings,
      { title: 'Settings', menu: { group: 'Settings' } },
      () => import('../settings/SettingsScreen.tsx'),
    ),
    place(
      admin.management,
      { title: 'Management', needs: 'system.view', menu: { group: 'Settings' } },
      () => import('../management/ManagementScreen.tsx'),
    ),
    place(
      admin.jobs,
      { title: 'Jobs', needs: 'system.view', menu: { group: 'Settings' } },
      () => import('../management/JobsScreen.tsx'),
    ),
    place(
      admin.backups,
      { title: 'Backups', needs: 'system.view', menu: { group: 'Settings' } },
      () => import('../management/BackupsScreen.tsx'),
    ),
    place(
      admin.nodes,
      { title: 'Nodes', needs: 'nodes.view', menu: { group: 'Settings' } },
      () => import('../nodes/NodesScreen.tsx'),
    ),
    ...entityPlaces(admin.recordConsumers, {
      title: 'Record feed',
      noun: 'consumer',
      group: 'Settings',
      needs: 'record_feed',
      list: () => import('../record-feed/RecordConsumersScreen.tsx'),
      form: () => import('../record-feed/RecordConsumerForm.tsx'),
    }),
    place(
      admin.firstCall,
      { title: 'First call', needs: 'route_plans.view', menu: { group: 'Settings' } },
      () => import('../first-call/FirstCallScreen.tsx'),
    ),
    ...peoplePlaces,
    place(
      admin.personalData,
      { title: 'Personal data', needs: 'personal_data.view', menu: { group: 'Settings' } },
      () => import('../personal-data/PersonalDataScreen.tsx'),
    ),
    place(
      admin.cdrPartitions,
      { title: 'CDR partitions', needs: 'cdr_partitions.view', menu: { group: 'Settings' } },
      () => import('../settings/CdrPartitionsScreen.tsx'),
    ),
  ],
  links: homeLinks,
}
