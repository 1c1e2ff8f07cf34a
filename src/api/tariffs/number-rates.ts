import type * as contract from '#contract/tariffs/number-rates.ts'
import { percent } from '#core/money.ts'
import { normaliseNumber } from '#core/number/normalise-number.ts'
import { costOfCall, fiveMinutes } from '#core/tariff/five-minutes.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { loadSnapshot } from '#db/snapshot/route-tests.ts'
import { findOwnVat, isClientOf, listNumberRates } from '#db/tariffs/number-rates.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { calledNumber, inviteOf, withCaller } from '../checks/called-number.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

interface Dialled {
  readonly number: string
  readonly client_id: number | undefined
  readonly at_ms: number
}

/** As a call of the client has it, after its translation. */
async function numberOfClient(
  database: Database,
  scope: Scope,
  { number, client_id = 0, at_ms }: Dialled,
): Promise<string> {
  if (!(await isClientOf(database, scope, client_id))) {
    throw badField('client_id', 'This client does not exist.')
  }
  const form = {
    by: 'client' as const,
    client_id,
    source_ip: '',
    source_port: 5060,
    transport: 'UDP' as const,
    username: '',
    dialled_number: number,
    caller_number: '',
    at: null,
    duration_seconds: 0,
  }
  const snapshot = withCaller(await loadSnapshot(asSqlConnection(database)), form)
  return calledNumber(snapshot, inviteOf(form), { now_ms: at_ms, random: () => 0 })
}

async function ratedNumber(database: Database, scope: Scope, dialled: Dialled): Promise<string> {
  if (dialled.client_id === undefined) {
    const number = normaliseNumber(dialled.number)
    if (!number) throw badField('number', 'No international number of 3 to 15 digits.')
    return number
  }
  const number = await numberOfClient(database, scope, dialled)
  if (!number) throw badField('number', 'The client cannot call this number; test the route.')
  return number
}

const emptyPage = (limit: number) => ({
  limit,
  cursor: null,
  next_cursor: null,
  total: 0,
  total_is_exact: true,
  sort: 'kind',
})

export const numberRates: HandlersOf<typeof contract> = {
  async getCallCost({ database, caller: { scope }, params: { tid }, query, clock }) {
    found(await findTariff(database, scope, tid))
    const { number, seconds, at } = query
    const at_ms = at === undefined ? clock.now_ms() : Date.parse(at)
    const one = { limit: 1, tariff_id: tid, rated: 'true' } as const
    const { rows } = await listNumberRates(database, scope, one, { number, at_ms, client_id: null })
    const [rate] = rows
    if (!rate || rate.rate_id === null) return null
    const vat_percent = (await findOwnVat(database, scope, tid)) ?? percent(0)
    const { net, amount } = costOfCall(rate, seconds, vat_percent)
    return { ...rate, net, amount, vat_percent }
  },

  async listNumberRates({ database, caller: { scope }, query, clock }) {
    const { number, client_id, at } = query
    if (number === undefined) return { rows: [], page: emptyPage(query.limit) }
    const at_ms = at === undefined ? clock.now_ms() : Date.parse(at)
    const called_number = await ratedNumber(database, scope, { number, client_id, at_ms })
    const asked = { number: called_number, at_ms, client_id: client_id ?? null }
    const { rows, page } = await listNumberRates(database, scope, query, asked)
    return {
      page,
      rows: rows.map((row) => ({
        ...row,
        called_number,
        five_minutes: row.rate_id === null ? null : fiveMinutes(row),
      })),
    }
  },
}
