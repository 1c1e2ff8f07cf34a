// The portal of a client, opened from its page: a banner, read-only until a reason, and the way
// back.
import { beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { paths } from '#web/navigation/paths.ts'
import { clientForm, resellerForm, tariffForm } from '../support/forms.ts'
import { consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let id: number

const { button, dialog, field, row } = partsOf(() => console_.page)
const banner = () => console_.page.getByRole('region', { name: 'Portal of another account' })

beforeAll(async () => {
  const { admin } = console_.api
  const sell = (await admin.call(createTariff, { body: tariffForm })).data.id
  id = (await admin.call(createWholesaleClient, { body: clientForm(sell, 'Acme') })).data.id
  const form = { ...tariffForm, name: 'Cost', kind: 'RESELLER_COST' } as const
  const cost = (await admin.call(createTariff, { body: form })).data.id
  await admin.call(createReseller, { body: resellerForm(cost, 'Amber') })
})

test('an admin opens the portal of a client, allows changes and comes back', async () => {
  const { page } = console_
  await page.goto(paths.admin.wholesaleClients.edit(id))
  await button('Open portal').click()
  await banner().getByText('You see the portal of Acme. Read-only.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goto('/settings')
  await banner().getByText('Read-only.').waitFor()
  await page.getByText('Only Acme itself changes its company, login and warnings.').waitFor()
  await field('Company (optional)').waitFor()
  expect(await page.getByRole('heading', { name: 'API tokens' }).count()).toBe(0)
  await expect.poll(() => field('Company (optional)').isDisabled()).toBe(true)
  for (const save of await button('Save').all()) {
    await expect.poll(() => save.isDisabled()).toBe(true)
  }
  await button('Allow changes…').click()
  await dialog().getByRole('textbox').fill('Ticket 812')
  await dialog().getByRole('button', { name: 'Allow changes' }).click()
  await banner().getByText('Changes allowed.').waitFor()
  await button('Leave').click()
  await page.waitForURL(`**${paths.admin.wholesaleClients.edit(id)}`)
  await button('Open portal').waitFor()
  expect(await banner().count()).toBe(0)
})

test('an admin opens the portal of a reseller from its row, and comes back', async () => {
  const { page } = console_
  await page.goto('/vsa/resellers/1')
  await act(row('Amber'), 'Open portal')
  await banner().getByText('You see the portal of Amber. Read-only.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/vsr')
  await page.goto('/vsr/logs/activities')
  await row('Amber').getByText('Support').waitFor()
  await page.goto('/vsr/settings')
  await field('Company (optional)').waitFor()
  await expect.poll(() => field('Company (optional)').isDisabled()).toBe(true)
  await button('Leave').click()
  await page.waitForURL('**/vsa/resellers/**')
  await page.goto(paths.admin.wholesaleClients.list)
  await act(row('Acme'), 'Open portal')
  await banner().getByText('You see the portal of Acme.').waitFor()
  await button('Leave').click()
  await button('Open portal').waitFor()
})
