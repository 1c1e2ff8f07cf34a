// Tariffs and rates that sell below the cost in a buy import.
import { z } from 'zod'
import { type AnswerOf, endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const listLosingTariffs = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/losing-tariffs',
  summary: 'The tariffs that sell below what a buy import makes their numbers cost',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: z.array(
    z.object({
      id: is.id,
      name: z.string(),
      kind: z.enum(['SELL', 'RESELLER_COST']),
      /** Its rates are computed from those of another one, and are raised there. */
      follows: z.boolean(),
      prefixes_count: z.number(),
      /** Calls of the last 30 days. */
      calls: z.number(),
      billed_seconds: z.number(),
      /** In the currency of the tariff of the import, at the highest cost. */
      loss: needing('earnings', is.moneyText),
    }),
  ),
})
export type LosingTariff = AnswerOf<typeof listLosingTariffs>[number]

export const listRateImportLosses = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/losses',
  summary: 'The rates that sell below what a buy import makes their numbers cost',
  needs: 'tariffs.bulk',
  list: true,
  params: idParams,
  query: listQuery(['loss', 'billed_seconds', 'prefix', 'tariff_name'], {
    tariff_id: is.queryId.optional(),
  }),
  answer: z.array(
    z.object({
      tariff_id: is.id,
      tariff_name: z.string(),
      currency: is.currency,
      prefix: z.string(),
      destination: z.string(),
      rate: needing('sale', is.rateText),
      /** The highest of its numbers, in the currency of the tariff. */
      cost: needing('purchase', is.rateText),
      /** How many prefixes of the import cost more than the rate. */
      costs_count: z.number(),
      calls: z.number(),
      billed_seconds: z.number(),
      loss: needing('earnings', is.moneyText),
      loss_currency: is.currency,
    }),
  ),
})
export type RateImportLoss = AnswerOf<typeof listRateImportLosses>[number]
