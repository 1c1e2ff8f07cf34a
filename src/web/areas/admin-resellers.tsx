// Resellers: a list, a form and a tree for each of the five levels.
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const LEVELS = Array.from({ length: RESELLER_LEVELS }, (_, above) => above + 1)

/** Those of a level; `menu` leads to the list. */
const placesOf = (level: number, menu?: Place['menu']): readonly Place[] => {
  const { list, add, edit, tree } = paths.admin.resellers(level)
  return [
    place(
      list,
      {
        title: `Level ${level} resellers`,
        needs: 'resellers.view',
        ...(menu && { menu }),
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
}

export const resellerPlaces: readonly Place[] = LEVELS.flatMap((level) =>
  placesOf(level, { group: 'Resellers', label: `Level ${level}` }),
)

/** A reseller has those right below it, so that one entry of the menu is enough. */
export const resellersBelowPlaces: readonly Place[] = LEVELS.slice(1).flatMap((level) =>
  placesOf(level),
)
