import { type Area, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { invoicePlaces, notificationPlace } from './report-places.tsx'

export const resellerArea: Area = {
  ...AREA_INFO.reseller,
  groups: ['Home', 'Account', 'Settings'],
  places: [
    place(
      paths.reseller.home,
      {
        title: 'Reseller Dashboard',
        needs: 'reseller_figures.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/ResellerHomeScreen.tsx'),
    ),
    ...invoicePlaces(paths.reseller.invoices, 'Account'),
    notificationPlace(paths.reseller.priceNotifications),
    place(
      paths.reseller.settings,
      { title: 'Settings', menu: { group: 'Settings', label: 'Settings' } },
      () => import('../settings/SettingsScreen.tsx'),
    ),
  ],
  links: [],
}
