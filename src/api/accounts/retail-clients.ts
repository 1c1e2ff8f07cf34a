import type * as contract from '#contract/accounts/retail-clients.ts'
import { convertMoney, type Money, money, SYSTEM_FX } from '#core/money.ts'
import type { Database } from '#db/database.ts'
import { readSettings } from '#db/settings.ts'
import { findCurrency } from '#db/tariffs/currencies.ts'
import type { HandlersOf } from '../http/handle.ts'
import { changeClient, closeClient, createClient, listReadyClients, readClient } from './clients.ts'

const kind = 'RETAIL'

const HUNDREDTH = 10_000

/** The limit of the settings in this currency, by its exchange rate of now. */
async function usualDailyLimit(database: Database, currency?: string): Promise<Money | null> {
  const { retail_daily_spend_limit: limit } = await readSettings(database)
  const own = currency === undefined ? undefined : await findCurrency(database, currency)
  if (limit === null || !own || own.is_system) return limit
  const worth = convertMoney(limit, SYSTEM_FX, own.rate)
  return money(Math.max(1, Math.round(worth / HUNDREDTH)) * HUNDREDTH)
}

export const retailClients: HandlersOf<typeof contract> = {
  listRetailClients: ({ database, caller, query }) =>
    listReadyClients(database, caller.scope, kind, query),

  getRetailClient: ({ database, params, ...request }) =>
    readClient(database, request, kind, params.id),

  async getRetailClientDefaults({ database, query }) {
    return { daily_spend_limit: await usualDailyLimit(database, query.currency) }
  },

  async createRetailClient({ body, ...request }) {
    const { daily_spend_limit = await usualDailyLimit(request.database, body.currency) } = body
    return createClient(kind, request, { ...body, daily_spend_limit })
  },

  updateRetailClient: ({ params, body, ...request }) =>
    changeClient(kind, request, params.id, body),

  deleteRetailClient: ({ params, ...request }) => closeClient(kind, request, params.id),
}
