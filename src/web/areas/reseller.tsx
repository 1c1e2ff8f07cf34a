import { type Area, place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'

export const resellerArea: Area = {
  ...AREA_INFO.reseller,
  groups: ['Home', 'Settings'],
  places: [
    place(
      '/',
      {
        name: 'vsr-home',
        title: 'Reseller Dashboard',
        needs: 'reseller_figures.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/ResellerHomeScreen.tsx'),
    ),
    place(
      'settings',
      { name: 'vsr-settings', title: 'Settings', menu: { group: 'Settings', label: 'Settings' } },
      () => import('../settings/SettingsScreen.tsx'),
    ),
  ],
  links: [],
}
