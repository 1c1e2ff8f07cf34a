// The load of a browser without a cache until a page is complete: bytes on the wire, and requests.
import { beforeAll, expect, test } from 'vitest'
import { addPortalLogins } from '../support/configuration.ts'
import { consoleForFile } from './console.ts'
import { fillLogin } from './support/enter.ts'

/** The aim, and what prevents less, is in docs/benchmarks.md. */
// Nine requests, and those of the browser itself: the icon, and requests that it repeats.
const LOGIN = { bytes: 139_000, requests: 15 }
const AREA = { bytes: 255_000, requests: 25 }
/** The home of a client has its connection to the switch, and its warning of a low balance. */
const CLIENT_HOME = { bytes: 269_000, requests: 33 }
const SCREEN = { bytes: 376_000, requests: 37 }

const console_ = consoleForFile()

beforeAll(async () => {
  await addPortalLogins(console_.api)
})

/** Heads and bodies until there is a heading and nothing more comes, without what was kept. */
async function firstLoad(path: string) {
  const { page } = console_
  // Requests that the page before still loads would be counted too.
  await page.goto('about:blank')
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sizes: number[] = []
  network.on('Network.loadingFinished', (end) => sizes.push(end.encodedDataLength))
  await page.goto(path)
  // A slow browser runs the program after a silence of the network, and loads the screen then.
  await page.getByRole('heading', { level: 1 }).waitFor()
  let before = -1
  while (sizes.length > before) {
    before = sizes.length
    await page.waitForTimeout(1500)
  }
  await network.detach()
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length }
}

function expectWithin(load: typeof AREA, budget: typeof AREA): void {
  expect(load.requests).toBeLessThanOrEqual(budget.requests)
  expect(load.bytes).toBeLessThanOrEqual(budget.bytes)
}

test.each([
  ['/vsr/login', 'reseller', '/vsr'],
  ['/login', 'acme', '/'],
  ['/vsa/login', 'admin', '/vsa'],
])('%s and the page behind it are light', async (path, username, home) => {
  const { page } = console_
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  const login = await firstLoad(path)
  await fillLogin(page, username)
  await page.waitForURL((url) => url.pathname === home)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  const area = await firstLoad(home)
  expectWithin(login, LOGIN)
  expectWithin(area, home === '/' ? CLIENT_HOME : AREA)
})

test.each(['/vsa/gateways/add', '/vsa/route-plans/add', '/vsa/cdr/wholesale', '/vsa/tariffs'])(
  '%s is not much heavier, though one may come straight to it',
  async (path) => {
    const load = await firstLoad(path)
    expectWithin(load, SCREEN)
  },
)
