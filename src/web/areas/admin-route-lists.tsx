// The things that route plans, clients and gateways refer to: time windows, number lists and
// translations.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { numberLists, timeWindows, translations } = paths.admin
const group = 'Route Plan'

export const routeListPlaces: readonly Place[] = [
  ...entityPlaces(numberLists, {
    title: 'Number lists',
    noun: 'number list',
    group,
    needs: 'number_lists',
    list: () => import('../number-lists/NumberListsScreen.tsx'),
    form: () => import('../number-lists/NumberListForm.tsx'),
  }),
  place(
    numberLists.items('$id'),
    { title: 'Number list', needs: 'number_lists.view' },
    () => import('../number-lists/NumberListItemsScreen.tsx'),
  ),
  ...entityPlaces(timeWindows, {
    title: 'Time windows',
    noun: 'time window',
    group,
    needs: 'time_windows',
    list: () => import('../time-windows/TimeWindowsScreen.tsx'),
    form: () => import('../time-windows/TimeWindowForm.tsx'),
  }),
  ...entityPlaces(translations, {
    title: 'Translations',
    noun: 'translation',
    group,
    needs: 'translations',
    list: () => import('../translations/TranslationsScreen.tsx'),
    form: () => import('../translations/TranslationForm.tsx'),
  }),
]
