// What calls cost: tariffs with their rates, packages, and the currencies that they are in.
import { type Place, place } from '../navigation/area.ts'

export const tariffPlaces: readonly Place[] = [
  place(
    'tariffs',
    {
      name: 'vsa-tariffs',
      title: 'Tariffs',
      needs: 'tariffs.view',
      menu: { group: 'Tariffs', label: 'Tariffs' },
    },
    () => import('../tariffs/TariffsScreen.tsx'),
  ),
  place(
    'tariffs/add',
    { name: 'vsa-tariff-add', title: 'Add tariff', needs: 'tariffs.edit' },
    () => import('../tariffs/TariffForm.tsx'),
  ),
  place(
    'tariffs/$id/edit',
    { name: 'vsa-tariff-edit', title: 'Edit tariff', needs: 'tariffs.edit' },
    () => import('../tariffs/TariffForm.tsx'),
  ),
  place(
    'tariffs/$tid/rates',
    { name: 'vsa-tariff-rates', title: 'Tariff rates', needs: 'tariffs.view' },
    () => import('../tariffs/TariffRatesScreen.tsx'),
  ),
  place(
    'tariffs/$tid/rates/add',
    { name: 'vsa-tariff-rate-add', title: 'Add rate', needs: 'tariffs.edit' },
    () => import('../tariffs/TariffRateForm.tsx'),
  ),
  place(
    'tariffs/$tid/rates/$id/edit',
    { name: 'vsa-tariff-rate-edit', title: 'Edit rate', needs: 'tariffs.edit' },
    () => import('../tariffs/TariffRateForm.tsx'),
  ),
  place(
    'packages',
    {
      name: 'vsa-packages',
      title: 'Packages',
      needs: 'packages.view',
      menu: { group: 'Tariffs', label: 'Packages' },
    },
    () => import('../packages/PackagesScreen.tsx'),
  ),
  place(
    'packages/add',
    { name: 'vsa-package-add', title: 'Add package', needs: 'packages.edit' },
    () => import('../packages/PackageForm.tsx'),
  ),
  place(
    'packages/$id/edit',
    { name: 'vsa-package-edit', title: 'Edit package', needs: 'packages.edit' },
    () => import('../packages/PackageForm.tsx'),
  ),
  place(
    'currencies',
    {
      name: 'vsa-currencies',
      title: 'Currencies',
      needs: 'currencies.view',
      menu: { group: 'Tariffs', label: 'Currencies' },
    },
    () => import('../currencies/CurrenciesScreen.tsx'),
  ),
  place(
    're-ratings',
    {
      name: 'vsa-re-ratings',
      title: 'Re-rating',
      needs: 're_ratings.view',
      menu: { group: 'Tariffs', label: 'Re-rating' },
    },
    () => import('../re-ratings/ReRatingsScreen.tsx'),
  ),
  place(
    're-ratings/add',
    { name: 'vsa-re-rating-add', title: 'Re-rate calls', needs: 're_ratings.edit' },
    () => import('../re-ratings/ReRatingForm.tsx'),
  ),
  place(
    're-ratings/$id',
    { name: 'vsa-re-rating', title: 'Re-rating', needs: 're_ratings.view' },
    () => import('../re-ratings/ReRatingScreen.tsx'),
  ),
]
