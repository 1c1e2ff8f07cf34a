// The prices of calls: tariffs with their rates, packages, and their currencies.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { admin } = paths
const rates = admin.tariffRates('$tid')
const imports = admin.rateImports('$tid')

/** Tariffs with their rates: those of the operator, or of a reseller. */
export const priceListPlaces: readonly Place[] = [
  ...entityPlaces(admin.tariffs, {
    title: 'Tariffs',
    noun: 'tariff',
    group: 'Tariffs',
    needs: 'tariffs',
    list: () => import('../tariffs/TariffsScreen.tsx'),
    form: () => import('../tariffs/TariffForm.tsx'),
  }),
  place(
    admin.tariffs.copy('$id'),
    { title: 'Copy tariff', needs: 'tariffs.create' },
    () => import('../tariffs/TariffCopyForm.tsx'),
  ),
  place(
    admin.tariffs.markup('$id'),
    { title: 'Markup', needs: 'tariffs.edit' },
    () => import('../tariffs/markups/MarkupForm.tsx'),
  ),
  place(
    admin.tariffs.follow('$id'),
    { title: 'Follow another tariff', needs: 'tariffs.edit' },
    () => import('../tariffs/markups/FollowForm.tsx'),
  ),
  place(
    rates.list,
    { title: 'Tariff rates', needs: 'tariffs.view' },
    () => import('../tariffs/TariffRatesScreen.tsx'),
  ),
  place(
    rates.add,
    { title: 'Add rate', needs: 'tariffs.edit' },
    () => import('../tariffs/TariffRateForm.tsx'),
  ),
  place(
    rates.edit('$id'),
    { title: 'Edit rate', needs: 'tariffs.view', edits: 'tariffs.edit' },
    () => import('../tariffs/TariffRateForm.tsx'),
  ),
  place(
    imports.list,
    { title: 'Imports', needs: 'tariffs.bulk' },
    () => import('../rate-imports/RateImportsScreen.tsx'),
  ),
  place(
    imports.one('$id'),
    { title: 'Import', needs: 'tariffs.bulk' },
    () => import('../rate-imports/RateImportScreen.tsx'),
  ),
  place(
    admin.numberRates,
    { title: 'Find a rate', needs: 'tariffs.view', menu: { group: 'Tariffs' } },
    () => import('../tariffs/NumberRatesScreen.tsx'),
  ),
  place(
    admin.rateComparison,
    { title: 'Compare tariffs', needs: 'tariffs.view', menu: { group: 'Tariffs' } },
    () => import('../tariffs/RateComparisonScreen.tsx'),
  ),
  place(
    admin.priceNotifications,
    { title: 'Price notifications', needs: 'price_notifications.view', menu: { group: 'Tariffs' } },
    () => import('../price-notifications/PriceNotificationsScreen.tsx'),
  ),
]

/** Packages of the operator, or of a reseller. */
export const packagePlaces: readonly Place[] = entityPlaces(admin.packages, {
  title: 'Packages',
  noun: 'package',
  group: 'Tariffs',
  needs: 'packages',
  list: () => import('../packages/PackagesScreen.tsx'),
  form: () => import('../packages/PackageForm.tsx'),
})

export const tariffPlaces: readonly Place[] = [
  ...priceListPlaces,
  ...packagePlaces,
  place(
    admin.codeDeck,
    { title: 'Code deck', needs: 'code_deck.view', menu: { group: 'Tariffs' } },
    () => import('../code-deck/CodeDeckScreen.tsx'),
  ),
  place(
    admin.currencies,
    { title: 'Currencies', needs: 'currencies.view', menu: { group: 'Tariffs' } },
    () => import('../currencies/CurrenciesScreen.tsx'),
  ),
  place(
    admin.reRatings.list,
    { title: 'Re-rating', needs: 're_ratings.view', menu: { group: 'Tariffs' } },
    () => import('../re-ratings/ReRatingsScreen.tsx'),
  ),
  place(
    admin.reRatings.add,
    { title: 'Re-rate calls', needs: 're_ratings.create' },
    () => import('../re-ratings/ReRatingForm.tsx'),
  ),
  place(
    admin.reRatings.one('$id'),
    { title: 'Re-rating', needs: 're_ratings.view' },
    () => import('../re-ratings/ReRatingScreen.tsx'),
  ),
]
