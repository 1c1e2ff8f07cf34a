// The staff of the operator or of an account, what it may do, who is logged in, and from where.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { users, sessions, apiTokens, permissionGroups, firewallZones, exports } = paths.admin
const group = 'Settings'

/** The own exports of every user, by the menu of the user. */
export const exportsPlace: Place = place(
  exports,
  { title: 'Exports' },
  () => import('../exports/ExportsScreen.tsx'),
)

/** `title` is that of the users. */
export const staffPlaces = (title: string): readonly Place[] => [
  ...entityPlaces(users, {
    title,
    noun: 'user',
    group,
    needs: 'users',
    list: () => import('../users/UsersScreen.tsx'),
    form: () => import('../users/UserForm.tsx'),
  }),
  place(
    sessions,
    { title: 'Sessions', needs: 'sessions.view', menu: { group } },
    () => import('../users/UserSessionsScreen.tsx'),
  ),
  place(
    apiTokens,
    { title: 'API tokens', needs: 'api_tokens.view', menu: { group } },
    () => import('../users/ApiTokensScreen.tsx'),
  ),
  ...entityPlaces(permissionGroups, {
    title: 'Permission groups',
    noun: 'permission group',
    group,
    submenu: 'ACL',
    needs: 'permission_groups',
    list: () => import('../permission-groups/PermissionGroupsScreen.tsx'),
    form: () => import('../permission-groups/PermissionGroupForm.tsx'),
  }),
  place(
    permissionGroups.assign,
    {
      title: 'Assign permission groups',
      needs: 'permission_groups.view',
      menu: { group, submenu: 'ACL', label: 'Assign' },
    },
    () => import('../permission-groups/AssignScreen.tsx'),
  ),
]

export const peoplePlaces: readonly Place[] = [
  ...staffPlaces('Admin users'),
  exportsPlace,
  ...entityPlaces(firewallZones, {
    title: 'Firewall zones',
    noun: 'firewall zone',
    group,
    needs: 'firewall_zones',
    list: () => import('../firewall-zones/FirewallZonesScreen.tsx'),
    form: () => import('../firewall-zones/FirewallZoneForm.tsx'),
  }),
  place(
    firewallZones.countries('$id'),
    { title: 'Countries of a firewall zone', needs: 'firewall_zones.view' },
    () => import('../firewall-zones/ZoneCountriesScreen.tsx'),
  ),
  place(
    firewallZones.networks('$id'),
    { title: 'Networks of a firewall zone', needs: 'firewall_zones.view' },
    () => import('../firewall-zones/ZoneNetworksScreen.tsx'),
  ),
]
