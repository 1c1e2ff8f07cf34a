import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { me } from '#contract/session.ts'
import { getSettings } from '#contract/settings.ts'
import { money } from '#core/money.ts'
import { openConsole, type TestConsole } from './console.ts'

let console_: TestConsole
let page: Page

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
})
afterAll(() => console_.close())
afterEach(() => expect(console_.complaints).toEqual([]))

test('the daily limit of new retail clients is changed, and taken away', async () => {
  const { api } = console_
  await page.goto('/vsa/settings')
  const form = page.getByRole('form', { name: 'New retail clients' })
  const limit = form.getByRole('textbox', { name: 'Spending limit per day' })
  await expect.poll(() => limit.inputValue()).toBe('50')
  const save = async (text: string) => {
    await limit.fill(text)
    await form.getByRole('button', { name: 'Save' }).click()
  }
  const stored = async () => (await api.admin.call(getSettings, {})).data.retail_daily_spend_limit
  await save('0')
  await form.getByText('More than 0; empty = no limit.').waitFor()
  await save('12.50')
  await expect.poll(stored).toBe(money(12_500_000))
  await save('')
  await expect.poll(stored).toBeNull()
  // The other parts of the settings still save what they show.
  const other = page.getByRole('form', { name: 'Calls and money' })
  await other.getByRole('textbox', { name: 'Currency' }).fill('EUR')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await api.admin.call(getSettings, {})).data.currency).toBe('EUR')
})

test('another session is revoked after a question, and one may keep it', async () => {
  const { api } = console_
  const other = await api.signIn('admin', 'ADMIN')
  await page.goto('/vsa/settings')
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr')
  // The newest session is first; the one of the test itself is the oldest.
  await expect.poll(() => rows.count()).toBe(3)
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/Chrome \d+ on Linux this session/)
  await expect.poll(() => rows.nth(1).getByRole('button').count()).toBe(0)

  const revoke = rows.first().getByRole('button', { name: 'Revoke' })
  const question = page.getByRole('dialog', {
    name: /^Revoke the session of .* at 127\.0\.0\.1\?$/,
  })
  await revoke.click()
  await question.getByRole('button', { name: 'Keep' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await other.call(me, {})).status).toBe(200)

  await revoke.click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Session revoked.').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  expect((await other.call(me, {})).status).toBe(401)
})
