import type { Area } from './area.ts'
import { place } from './area.ts'
import { paths } from './paths.ts'

export const resellerArea: Area = {
  name: 'reseller',
  prefix: '/vsr',
  home: paths.reseller.home,
  login: paths.reseller.login,
  settings: paths.reseller.settings,
  login_name: 'vsr-login',
  login_title: 'Reseller Login',
  user_type: 'RESELLER',
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
