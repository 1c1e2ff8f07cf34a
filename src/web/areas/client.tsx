// The area of clients: wholesale, retail and settlement accounts.
import { type Area, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { reportPlaces } from './report-places.tsx'

export const clientArea: Area = {
  ...AREA_INFO.client,
  groups: ['Home', 'Reports'],
  places: [
    place(
      paths.client.home,
      {
        title: 'Client Dashboard',
        needs: 'home.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/ClientHomeScreen.tsx'),
      { title: 'Client Dashboard' },
    ),
    ...reportPlaces(paths.client.trafficReport),
    place(
      paths.client.settings,
      { title: 'Settings' },
      () => import('../settings/SettingsScreen.tsx'),
    ),
  ],
  links: [],
}
