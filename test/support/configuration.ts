// The things that an admin sets up before a call can be made, each with a name that no other test
// has taken.

import { createReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createTimeWindow } from '#contract/routing/time-windows.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { fx } from '#core/money.ts'
import type { TestApi } from './api.ts'
import {
  clientForm,
  gatewayForm,
  rateForm,
  resellerForm,
  settlementForm,
  tariffForm,
} from './forms.ts'

let serial = 0
/** A name that no other test has taken. */
export function named(word: string): string {
  serial += 1
  return `${word}${serial}`
}

export async function addTariff(
  api: TestApi,
  kind: BodyOf<typeof createTariff>['kind'],
  name = named(kind),
): Promise<number> {
  const body = { ...tariffForm, name, kind }
  return (await api.admin.call(createTariff, { body })).data.id
}

type ClientForm = BodyOf<typeof createWholesaleClient>

/** An account with a credit limit is postpaid. */
const billingOf = ({ credit_limit }: Partial<ClientForm>) =>
  credit_limit ? ({ billing_type: 'POSTPAID' } as const) : {}

/** The answer, and the form without the password, as it goes into a change. */
export async function addClient(api: TestApi, change: Partial<ClientForm> = {}) {
  const tariff_id = change.tariff_id ?? (await addTariff(api, 'SELL'))
  const body = { ...clientForm(tariff_id, named('client')), ...billingOf(change), ...change }
  const answer = await api.admin.call(createWholesaleClient, { body })
  const { password: _, ...form } = body
  return { ...answer, form, id: answer.data?.id }
}

/** A wholesale client that signs in with its name in small letters. */
export async function addClientNamed(
  api: TestApi,
  tariff_id: number,
  name: string,
  parent_id: number | null = null,
): Promise<number> {
  const body = { ...clientForm(tariff_id, name), parent_id }
  return (await api.admin.call(createWholesaleClient, { body })).data.id
}

/** A reseller that signs in with its name in small letters. */
export async function addResellerNamed(
  api: TestApi,
  ...form: Parameters<typeof resellerForm>
): Promise<number> {
  return (await api.admin.call(createReseller, { body: resellerForm(...form) })).data.id
}

export async function addSettlement(api: TestApi): Promise<number> {
  const body = settlementForm(await addTariff(api, 'BUY'), named('carrier'))
  return (await api.admin.call(createSettlement, { body })).data.id
}

export async function addGateway(
  api: TestApi,
  settlement_id: number,
  name = named('gateway'),
): Promise<number> {
  const body = gatewayForm(settlement_id, name)
  return (await api.admin.call(createGateway, { body })).data.id
}

/** Gateways with these names, of one settlement account. */
export async function addGateways(api: TestApi, names: readonly string[]): Promise<number[]> {
  const settlement_id = await addSettlement(api)
  return Promise.all(names.map((name) => addGateway(api, settlement_id, name)))
}

/** A client and a reseller with a login each: `acme` and `reseller`. */
export async function addPortalLogins(api: TestApi): Promise<void> {
  const client = clientForm(await addTariff(api, 'SELL'), 'Acme')
  await api.admin.call(createWholesaleClient, { body: client })
  const reseller = resellerForm(await addTariff(api, 'RESELLER_COST'), 'Reseller')
  await api.admin.call(createReseller, { body: reseller })
}

export async function lastActivity(api: TestApi) {
  return api.database
    .selectFrom('activity_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

type RateForm = BodyOf<typeof createTariffRate>

/** The rate of the form with this change, in the tariff. */
export async function addRate({ admin }: TestApi, tid: number, change: Partial<RateForm> = {}) {
  const call = { params: { tid }, body: { ...rateForm, ...change } }
  const { status, data, problem } = await admin.call(createTariffRate, call)
  if (status !== 200) throw new Error(`The rate is refused: ${JSON.stringify(problem)}`)
  return data
}

/** Grows with every change that the engine must load. */
export async function routingChangeNumber(api: TestApi): Promise<number> {
  const row = await api.database
    .selectFrom('change_number')
    .where('subject', '=', 'routing')
    .select('number')
    .executeTakeFirstOrThrow()
  return row.number
}

export async function addNumberList(api: TestApi): Promise<number> {
  const { id } = await api.database
    .insertInto('number_list')
    .values({ owner_id: 1, name: named('list') } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** As addClient, for a client with SIP users. */
export async function addRetailClient(api: TestApi, change: Partial<ClientForm> = {}) {
  const tariff_id = change.tariff_id ?? (await addTariff(api, 'SELL'))
  const body = { ...clientForm(tariff_id, named('retail')), ...billingOf(change), ...change }
  const answer = await api.admin.call(createRetailClient, { body })
  const { password: _, ...form } = body
  return { ...answer, form, id: answer.data?.id }
}

/** One that is always open. */
export async function addTimeWindow(api: TestApi): Promise<number> {
  const ranges = [{ weekdays: [], from: '00:00', till: '24:00', months: [], days: [] }]
  const body = { name: named('always'), description: '', status: 'active', timezone: 'UTC', ranges }
  return (await api.admin.call(createTimeWindow, { body: body as never })).data.id
}

/** The euro, worth 1.25 of the system currency. */
export async function addEuro({ database }: Pick<TestApi, 'database'>): Promise<void> {
  const euro = { code: 'EUR', name: 'Euro', rate: fx(125_000_000) }
  const added = database.insertInto('currency').values(euro as never)
  await added.onConflict((row) => row.doNothing()).execute()
}
