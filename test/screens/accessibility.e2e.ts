// Accessibility for users who cannot see, or cannot use a mouse: axe finds no fault of WCAG 2.2 AA
// on any screen of the three areas, in light and in dark. The screens are the places of the areas,
// so that a new one is checked without being named here.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { adminArea } from '#web/areas/admin.tsx'
import { clientArea } from '#web/areas/client.tsx'
import { resellerArea } from '#web/areas/reseller.tsx'
import { addClient } from '../support/configuration.ts'
import { PASSWORD } from '../support/password.ts'
import { type Calling, startCalling } from './calling.ts'
import { openConsole, type TestConsole } from './console.ts'
import { expectNoFault, loadAxe } from './support/axe.ts'
import { addOneOfEach, addressOf } from './support/one-of-each.ts'
import { openWithin } from './support/open-within.ts'

/** No form goes below its footer, where axe measures what is left of a control. */
const TALL = { width: 1440, height: 4000 }

let console_: TestConsole
let calling: Calling
let page: Page
let open: (address: string) => Promise<void>

beforeAll(async () => {
  console_ = await openConsole({ colorScheme: 'light' })
  page = console_.page
  await page.setViewportSize(TALL)
  calling = await startCalling(console_.api)
  await calling.talked(30)
  await calling.failed([503, 486])
  await calling.ongoing()
  await addOneOfEach(console_.api)
  await addClient(console_.api, { username: 'acme' })
  open = openWithin(page)
})
afterAll(async () => {
  await calling?.stop()
  await console_?.close()
})

describe.each([
  [adminArea, 'admin'],
  [resellerArea, 'reseller1'],
  [clientArea, 'acme'],
])('$name', (area, username) => {
  test('the login has no fault, and lets in', async () => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(area.login)
    await page.getByLabel('Username').waitFor()
    await loadAxe(page)
    await expectNoFault(page)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  })

  // Below the second level of resellers the same screens come again.
  const paths = area.places.map(({ path }) => path)
  const different = paths.filter((path) => !/\/resellers\/[345]/.test(path))

  test.each(different)('%s has no fault', async (path) => {
    await open(await addressOf(console_.api, path))
    await expectNoFault(page)
  })
})
