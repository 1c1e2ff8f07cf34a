import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

/** What is null is taken from the tariff. */
export const tariffRateForm = z.strictObject({
  prefix: is.prefix,
  destination: is.text(100),
  rate: is.positiveRate,
  first_rate: is.positiveRate.nullable(),
  first_increment: is.seconds(1, 3600).nullable(),
  next_increment: is.seconds(1, 3600).nullable(),
  connect_fee: is.connectFee.nullable(),
  grace_seconds: is.seconds(0, 3600).nullable(),
  free_seconds: is.seconds(0, 86400).nullable(),
  min_duration: is.seconds(0, 3600).nullable(),
  surcharge_percent: is.positivePercent.nullable(),
  blocked: z.boolean(),
  /** Null takes effect at once. */
  effective_from: is.instant.nullable(),
  effective_until: is.instant.nullable(),
  notes: is.text(500),
})

export const tariffRate = tariffRateForm.extend({
  id: is.id,
  version: is.version,
  tariff_id: is.id,
  effective_from: is.instant,
  /** active now, future, or expired: ended, or replaced by a newer rate of the same prefix. */
  state: z.enum(['active', 'future', 'expired']),
  created_at: is.instant,
  updated_at: is.instant,
})
export type TariffRate = z.output<typeof tariffRate>

const number = z.codec(z.string().regex(/^\d{1,15}$/), z.number(), {
  decode: Number,
  encode: String,
})
const tariffParams = z.object({ tid: number })
const rateParams = z.object({ tid: number, id: number })

export const listTariffRates = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rates',
  summary: 'The rates of a tariff',
  needs: 'tariffs.view',
  list: true,
  params: tariffParams,
  query: listQuery(['prefix', 'destination', 'rate', 'effective_from', 'updated_at'], {
    /** Prefixes that begin with these digits. */
    prefix: is.prefix.optional(),
    /** The rates that apply to this number, the longest first. */
    number: z
      .string()
      .regex(/^\d{1,20}$/, 'Only digits.')
      .optional(),
    /** Current is what is active or will be. */
    state: z.enum(['current', 'active', 'future', 'expired', 'all']).default('all'),
    blocked: z.enum(['true', 'false']).optional(),
  }),
  answer: z.array(tariffRate),
})

export const getTariffRate = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rates/:id',
  summary: 'One rate',
  needs: 'tariffs.view',
  params: rateParams,
  answer: tariffRate,
})

export const createTariffRate = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/rates',
  summary: 'Adds a rate',
  needs: 'tariffs.edit',
  params: tariffParams,
  body: tariffRateForm,
  answer: tariffRate,
})

export const updateTariffRate = endpoint({
  method: 'PUT',
  path: '/api/tariffs/:tid/rates/:id',
  summary: 'Changes a rate; calls that run keep the one they began with',
  needs: 'tariffs.edit',
  params: rateParams,
  body: tariffRateForm.extend({ version: is.version }),
  answer: tariffRate,
})

export const deleteTariffRate = endpoint({
  method: 'DELETE',
  path: '/api/tariffs/:tid/rates/:id',
  summary: 'Deletes a rate',
  needs: 'tariffs.edit',
  params: rateParams,
})
