import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** The code is its name for good; the system currency is renamed in the settings. */
export const currencyForm = z.strictObject({
  code: is.currency,
  name: is.name(80),
  /** The value of one unit in the system currency. */
  rate: is.fxText
    .refine((rate) => rate > 0, 'Must be more than 0.')
    .refine((rate) => rate <= 100_000_000_000_000, 'At most 1000000.'),
})

export const currencyAnswer = currencyForm.extend({
  version: is.version,
  /** The one in which margins and sums over all parties are. */
  is_system: z.boolean(),
  accounts_count: z.number(),
  tariffs_count: z.number(),
  packages_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Currency = z.output<typeof currencyAnswer>

const params = z.object({ code: is.currency })

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/api/currencies',
  summary: 'Currencies with their exchange rates',
  needs: 'currencies.view',
  list: true,
  query: listQuery(['code', 'name', 'rate', 'accounts_count', 'tariffs_count', 'updated_at'], {}),
  answer: z.array(currencyAnswer),
})

export const getCurrency = endpoint({
  method: 'GET',
  path: '/api/currencies/:code',
  summary: 'One currency',
  needs: 'currencies.view',
  params,
  answer: currencyAnswer,
})

export const createCurrency = endpoint({
  method: 'POST',
  path: '/api/currencies',
  summary: 'Adds a currency',
  needs: 'currencies.create',
  body: currencyForm,
  answer: currencyAnswer,
})

export const updateCurrency = endpoint({
  method: 'PUT',
  path: '/api/currencies/:code',
  summary: 'Changes name and exchange rate of a currency; active calls keep their rate',
  needs: 'currencies.edit',
  params,
  body: currencyForm.omit({ code: true }).extend({ version: is.version }),
  answer: currencyAnswer,
})

export const deleteCurrency = endpoint({
  method: 'DELETE',
  path: '/api/currencies/:code',
  summary: 'Deletes a currency that no account and no tariff has',
  needs: 'currencies.delete',
  params,
})
