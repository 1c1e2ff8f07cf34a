// Behaviour that all forms of a thing have from their component (web/forms): looked at once, on the
// gateway, so that the walks of the screens need not repeat it.
import { beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { gatewayForm, getGateway, updateGateway } from '#contract/routing/gateways.ts'
import { addGateways } from '../support/configuration.ts'
import { consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let id: number

beforeAll(async () => {
  id = (await addGateways(console_.api, ['Telia FRA']))[0] ?? 0
})

const { field, button } = partsOf(() => console_.page)
const read = async () => (await console_.api.admin.call(getGateway, { params: { id } })).data

/** Another admin saves it meanwhile. */
async function change(theirs: Partial<BodyOf<typeof updateGateway>>): Promise<void> {
  const saved = await read()
  const fields = Object.entries(saved).filter(([name]) => name in gatewayForm.shape)
  const body = Object.fromEntries(fields) as BodyOf<typeof updateGateway>
  const changed = { ...body, ...theirs, version: saved.version }
  const answer = await console_.api.admin.call(updateGateway, { params: { id }, body: changed })
  expect(answer.status).toBe(200)
}

test('what does not exist says so', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways/999999/edit')
  await page.getByText('Nothing is here: it was deleted, or you may not see it.').waitFor()
})

test('what is changed and not saved is not left without a question', async () => {
  const { page } = console_
  await page.goto(`/vsa/gateways/${id}/edit`)
  await field('Name').fill('Something else')
  await button('Cancel').click()
  await page.getByText('Leave without saving?').waitFor()
  await button('Stay').click()
  await expect.poll(() => field('Name').inputValue()).toBe('Something else')
  await button('Cancel').click()
  await button('Leave').click()
  await page.waitForURL('**/vsa/gateways')
  expect((await read()).name).toBe('Telia FRA')
})

test('a change that was overtaken stays in the form, and overwrites nothing', async () => {
  const { page } = console_
  await page.goto(`/vsa/gateways/${id}/edit`)
  await field('Port').fill('5080')
  await change({ description: 'of Billing' })
  await button('Save').click()
  const dialog = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await dialog.getByRole('group', { name: 'Description' }).getByText('of Billing').waitFor()
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => field('Port').inputValue()).toBe('5080')
  // Nothing was decided, so that saving again is the same conflict.
  await button('Save').click()
  await dialog.getByRole('group', { name: 'Description' }).getByText('of Billing').waitFor()
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { description, version } = await read()
  expect({ description, version }).toEqual({ description: 'of Billing', version: 2 })
  await button('Cancel').click()
  await button('Leave').click()
  await page.waitForURL('**/vsa/gateways')
})

test('two who change one thing choose field by field whose value counts', async () => {
  const { page } = console_
  await page.goto(`/vsa/gateways/${id}/edit`)
  await field('Description (optional)').fill('of the NOC')
  await page.getByRole('link', { name: 'Description changed' }).waitFor()
  await field('Channel limit (optional)').fill('30')
  await change({ description: 'of Sales', channel_limit: 20, cps_limit: 5 })
  await button('Save').click()

  const dialog = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await dialog.getByText(/^admin saved changes at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/).waitFor()
  const choice = (label: string, side: string) =>
    dialog.getByRole('group', { name: label }).getByRole('radio', { name: side })
  await expect.poll(() => choice('CPS limit', 'Theirs 5').isChecked()).toBe(true)
  await expect.poll(() => choice('Channel limit', 'Yours 30').isChecked()).toBe(true)
  await choice('Description', 'Theirs of Sales').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Gateway saved.').waitFor()
  const merged = { cps_limit: 5, channel_limit: 30, description: 'of Sales' }
  expect(await read()).toMatchObject(merged)
})
