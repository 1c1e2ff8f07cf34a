import { type Area, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { clientPlaces } from './admin-clients.tsx'
import { activitiesPlace, routeTestPlace } from './admin-logs.tsx'
import { notificationPlaces } from './admin-notifications.tsx'
import { exportsPlace, staffPlaces } from './admin-people.tsx'
import { resellersBelowPlaces } from './admin-resellers.tsx'
import { packagePlaces, priceListPlaces } from './admin-tariffs.tsx'
import { alarmsPlace } from './alarm-places.tsx'
import {
  ISSUED_INVOICES,
  invoicePlaces,
  ledgerPlace,
  notificationPlace,
  OWN_INVOICES,
  paymentPlaces,
  reportPlaces,
} from './report-places.tsx'
import { inResellerArea } from './shared-places.ts'

const { reseller } = paths

export const resellerArea: Area = {
  ...AREA_INFO.reseller,
  groups: [
    'Home',
    'Clients',
    'Tariffs',
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
    place(
      reseller.home,
      {
        title: 'Reseller Dashboard',
        needs: 'reseller_figures.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/ResellerHomeScreen.tsx'),
    ),
    ...inResellerArea(clientPlaces),
    ...inResellerArea(priceListPlaces),
    ...inResellerArea(packagePlaces),
    place(
      reseller.costTariff,
      { title: 'Cost tariff', needs: 'tariffs.view', menu: { group: 'Tariffs' } },
      () => import('../tariffs/OwnTariffScreen.tsx'),
      { title: 'Cost tariff' },
    ),
    place(
      reseller.callRecords,
      { title: 'Calls', needs: 'reseller_records.view', menu: { group: 'Calls' } },
      () => import('../calls/reseller/ResellerRecordsScreen.tsx'),
      { title: 'Calls', failed: false },
    ),
    place(
      reseller.failedCalls,
      { title: 'Failed Calls', needs: 'reseller_records.view', menu: { group: 'Failed Calls' } },
      () => import('../calls/reseller/ResellerRecordsScreen.tsx'),
      { title: 'Failed Calls', failed: true },
    ),
    place(
      reseller.resellers,
      {
        title: 'Resellers',
        needs: 'resellers.view',
        menu: { group: 'Resellers' },
      },
      () => import('../resellers/OwnResellersScreen.tsx'),
    ),
    ...inResellerArea(resellersBelowPlaces),
    place(
      reseller.children,
      { title: 'Show Children', needs: 'resellers.view', menu: { group: 'Resellers' } },
      () => import('../resellers/ChildrenScreen.tsx'),
    ),
    place(
      reseller.activeCalls,
      { title: 'Active Calls', needs: 'active_calls.view', menu: { group: 'Monitor' } },
      () => import('../calls/active/ActiveCallsScreen.tsx'),
    ),
    ...inResellerArea([alarmsPlace, routeTestPlace('Monitor')]),
    place(
      reseller.recharge,
      { title: 'Smart Recharge', needs: 'payments.create', menu: { group: 'Account' } },
      async () => ({ default: (await import('../payments/RechargePanel.tsx')).RechargePanel }),
    ),
    ...paymentPlaces(reseller),
    ...inResellerArea([ledgerPlace]),
    place(
      reseller.statement,
      { title: 'Statement', needs: 'invoices.view', menu: { group: 'Account' } },
      () => import('../payments/StatementScreen.tsx'),
    ),
    ...invoicePlaces(reseller.invoices, 'Account', ISSUED_INVOICES),
    ...invoicePlaces(reseller.ownInvoices, 'Account', OWN_INVOICES),
    notificationPlace(reseller.ownPriceNotifications, 'Own price notifications'),
    ...reportPlaces(reseller.trafficReport),
    ...inResellerArea([activitiesPlace]),
    ...inResellerArea(notificationPlaces),
    place(
      reseller.settings,
      { title: 'Settings', menu: { group: 'Settings', label: 'Settings' } },
      () => import('../settings/SettingsScreen.tsx'),
    ),
    place(
      reseller.invoiceSettings,
      { title: 'Invoice settings', needs: 'invoices.edit', menu: { group: 'Settings' } },
      () => import('../resellers/InvoiceSettingsScreen.tsx'),
    ),
    place(
      reseller.brand,
      { title: 'Brand', needs: 'brands.view', menu: { group: 'Settings' } },
      () => import('../resellers/OwnBrandScreen.tsx'),
    ),
    ...inResellerArea([exportsPlace, ...staffPlaces('Users')]),
  ],
  links: [],
}
