// Resellers: a list, a form and a tree for each of the five levels.
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const LEVELS = Array.from({ length: RESELLER_LEVELS }, (_, above) => above + 1)

export const resellerPlaces: readonly Place[] = LEVELS.flatMap((level) => {
  const { list, add, edit, tree } = paths.admin.resellers(level)
  return [
    place(
      list,
      {
        title: `Level ${level} resellers`,
        needs: 'resellers.view',
        menu: { group: 'Resellers', label: `Level ${level}` },
      },
      () => import('../resellers/ResellersScreen.tsx'),
      { level },
    ),
    place(
      add,
      { title: `Add level ${level} reseller`, needs: 'resellers.create' },
      () => import('../resellers/ResellerForm.tsx'),
      { level },
    ),
    place(
      edit('$id'),
      { title: 'Edit reseller', needs: 'resellers.view', edits: 'resellers.edit' },
      () => import('../resellers/ResellerForm.tsx'),
      { level },
    ),
    place(
      tree('$id'),
      { title: 'Reseller tree', needs: 'resellers.view' },
      () => import('../resellers/ResellerTreeScreen.tsx'),
      { level },
    ),
  ]
})
