// Views of the reports that users keep: the filters of a screen under a name.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import * as is from '../primitives.ts'

/** Paths without their area. */
const SCREENS = [
  'reports/hourly',
  'reports/daily',
  'reports/monthly',
  'reports/summary',
  'reports/payments',
  'reports/receives',
] as const

export const SAVED_VIEWS_PER_USER = 100

export const savedViewForm = z.strictObject({
  name: is.name(80),
  screen: z.enum(SCREENS),
  /** The query string of the address, without the question mark. */
  query: z
    .string()
    .max(2000)
    .regex(/^[\x21-\x7e]*$/, 'Not a query string.'),
  is_shared: z.boolean(),
})

export const savedView = savedViewForm.extend({
  id: is.id,
  owner_name: z.string(),
  is_own: z.boolean(),
})
export type SavedView = z.output<typeof savedView>

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/saved-views',
  summary: 'The own saved views of a screen, and the shared ones of admins to admins who see all',
  needs: 'traffic_reports.view',
  query: z.strictObject({ screen: z.enum(SCREENS).optional() }),
  answer: z.array(savedView),
})

export const createSavedView = endpoint({
  method: 'POST',
  path: '/api/saved-views',
  summary: 'Saves a view; at most 100 of a user',
  needs: 'traffic_reports.view',
  may_need: ['shared_views.create'],
  body: savedViewForm,
  answer: savedView,
})

export const updateSavedView = endpoint({
  method: 'PUT',
  path: '/api/saved-views/:id',
  summary: 'Renames or replaces an own saved view',
  needs: 'traffic_reports.view',
  may_need: ['shared_views.create'],
  params: idParams,
  body: savedViewForm,
  answer: savedView,
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/saved-views/:id',
  summary: 'Deletes an own saved view',
  needs: 'traffic_reports.view',
  params: idParams,
})
