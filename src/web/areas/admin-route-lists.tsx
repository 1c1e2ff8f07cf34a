// What route plans, clients and gateways refer to: hours, lists of numbers, changes of numbers.
import { type Place, place } from '../navigation/area.ts'

export const routeListPlaces: readonly Place[] = [
  place(
    'number-lists',
    {
      name: 'vsa-number-lists',
      title: 'Number lists',
      needs: 'number_lists.view',
      menu: { group: 'Route Plan', label: 'Number lists' },
    },
    () => import('../number-lists/NumberListsScreen.tsx'),
  ),
  place(
    'number-lists/add',
    { name: 'vsa-number-list-add', title: 'Add number list', needs: 'number_lists.edit' },
    () => import('../number-lists/NumberListForm.tsx'),
  ),
  place(
    'number-lists/$id/edit',
    { name: 'vsa-number-list-edit', title: 'Edit number list', needs: 'number_lists.edit' },
    () => import('../number-lists/NumberListForm.tsx'),
  ),
  place(
    'number-lists/$id/items',
    { name: 'vsa-number-list-items', title: 'Number list', needs: 'number_lists.view' },
    () => import('../number-lists/NumberListItemsScreen.tsx'),
  ),
  place(
    'time-windows',
    {
      name: 'vsa-time-windows',
      title: 'Time windows',
      needs: 'time_windows.view',
      menu: { group: 'Route Plan', label: 'Time windows' },
    },
    () => import('../time-windows/TimeWindowsScreen.tsx'),
  ),
  place(
    'time-windows/add',
    { name: 'vsa-time-window-add', title: 'Add time window', needs: 'time_windows.edit' },
    () => import('../time-windows/TimeWindowForm.tsx'),
  ),
  place(
    'time-windows/$id/edit',
    { name: 'vsa-time-window-edit', title: 'Edit time window', needs: 'time_windows.edit' },
    () => import('../time-windows/TimeWindowForm.tsx'),
  ),
  place(
    'translations',
    {
      name: 'vsa-translations',
      title: 'Translations',
      needs: 'translations.view',
      menu: { group: 'Route Plan', label: 'Translations' },
    },
    () => import('../translations/TranslationsScreen.tsx'),
  ),
  place(
    'translations/add',
    { name: 'vsa-translation-add', title: 'Add translation', needs: 'translations.edit' },
    () => import('../translations/TranslationForm.tsx'),
  ),
  place(
    'translations/$id/edit',
    { name: 'vsa-translation-edit', title: 'Edit translation', needs: 'translations.edit' },
    () => import('../translations/TranslationForm.tsx'),
  ),
]
