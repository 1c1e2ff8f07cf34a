// Behaviour that all lists have from their components (web/lists, web/actions): looked at once, on
// two of them, so that the walks of the screens need not repeat it.
import { beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTranslation } from '#contract/routing/translations.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { addGateways } from '../support/configuration.ts'
import { clientForm, routePlanForm, tariffForm } from '../support/forms.ts'
import { addList, addUsingGateway, addWindow, translationForm } from '../support/route-lists.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

beforeAll(async () => {
  const { api } = console_
  const { data: tariff } = await api.admin.call(createTariff, { body: tariffForm })
  const add = async (name: string, change: object = {}) => {
    const body = { ...clientForm(tariff.id, name), ...change }
    return (await api.admin.call(createWholesaleClient, { body })).data.id
  }
  await add('Cumulus', { status: 'blocked' })
  await api.database
    .updateTable('account_balance')
    .set({ balance: 1_234_567_890 } as never)
    .where('account_id', '=', await add('Borealis'))
    .execute()
  const [used = 0] = await addGateways(api, ['Telia LON', 'Telia MUC'])
  const { data: plan } = await api.admin.call(createRoutePlan, { body: routePlanForm([used]) })
  await add('Acme', { route_plan_id: plan.id })
  const { data: window } = await addWindow(api, { name: 'Lunch' })
  const { data: callers } = await addList(api, { name: 'Known callers' })
  const { data: zeros } = await api.admin.call(createTranslation, {
    body: { ...translationForm({}), name: 'Two zeros off' },
  })
  const refers = { window_id: window.id, src_list_id: callers.id, translation_id: zeros.id }
  await addUsingGateway(api, refers)
})

const { select, button, dialog, rows, row } = partsOf(() => console_.page)
const LIST = '/vsa/wholesale-clients'
const names = () => rows('Wholesale clients').locator('td[data-column=name] a').allTextContents()

test('a list that cannot be loaded says so, and can be tried again', async () => {
  const { page } = console_
  await page.route('**/api/wholesale-clients?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.', code: 'our-fault' } }),
  )
  await page.goto(LIST)
  await page.getByText('This list could not be loaded.').waitFor()
  await page.getByText('It broke.').waitFor()
  await page.unroute('**/api/wholesale-clients?*')
  await button('Retry').click()
  await row('Acme').waitFor()
})

test('filters and sort stand in the address, and survive a reload', async () => {
  const { page } = console_
  await page.goto(LIST)
  await row('Cumulus').getByText('Blocked').waitFor()
  await choose(select('Status'), 'Blocked')
  await page.waitForURL(/status=blocked/)
  await expect.poll(names).toEqual(['Cumulus'])
  await page.reload()
  await expect.poll(names).toEqual(['Cumulus'])
  await button('Clear').click()
  await page.getByRole('button', { name: 'Balance' }).click()
  await page.getByRole('button', { name: 'Balance' }).click()
  await page.waitForURL(/sort=-balance/)
  await expect.poll(async () => (await names())[0]).toBe('Borealis')
})

test('what is in use is not deleted: its users are named, and lead there', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways')
  const refusal = page.getByRole('dialog', { name: 'Gateway Telia LON cannot be deleted' })
  await act(row('Telia LON'), 'Delete')
  await refusal.getByText('Used by 1 route plan. Remove it there first.').waitFor()
  await refusal.getByRole('link', { name: 'Everywhere' }).click()
  await page.waitForURL(/route-plans\/\d+\/edit/)
})

test.each([
  ['gateways', 'Telia LON'],
  ['route-plans', 'Everywhere'],
  ['time-windows', 'Lunch'],
  ['number-lists', 'Known callers'],
  ['translations', 'Two zeros off'],
])('of %s, one in use may be blocked instead, and is otherwise as before', async (list, name) => {
  const read = async (path: string) =>
    (await console_.api.admin.send({ method: 'GET', url: `/api/${path}` })).json().data
  const { id } = (await read(list)).find((one: { name: string }) => one.name === name)
  const before = await read(`${list}/${id}`)
  const { page } = console_
  await page.goto(`/vsa/${list}`)
  await act(row(name), 'Delete')
  await dialog().getByRole('button', { name: 'Block…' }).click()
  await dialog().getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText(`${name} is blocked.`).waitFor()
  await row(name).getByText('Blocked').waitFor()
  const after = await read(`${list}/${id}`)
  expect(after.status).toBe('blocked')
  // A window that is blocked is closed, and does not open.
  const { status, version, updated_at, current_state, next_change, ...kept } = before
  expect(after).toMatchObject(kept)
})

test('what is not in use is deleted after a question, and may be kept', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways')
  const question = page.getByRole('dialog', { name: 'Delete gateway Telia MUC?' })
  await act(row('Telia MUC'), 'Delete')
  await question.getByRole('button', { name: 'Keep' }).click()
  await question.waitFor({ state: 'detached' })
  await act(row('Telia MUC'), 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Gateway Telia MUC deleted.').waitFor()
  await expect.poll(() => row('Telia MUC').count()).toBe(0)
  await row('Telia LON').waitFor()
})

test('another obstacle is said instead of users', async () => {
  const { page } = console_
  await page.goto(LIST)
  await act(row('Borealis'), 'Delete')
  const refusal = page.getByRole('dialog', { name: 'Client Borealis cannot be deleted' })
  await refusal.getByText('Its balance is 1234.56789 USD, not 0.').waitFor()
  await refusal.getByRole('button', { name: 'Close' }).last().click()
})
