// An account that spends fast has a banner over every page, and is stopped with two clicks.
import { beforeAll, expect, test, vi } from 'vitest'
import { createReseller, getReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient, getRetailClient } from '#contract/accounts/retail-clients.ts'
import { openCall, writeCalls } from '../support/calls.ts'
import { addTariff } from '../support/configuration.ts'
import { clientForm, resellerForm } from '../support/forms.ts'
import { callingForFile } from './calling.ts'
import { consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
const calling = callingForFile(console_)

beforeAll(async () => {
  // The calls that no engine has made are those of one that is alive, so that ours leaves them.
  await console_.api.database
    .insertInto('process_state')
    .values({ name: 'calls-b', state: 'running', seen_at: '2100-01-01T00:00:00Z' })
    .execute()
})

const banner = () => console_.page.getByRole('region', { name: 'Fast spending' })
const question = () => console_.page.getByRole('dialog')
const { row } = partsOf(() => console_.page)

/** Hundredths of a unit. */
const limit = (account_id: number, hundredths: number) =>
  console_.api.database
    .updateTable('account_balance')
    .set({ daily_spend_limit: hundredths * 10_000 } as never)
    .where('account_id', '=', account_id)
    .execute()

test('an account that spends fast is named over every page, with what it has spent', async () => {
  const { page } = console_
  await calling.talked(60)
  await limit(calling.world.client_id, 10)
  await page.goto('/vsa/tariffs')
  await page.getByRole('heading', { name: 'Tariffs', exact: true }).waitFor()
  await expect.poll(() => banner().count()).toBe(0)
  await limit(calling.world.client_id, 8)
  await banner().getByText('1 account has spent more than a third of the daily limit').waitFor()
  await banner().getByText('0.03 of 0.08 USD, 0 calls now').waitFor()
  await banner().getByRole('link', { name: 'Client' }).waitFor()
})

test('one click and one answer end its calls, and the banner goes', async () => {
  const calls = [await calling.ongoing(), await calling.ongoing()]
  await banner().getByText('2 calls now').waitFor()
  const stop = () => banner().getByRole('button', { name: 'Stop calls' }).click()
  await stop()
  await question().getByText('Stop calls of Client?').waitFor()
  await question().getByText('This ends 2 calls of Client immediately.').waitFor()
  await question().getByText('its new calls are refused').waitFor()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await question().waitFor({ state: 'detached' })
  expect(calling.ended()).toEqual([])

  await stop()
  await question().getByRole('button', { name: 'Stop calls' }).click()
  await console_.page.getByText('Client blocked. Hanging up 2 calls.').waitFor()
  await banner().waitFor({ state: 'detached' })
  for (const call of calls) {
    await vi.waitFor(() => expect(calling.ended()).toContain(call.invite.dialog))
    await calling.hangUp(call)
  }
  const late = await calling.refused({})
  expect(late.decision).toMatchObject({ kind: 'refuse', sip_code: 403 })
})

test('a client is stopped from its own page, and is blocked then', async () => {
  const { page, api } = console_
  const tariff_id = await addTariff(api, 'SELL')
  const body = clientForm(tariff_id, 'Corner')
  const { data: client } = await api.admin.call(createRetailClient, { body })
  await writeCalls(api.url, { opened: [openCall(client.id, { engine: 'b' })] })
  await page.goto(`/vsa/retail-clients/${client.id}/edit`)
  await page.getByRole('button', { name: 'Stop calls' }).click()
  await question().getByText('This ends 1 call of Corner immediately.').waitFor()
  await question().getByRole('button', { name: 'Stop calls' }).click()
  await page.getByText('Corner blocked. Hanging up 1 call.').waitFor()
  await page.waitForURL('**/vsa/retail-clients')
  await row('Corner', 'Retail clients').getByText('Blocked').waitFor()
  const read = await api.admin.call(getRetailClient, { params: { id: client.id } })
  expect(read.data.status).toBe('blocked')
})

test('a reseller is stopped from its list, with the calls of those below it', async () => {
  const { page, api } = console_
  const cost = await addTariff(api, 'RESELLER_COST')
  const { data: reseller } = await api.admin.call(createReseller, {
    body: resellerForm(cost, 'Top'),
  })
  const tariff_id = await addTariff(api, 'SELL')
  const below = async (name: string, calls: number) => {
    const body = { ...clientForm(tariff_id, name), parent_id: reseller.id }
    const { id } = (await api.admin.call(createRetailClient, { body })).data
    const call = () => openCall(id, { engine: 'b', payer_ids: [id, reseller.id] })
    await writeCalls(api.url, { opened: Array.from({ length: calls }, call) })
  }
  await below('Alpha', 3)
  await below('Beta', 1)
  await page.goto('/vsa/resellers/1')
  await row('Top', 'Level 1 resellers').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Stop calls…' }).click()
  await question()
    .getByText('This ends 4 calls of 2 clients under Top immediately: Alpha 3, Beta 1.')
    .waitFor()
  await question().getByRole('button', { name: 'Stop calls' }).click()
  await page.getByText('Top blocked. Hanging up 4 calls.').waitFor()
  const read = await api.admin.call(getReseller, { params: { id: reseller.id } })
  expect(read.data.status).toBe('blocked')
  await api.database.deleteFrom('open_call').where('engine', '=', 'b').execute()
})

test('a reseller reads of its own clients, and stops nobody', async () => {
  const { api } = console_
  const cost = await addTariff(api, 'RESELLER_COST')
  const { data: reseller } = await api.admin.call(createReseller, {
    body: resellerForm(cost, 'Own'),
  })
  const form = clientForm(await addTariff(api, 'SELL'), 'Busy')
  const body = { ...form, parent_id: reseller.id }
  const { data: client } = await api.admin.call(createRetailClient, { body })
  await limit(client.id, 100)
  const held = [500_000] as never
  await writeCalls(api.url, { opened: [openCall(client.id, { engine: 'b', held })] })
  await console_.enterAs('own', 'RESELLER')
  await banner().getByText('0.50 of 1.00 USD, 1 call now').waitFor()
  await banner().getByText('Busy').waitFor()
  await expect.poll(() => banner().getByRole('button').count()).toBe(0)
  await expect.poll(() => banner().getByRole('link').count()).toBe(0)
  await api.database.deleteFrom('open_call').where('engine', '=', 'b').execute()
})
