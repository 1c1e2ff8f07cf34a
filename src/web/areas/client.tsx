// The area of clients: wholesale, retail and settlement accounts.
import type { Area } from './area.ts'
import { place } from './area.ts'
import { paths } from './paths.ts'

export const clientArea: Area = {
  name: 'client',
  prefix: '',
  home: paths.client.home,
  login: paths.client.login,
  settings: paths.client.settings,
  login_name: 'vsc-login',
  login_title: 'Client Login',
  user_type: 'CLIENT',
  groups: [
    'Home',
    'Tariff Rates',
    'Gateways',
    'Calls',
    'Failed Calls',
    'Active Calls',
    'Account',
    'Reports',
    'Settings',
  ],
  places: [
    place(
      '/',
      {
        name: 'vsc-home',
        title: 'Client Dashboard',
        needs: 'home.view',
        menu: { group: 'Home', label: 'Home' },
      },
      () => import('../home/ClientHomeScreen.tsx'),
      { title: 'Client Dashboard' },
    ),
    place(
      'settings',
      { name: 'vsc-settings', title: 'Settings' },
      () => import('../settings/SettingsScreen.tsx'),
    ),
  ],
  links: [],
}
