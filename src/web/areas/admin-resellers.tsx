// Resellers: a list, a form and a tree for each of the five levels.
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { type Place, place } from '../navigation/area.ts'

const LEVELS = Array.from({ length: RESELLER_LEVELS }, (_, above) => above + 1)

export const resellerPlaces: readonly Place[] = LEVELS.flatMap((level) => [
  place(
    `resellers/${level}`,
    {
      name: 'vsa-resellers',
      title: `Level ${level} resellers`,
      needs: 'resellers.view',
      menu: { group: 'Resellers', label: `Level ${level}` },
    },
    () => import('../resellers/ResellersScreen.tsx'),
    { level },
  ),
  place(
    `resellers/${level}/add`,
    {
      name: 'vsa-reseller-add',
      title: `Add level ${level} reseller`,
      needs: 'resellers.edit',
    },
    () => import('../resellers/ResellerForm.tsx'),
    { level },
  ),
  place(
    `resellers/${level}/$id/edit`,
    { name: 'vsa-reseller-edit', title: 'Edit reseller', needs: 'resellers.edit' },
    () => import('../resellers/ResellerForm.tsx'),
    { level },
  ),
  place(
    `resellers/${level}/$id/tree`,
    { name: 'vsa-reseller-tree', title: 'Reseller tree', needs: 'resellers.view' },
    () => import('../resellers/ResellerTreeScreen.tsx'),
    { level },
  ),
])
