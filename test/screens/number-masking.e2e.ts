// The setting that masks the numbers of old calls, and a masked call in the lists.
import { beforeAll, expect, test } from 'vitest'
import { getSettings } from '#contract/console/settings.ts'
import { makeClient } from '#db/database.ts'
import { maskNumbers } from '#supervisor/retention/mask-numbers.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { addClient } from '../support/configuration.ts'
import { consoleForFile } from './console.ts'

const DAY_MS = 86_400_000

const console_ = consoleForFile()

beforeAll(async () => {
  const { id } = await addClient(console_.api, { name: 'Acme' })
  const records = [40, 35, 1].map((days) =>
    recordAt(Date.now() - days * DAY_MS, { account_id: id, client_type: 'WHOLESALE' }),
  )
  await writeCalls(console_.api.url, { records })
})

const rows = () => console_.page.locator('tbody tr')

const days = async () => (await console_.api.admin.call(getSettings, {})).data.mask_numbers_days

test('a rule that masks days at once is stored after a confirmation alone', async () => {
  const { page } = console_
  await page.goto('/vsa/settings')
  const form = page.getByRole('form', { name: 'Retention' })
  const field = form.getByLabel('Mask numbers after')
  const save = form.getByRole('button', { name: 'Save' })
  await form.getByText('All calls have whole numbers.').waitFor()
  await field.fill('30')
  await save.click()
  const question = page.getByRole('dialog', { name: 'Mask numbers?' })
  await question.getByText('Calls of 10 days lose the last four digits').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await days()).toBeNull()
  await save.click()
  await question.getByRole('button', { name: 'Mask', exact: true }).click()
  await form.getByText('Recordings have whole numbers: keep them 30 days at most.').waitFor()
  expect(await days()).toBeNull()
  await form.getByLabel('Recordings', { exact: true }).fill('30')
  await save.click()
  await question.getByRole('button', { name: 'Mask', exact: true }).click()
  await page.getByText('Settings saved.').waitFor()
  expect(await days()).toBe(30)
  // More days mask none, so that there is nothing to confirm.
  await field.fill('31')
  await save.click()
  await expect.poll(days).toBe(31)
})

test('masked calls show what is left, and are found by their first digits', async () => {
  const { page, api } = console_
  const client = makeClient(api.url, 'test')
  await client.connect()
  await maskNumbers(client, api.database, Date.now()).finally(() => client.end())
  await page.goto('/vsa/settings')
  const form = page.getByRole('form', { name: 'Retention' })
  await form.getByText('found by their first digits only').waitFor()
  const list = (called: string) =>
    page.goto(`/vsa/cdr/wholesale?range=12_months&called_number=${called}`)
  await list('44207183')
  await expect.poll(() => rows().count()).toBe(3)
  await expect.poll(() => page.getByText('44207183****').count()).toBe(2)
  await page.getByText(/Numbers before .* are masked/).waitFor()
  await list('442071838750')
  await expect.poll(() => rows().count()).toBe(1)
  await page.goto('/vsa/cdr/wholesale?range=7d')
  await expect.poll(() => rows().count()).toBe(1)
  expect(await page.getByText(/are masked/).count()).toBe(0)
})
