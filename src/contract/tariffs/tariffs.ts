import { z } from 'zod'
import { MARKUP_STATES } from '#core/tariff/markup-state.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { allNeeding, choicesNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const ROUNDINGS = ['UP', 'DOWN', 'HALF_UP'] as const
/** SELL for clients, RESELLER_COST for resellers, BUY for carriers. */
export const TARIFF_KINDS = ['SELL', 'BUY', 'RESELLER_COST'] as const

export const tariffForm = z.strictObject({
  name: is.name(80),
  kind: choicesNeeding({ BUY: 'purchase' }, z.enum(TARIFF_KINDS)),
  /** The currency of all its amounts; absent it is the system currency, or stays. */
  currency: is.currency.optional(),
  status: is.status,
  first_increment: is.seconds(1, 3600),
  next_increment: is.seconds(1, 3600),
  connect_fee: is.fee,
  grace_seconds: is.seconds(0, 3600),
  free_seconds: is.seconds(0, 86400),
  min_duration_seconds: is.seconds(0, 3600),
  surcharge_percent: is.positivePercent,
  duration_rounding: z.enum(ROUNDINGS),
  rounding_mode: z.enum(ROUNDINGS),
  rounding_decimals: z.number().int().min(0).max(6),
  loss_protection: needing('operations', z.boolean()),
  /** The loss that the protection tolerates, in percent of the revenue. */
  max_loss_percent: needing(
    'earnings',
    is.positivePercent.refine((loss) => loss <= 1_000_000, 'At most 100.'),
  ),
  average_duration_seconds: is.seconds(1, 7200),
  notes: is.text(2000),
})

const { kind, status, average_duration_seconds, notes } = tariffForm.shape

export const tariff = tariffForm.extend({
  ...allNeeding('selling', {
    kind,
    status,
    average_duration_seconds,
    /** Empty where the tariff is not one of the user's own. */
    notes,
    used_by_count: z.number(),
    /** For rates that are computed from those of another tariff; otherwise null. */
    markup_state: z.enum(MARKUP_STATES).nullable(),
  }),
  /** Whether the user may change it: the others are those by which accounts are charged. */
  is_own: z.boolean(),
  currency: is.currency,
  id: is.id,
  version: is.version,
  rates_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Tariff = z.output<typeof tariff>

export const listTariffs = endpoint({
  method: 'GET',
  path: '/api/tariffs',
  summary: 'Tariffs',
  needs: 'tariffs.view',
  list: true,
  query: listQuery(
    ['name', 'kind', 'currency', 'status', 'rates_count', 'used_by_count', 'created_at'],
    {
      kind: needing('selling', z.enum(TARIFF_KINDS).optional()),
      currency: is.currency.optional(),
      status: needing('selling', is.status.optional()),
      /** Only the tariff by which the calls of the user's own account are charged. */
      charges_own: z.literal('true').optional(),
    },
  ),
  answer: z.array(tariff),
})

export const getTariff = endpoint({
  method: 'GET',
  path: '/api/tariffs/:id',
  summary: 'One tariff',
  needs: 'tariffs.view',
  params: idParams,
  answer: tariff,
})

export const createTariff = endpoint({
  method: 'POST',
  path: '/api/tariffs',
  summary: 'Adds a tariff',
  needs: 'tariffs.create',
  body: tariffForm,
  answer: tariff,
})

export const updateTariff = endpoint({
  method: 'PUT',
  path: '/api/tariffs/:id',
  summary: 'Changes a tariff; its kind is locked while in use, its currency while it has rates',
  needs: 'tariffs.edit',
  params: idParams,
  body: tariffForm.extend({ version: is.version }),
  answer: tariff,
})

export const deleteTariff = endpoint({
  method: 'DELETE',
  path: '/api/tariffs/:id',
  summary: 'Deletes an unused tariff with its rates',
  needs: 'tariffs.delete',
  params: idParams,
})
