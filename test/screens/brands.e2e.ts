// The brand of a reseller: set in its form, and seen at its domain before and after the login.
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addCostTariff,
  addResellers,
  COLORS,
  makeDns,
  SMALLEST_PNG,
  setBrand,
  setImage,
} from '../support/brands.ts'
import { openBrowser } from './browser.ts'
import { consoleForFile, openConsole } from './console.ts'
import { fillLogin } from './support/enter.ts'

const DOMAIN = 'voice.falcon.example'

const dns = makeDns()
const console_ = consoleForFile(() => openConsole({}, { readTextRecords: dns.readTextRecords }))
let top: number
let own: number

beforeAll(async () => {
  const { api } = console_
  const ids = await addResellers(api, ['Gulf', 'Falcon'], await addCostTariff(api))
  ;[top, own] = ids as [number, number]
})

const png = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(SMALLEST_PNG, 'base64') }

test('a brand is set with its domain, which is checked by a TXT record', async () => {
  const { page } = console_
  await page.goto(`/vsa/resellers/2/${own}/edit`)
  const brand = page.getByRole('region', { name: 'Brand' })
  await brand.getByLabel('Title').fill('Falcon Voice')
  await brand.getByLabel('Domain').fill('no domain')
  await brand.getByLabel('Support e-mail').fill('help@falcon.example')
  const preview = brand.getByRole('figure', { name: 'Preview of the login page' })
  await preview.getByText('Falcon Voice').waitFor()
  await preview.getByText('Support').waitFor()
  const save = brand.getByRole('button', { name: 'Save brand' })
  await save.click()
  await brand.getByText('A domain, for example voice.example.com.').waitFor()
  await brand.getByLabel('Domain').fill(DOMAIN)
  await save.click()
  await page.getByText('Brand saved.').waitFor()
  await brand.getByText('Not checked').waitFor()

  const check = brand.getByRole('button', { name: 'Check domain' })
  await check.click()
  await page.getByText('The TXT record was not found.').waitFor()
  const record = brand.locator('dl')
  await record.getByText(`_softswitch.${DOMAIN}`, { exact: true }).waitFor()
  const token = await record.locator('code').last().innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await record.getByRole('button', { name: 'Copy text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  dns.records.set(`_softswitch.${DOMAIN}`, [token])
  await check.click()
  await brand.getByText(/^Checked \d{4}-\d\d-\d\d/).waitFor()
})

test('a colour that cannot be read is replaced by the nearest that can', async () => {
  const { page } = console_
  await page.goto(`/vsa/resellers/2/${own}/edit`)
  const brand = page.getByRole('region', { name: 'Brand' })
  await brand.getByLabel('Own colours').check({ force: true })
  await brand.getByLabel('Background').fill('#FFFFFF')
  const text = brand.getByLabel('Foreground')
  await text.fill('#CCCCCC')
  await brand.getByText('1.61 : 1, contrast too low').waitFor()
  await brand.getByRole('button', { name: /^Use #[0-9A-F]{6} for Foreground$/ }).click()
  await brand.getByText('4.54 : 1').waitFor()
  await expect.poll(() => text.inputValue()).toMatch(/^#7[0-9A-F]{5}$/)
  await brand.getByLabel('Primary', { exact: true }).fill(COLORS.primary)
  const button = brand.getByRole('figure').getByText('Login', { exact: true })
  await expect
    .poll(() => button.evaluate((each) => getComputedStyle(each).backgroundColor))
    .toBe('rgb(122, 31, 43)')
  await brand.locator('input[type=file]').first().setInputFiles(png)
  await page.getByText('Image changed.').waitFor()
  await expect.poll(() => brand.getByRole('figure').locator('img').count()).toBe(1)
  // The fields are still as they were typed, and are saved after the image.
  await brand.getByRole('button', { name: 'Save brand' }).click()
  await page.getByText('Brand saved.').waitFor()
  await brand.getByRole('button', { name: 'Save brand', disabled: true }).waitFor()
})

const seen = (at: Page) =>
  at.evaluate(() => {
    const button = document.querySelector('button[type=submit]')
    return {
      title: document.title,
      text: document.body.innerText,
      button: button && getComputedStyle(button).backgroundColor,
      background: getComputedStyle(document.body).backgroundColor,
      signs: document.querySelectorAll('main svg rect').length,
      images: [...document.querySelectorAll('main img')].map(
        (image) => (image as HTMLImageElement).naturalWidth,
      ),
    }
  })

/** A browser at another domain of the same server. */
async function openAt(domain: string) {
  const { port } = console_.api.app.server.address() as AddressInfo
  const { context, close } = await openBrowser(`http://${domain}:${port}`)
  return { at: await context.newPage(), close }
}

async function logIn(at: Page, username: string) {
  await at.goto('/vsr/login')
  await fillLogin(at, username)
  await at.waitForURL((url) => url.pathname === '/vsr')
}

test('the login at the domain has title, colours and logo of the brand', async () => {
  const { api } = console_
  const fields = { domain: DOMAIN, title: 'Falcon Voice', support_email: 'help@falcon.example' }
  await setBrand(api, own, { ...fields, colors: COLORS }, dns)
  await setImage(api, own, 'LOGO')
  const { at, close } = await openAt(DOMAIN)
  await at.goto('/login')
  await at.getByRole('heading', { name: 'Client Login' }).waitFor()
  await at.getByText('Falcon Voice').waitFor()
  await expect.poll(async () => (await seen(at)).images).toEqual([1])
  await expect
    .poll(() => seen(at))
    .toMatchObject({
      title: 'Client Login – Falcon Voice',
      button: 'rgb(122, 31, 43)',
      background: 'rgb(255, 253, 247)',
      signs: 0,
    })
  expect((await seen(at)).text).not.toMatch(/soft ?switch/i)
  // The page itself, before any script has run.
  expect(await (await at.goto('/login'))?.text()).not.toMatch(/soft ?switch/i)
  expect(await at.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(
    'mailto:help@falcon.example',
  )
  const icon = await at.evaluate(async () => {
    const { headers } = await fetch('/api/favicon')
    return headers.get('content-type')
  })
  expect(icon).toBe('image/png')

  await logIn(at, 'falcon')
  await at.getByRole('banner').getByText('Falcon Voice').waitFor()
  await at.getByRole('button', { name: /user menu/ }).click()
  await at.getByRole('menuitem', { name: 'Support' }).waitFor()
  await at.keyboard.press('Escape')
  await at.goto('/vsr/no/such/page')
  await at.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await at.locator('body').innerText()).not.toMatch(/soft ?switch/i)
  expect(await at.title()).not.toMatch(/soft ?switch/i)
  await close()
})

test('two domains have each their own brand, and no word of the other', async () => {
  const { api } = console_
  const [other] = await addResellers(api, ['Osprey'], await addCostTariff(api))
  const second = { domain: 'calls.osprey.example', title: 'Osprey Calls' }
  const colors = { ...COLORS, primary: '#0B5C8A' }
  await setBrand(api, own, { domain: DOMAIN, title: 'Falcon Voice', colors: COLORS }, dns)
  await setBrand(api, other ?? 0, { ...second, colors }, dns)
  const [falcon, osprey] = await Promise.all([openAt(DOMAIN), openAt(second.domain)])
  const brands = [
    { ...falcon, username: 'falcon', button: 'rgb(122, 31, 43)', foreign: /osprey|soft ?switch/i },
    { ...osprey, username: 'osprey', button: 'rgb(11, 92, 138)', foreign: /falcon|soft ?switch/i },
  ]
  for (const { at, username, button, foreign } of brands) {
    await at.goto('/vsr/login')
    await at.getByRole('heading', { name: 'Reseller Login' }).waitFor()
    await expect.poll(async () => (await seen(at)).button).toBe(button)
    expect((await seen(at)).text).not.toMatch(foreign)
    await logIn(at, username)
    for (const path of ['/vsr', '/vsr/own-invoices', '/vsr/settings', '/vsr/no/such/page']) {
      await at.goto(path)
      await at.getByRole('heading', { level: 1 }).first().waitFor()
      const { text, title } = await seen(at)
      expect(`${title} ${text}`).not.toMatch(foreign)
    }
  }
  await Promise.all(brands.map(({ close }) => close()))
})

test('a reseller changes its own brand, sees it at once, and what is refused', async () => {
  const { api } = console_
  await setBrand(api, top, { domain: 'taken.falcon.example', title: 'Gulf' })
  const { at, close } = await openAt(DOMAIN)
  await logIn(at, 'falcon')
  await at.goto('/vsr/settings/brand')
  await at.getByRole('heading', { name: 'Brand', level: 1 }).waitFor()
  const brand = at.getByRole('region', { name: 'Console' })
  await brand.getByText(/^Checked/).waitFor()
  await brand.getByLabel('Title').fill('Falcon Talk')
  await brand.getByRole('figure').getByText('Falcon Talk').waitFor()
  await brand.getByLabel('Domain').fill('taken.falcon.example')
  await brand.getByRole('button', { name: 'Save brand' }).click()
  await brand.getByText('Another reseller has this domain.').waitFor()
  await brand.getByLabel('Domain').fill(DOMAIN)
  await brand.getByRole('button', { name: 'Save brand' }).click()
  await at.getByText('Brand saved.').waitFor()
  await at.getByRole('banner').getByText('Falcon Talk').waitFor()
  await expect.poll(() => at.title()).toMatch(/– Brand – Falcon Talk$/)
  const answer = { status: 500, json: { message: 'It broke.', code: 'our-fault' } }
  await at.route(/\/api\/resellers\/\d+\/brand/, (route) => route.fulfill(answer))
  await at.goto('/vsr/settings/brand')
  await at.getByText('It broke.').waitFor()
  await at.unroute(/\/api\/resellers\/\d+\/brand/)
  await at.getByRole('button', { name: 'Retry' }).click()
  await brand.getByLabel('Title').waitFor()
  await close()
})

test('without a logo there is none, and a domain not checked is the operator', async () => {
  const { api } = console_
  await setBrand(api, top, { domain: 'bare.falcon.example' }, dns)
  const bare = await openAt('bare.falcon.example')
  await bare.at.goto('/login')
  await bare.at.getByText('bare.falcon.example').waitFor()
  expect(await seen(bare.at)).toMatchObject({ images: [], signs: 0 })
  await bare.close()
  await setBrand(api, top, { domain: 'other.falcon.example', title: 'Gulf' })
  const unchecked = await openAt('other.falcon.example')
  await unchecked.at.goto('/login')
  await unchecked.at.getByText('Soft Switch Server').waitFor()
  await expect.poll(() => seen(unchecked.at)).toMatchObject({ title: 'Client Login', signs: 1 })
  await unchecked.close()
})
