// The admins, what they may do, and who is logged in.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { users, sessions, permissionGroups } = paths.admin
const group = 'Settings'

export const peoplePlaces: readonly Place[] = [
  ...entityPlaces(users, {
    title: 'Admin users',
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
