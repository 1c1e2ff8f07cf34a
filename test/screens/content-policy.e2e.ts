// What the content security policy of api/server.ts forbids, the console never tries: its kinds of
// pages are opened, and the browser complains of nothing.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTariff } from '#contract/tariffs.ts'
import { PASSWORD } from '../support/api.ts'
import { tariffForm } from '../support/forms.ts'
import { openConsole, type TestConsole } from './console.ts'

let console_: TestConsole
let page: Page

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
})
afterAll(() => console_.close())

test('home with its charts, a list, a form and a question keep to the policy', async () => {
  await page.goto('/vsa')
  await page.locator('canvas').first().waitFor()
  const { data } = await console_.api.admin.call(createTariff, { body: tariffForm })
  await page.goto('/vsa/tariffs')
  await page.getByRole('link', { name: tariffForm.name }).waitFor()
  await page.goto(`/vsa/tariffs/${data.id}/rates/add`)
  await page.getByRole('textbox', { name: 'Prefix' }).fill('44')
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('0.01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/rates$/)
  await page.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  expect(console_.complaints).toEqual([])
})

test('a login with the captcha, which a worker solves, keeps to the policy', async () => {
  await page.context().clearCookies()
  await page.goto('/vsa/login')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByLabel('Username').fill('admin')
  const login = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  for (let time = 0; time < 3; time += 1) {
    const answer = page.waitForResponse('**/api/login?*')
    await login('wrong')
    expect((await answer).status()).toBe(401)
    await page.getByText('Username or password is wrong.').waitFor()
  }
  const worker = page.waitForEvent('worker')
  await login(PASSWORD)
  await worker
  await page.waitForURL('**/vsa')
  expect(console_.complaints).toEqual([])
})

test('markup out of text is refused by the browser itself', async () => {
  const refusal = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src="x" onerror="document.title = 1">'
      return undefined
    } catch (error) {
      return String(error)
    }
  })
  expect(refusal).toContain('Markup from text is not allowed.')
})
