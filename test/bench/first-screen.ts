// (m) The first screens of a browser without a cache, on a slow connection and a slow processor:
// the login, and the home of a signed-in client until its figures are shown.

import type { Page } from 'playwright-core'
import { makeClient, openDatabase } from '#db/database.ts'
import { withDatabase } from '../faults/test-database.ts'
import { openBrowser } from '../screens/browser.ts'
import { setup as buildConsole, CONSOLE_FOLDER } from '../screens/build-console.ts'
import { startApi } from './api-process.ts'
import { PASSWORD, writeWeeks } from './five-weeks.ts'
import { HTTP_PORT } from './free-ports.ts'
import { type Line, printTable, secondsOf, spread } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 25_000)
const ROUNDS = 5
const CLIENT = 'northwind-telecom'
const AIM = '< 3 s'

/** Bytes a second; the browser takes them so. */
const SLOW_CONNECTION = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
}
/** How much slower than this machine. */
const SLOW_PROCESSOR = 4

export const measureFirstScreen = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string, _: string, api_url: string): Promise<void> {
  const database = openDatabase(url, 'bench')
  const client = makeClient(url, 'bench')
  await client.connect()
  await buildConsole()
  try {
    await writeWeeks(url, database, client, RECORDS)
    const { end } = await startApi(api_url, HTTP_PORT, CONSOLE_FOLDER)
    try {
      printTable('(m) First screens, 1.6 Mbit/s, 150 ms, processor 4 × slower', await timesOf())
    } finally {
      await end()
    }
  } finally {
    await client.end()
    await database.destroy()
  }
}

async function timesOf(): Promise<Line[]> {
  const { context, close } = await openBrowser(`http://127.0.0.1:${HTTP_PORT}`)
  const page = await context.newPage()
  try {
    const login = await timeOf(page, '/login', showLogin)
    await page.goto('/login')
    await page.getByLabel('Username').fill(CLIENT)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await showFigures(page)
    return [
      ['login is shown', login, AIM],
      ['home of a client shows its figures', await timeOf(page, '/', showFigures), AIM],
    ]
  } finally {
    await close()
  }
}

const showLogin = (page: Page) => page.getByRole('button', { name: 'Login' }).waitFor()
const showFigures = (page: Page) => page.getByText('Answered today').waitFor()

async function timeOf(
  page: Page,
  path: string,
  show: (page: Page) => Promise<void>,
): Promise<string> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('about:blank')
    const slow = await page.context().newCDPSession(page)
    await slow.send('Network.enable')
    await slow.send('Network.setCacheDisabled', { cacheDisabled: true })
    await slow.send('Network.emulateNetworkConditions', SLOW_CONNECTION)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
    seconds.push(
      await secondsOf(async () => {
        await page.goto(path, { waitUntil: 'commit' })
        await show(page)
      }),
    )
    await slow.detach()
  }
  return `${spread(seconds, 2)} s`
}
