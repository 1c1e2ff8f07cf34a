// The pages of the admin's area that others have too, at the same paths below their own prefix.
import type { Place } from '../navigation/area.ts'
import { AREA_INFO } from '../navigation/area-info.ts'

const { admin, reseller, client } = AREA_INFO

/** The same places in the area of resellers. */
export const inResellerArea = (places: readonly Place[]): Place[] =>
  places.map((one) => ({ ...one, path: one.path.replace(admin.prefix, reseller.prefix) }))

/** The same places in the area of clients, whose menu does not have them. */
export const inClientArea = (places: readonly Place[]): Place[] =>
  places.map(({ menu: _menu, ...one }) => ({
    ...one,
    path: one.path.replace(admin.prefix, client.prefix),
  }))
