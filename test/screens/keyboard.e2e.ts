// The ten lists that are used most, by keyboard alone: filter the list, open a form, change it,
// save it, and close a dialog, after which the focus is where it was.
import { beforeAll, describe, expect, test } from 'vitest'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'
import { addOneOfEach } from './support/one-of-each.ts'

const console_ = consoleForFile()
beforeAll(async () => {
  await addViewers(console_.api)
  await addOneOfEach(console_.api)
})

/** The words of a screen reader for the element that has the focus. */
const focused = (): Promise<string> =>
  console_.page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    const label = element?.labels?.[0]?.textContent
    return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim()
  })

const MOST_STOPS = 150

async function tabTo(name: RegExp): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await console_.page.keyboard.press('Tab')
    if (name.test(await focused())) return
  }
  throw new Error(`Tab does not reach ${name} within ${MOST_STOPS} stops.`)
}

/** A path, the name of a row to look for, and a field of its form that takes a text. */
const SCREENS: readonly (readonly [path: string, name: string, field: RegExp])[] = [
  ['/vsa/wholesale-clients', 'Acme', /^Notes|^Description|^Tags/],
  ['/vsa/retail-clients', '', /^Notes|^Description|^Tags/],
  ['/vsa/tariffs', 'Gold', /^Name$/],
  ['/vsa/gateways', 'London 1', /^Description|^Notes/],
  ['/vsa/settlements', 'Carrier', /^Description|^Notes/],
  ['/vsa/route-plans', 'Everywhere', /^Description/],
  ['/vsa/gateway-groups', 'Group', /^Description/],
  ['/vsa/packages', '', /^Name$/],
  ['/vsa/settings/acl', 'Support', /^Description/],
  ['/vsa/settings/firewall-zones', 'Elsewhere', /^Description/],
]

describe.each(SCREENS)('%s', (path, name, field) => {
  test('is filtered, opened and saved without a mouse', async () => {
    const { page } = console_
    await page.goto(path)
    const table = page.getByRole('table').first()
    await table.locator('tbody a').first().waitFor()
    if (name) {
      await tabTo(/^Search/)
      // The button of the bar opens the search of everything; the list has its own.
      if (await page.locator('header :focus').count()) await tabTo(/^Search/)
      const filtered = page.waitForResponse((answer) => answer.url().includes('q='))
      await page.keyboard.type(name)
      await filtered
      await table.locator('tbody tr:not([aria-hidden])').filter({ hasText: name }).first().waitFor()
    }
    const links = table.locator('tbody a')
    const link = await (name ? links.filter({ hasText: name }) : links).first().textContent()
    await tabTo(new RegExp(`^${link?.trim()}$`))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/edit$|\/rates$/)
    if (page.url().endsWith('/rates')) return
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await tabTo(field)
    await page.keyboard.press('End')
    await page.keyboard.type('typed')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.pathname === path)
  })
})

test('Escape closes a dialog, and the focus returns', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways')
  await page.getByRole('table').first().locator('tbody a').first().waitFor()
  await tabTo(/^Recent alerts$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('Recent alerts')
})
