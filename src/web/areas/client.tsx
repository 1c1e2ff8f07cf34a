// The area of clients: wholesale, retail and settlement accounts.
import { lazyRouteComponent } from '@tanstack/react-router'
import { type Area, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { exportsPlace, staffPlaces } from './admin-people.tsx'
import { alarmsPlace } from './alarm-places.tsx'
import { invoicePlaces, notificationPlace, paymentPlaces, reportPlaces } from './report-places.tsx'
import { inClientArea } from './shared-places.ts'

const { client } = paths

const GatewayHealth = lazyRouteComponent(async () => ({
  default: (await import('../gateways/GatewayHealth.tsx')).GatewayHealth,
}))

const Connection = lazyRouteComponent(async () => ({
  default: (await import('../clients/Connection.tsx')).Connection,
}))

export const clientArea: Area = {
  ...AREA_INFO.client,
  groups: [
    'Home',
    'Tariff Rates',
    'Gateways',
    'Calls',
    'Failed Calls',
    'Active Calls',
    'Account',
    'Reports',
  ],
  places: [
    place(
      client.home,
      {
        title: 'Client Dashboard',
        needs: 'home.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/ClientHomeScreen.tsx'),
      { title: 'Client Dashboard', GatewayHealth, Connection },
    ),
    place(
      client.tariffs,
      { title: 'Tariff Rates', needs: 'tariffs.view', menu: { group: 'Tariff Rates' } },
      () => import('../tariffs/OwnTariffScreen.tsx'),
    ),
    place(
      client.gateways,
      { title: 'Gateways', needs: 'gateways.view', menu: { group: 'Gateways' } },
      () => import('../gateways/GatewaysScreen.tsx'),
    ),
    place(
      client.callRecords,
      { title: 'Calls', needs: 'call_records.view', menu: { group: 'Calls' } },
      () => import('../calls/CallRecordsScreen.tsx'),
      { kind: 'all', failed: false, title: 'Calls' },
    ),
    place(
      client.failedCalls,
      { title: 'Failed Calls', needs: 'call_records.view', menu: { group: 'Failed Calls' } },
      () => import('../calls/CallRecordsScreen.tsx'),
      { kind: 'all', failed: true, title: 'Failed Calls' },
    ),
    place(
      client.activeCalls,
      { title: 'Active Calls', needs: 'active_calls.view', menu: { group: 'Active Calls' } },
      () => import('../calls/active/ActiveCallsScreen.tsx'),
    ),
    ...paymentPlaces(client),
    place(
      client.statement,
      { title: 'Statement', needs: 'invoices.view', menu: { group: 'Account' } },
      () => import('../payments/StatementScreen.tsx'),
    ),
    ...invoicePlaces(client.invoices, 'Account'),
    notificationPlace(client.priceNotifications),
    ...reportPlaces(client.trafficReport),
    place(client.settings, { title: 'Settings' }, () => import('../settings/SettingsScreen.tsx')),
    ...inClientArea([alarmsPlace, exportsPlace, ...staffPlaces('Users')]),
  ],
  links: [],
}
