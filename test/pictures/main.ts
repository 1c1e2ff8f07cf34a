// `npm run pictures`: the pictures of the README, taken from the running demo (`npm run demo`).
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../screens/browser.ts'
import { until } from '../sip/until.ts'

const FOLDER = 'docs/pictures'
const BYTES_MAX = 150_000
/** Text stays sharp, and a picture below its limit. */
const QUALITY = 70
const PORT = process.env.HTTP_PORT ?? '8088'
const USERNAME = process.env.ADMIN_USERNAME ?? 'admin'
const PASSWORD = process.env.ADMIN_PASSWORD ?? 'demo-of-a-switch'

async function logIn(page: Page): Promise<void> {
  await page.goto('/vsa/login')
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/vsa')
}

/** Warnings about this machine are no part of the product. */
async function acknowledgeWarnings(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const warnings = page.getByRole('button', { name: 'Acknowledge' })
  while ((await warnings.count()) > 0) {
    const before = await warnings.count()
    await warnings.first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Pictures of the demo')
    await dialog.getByRole('button', { name: 'Acknowledge' }).click()
    await until('the warning is gone', async () => (await warnings.count()) < before)
  }
}

interface Row {
  readonly id: number
  readonly kind?: string
  readonly call_id?: string
}

/** The rows that a page loads for its list. */
async function rowsOf(page: Page, path: string, url: RegExp): Promise<Row[]> {
  const answer = page.waitForResponse(url)
  await page.goto(path)
  return (await (await answer).json()).data
}

/** The pages of the pictures, by their names. */
const PICTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async home(page) {
    await page.goto('/vsa')
    await page.getByText('Top clients today').waitFor()
  },
  async call(page) {
    const [call] = await rowsOf(page, '/vsa/cdr/wholesale', /\/api\/cdr\?/)
    if (!call?.call_id) throw new Error('The demo has no call yet.')
    await page.goto(`/vsa/cdr/wholesale?call=${call.call_id}`)
    await page.getByRole('dialog').getByRole('region', { name: 'Money' }).waitFor()
  },
  async 'rate-import'(page) {
    const tariffs = await rowsOf(page, '/vsa/tariffs', /\/api\/tariffs\?/)
    for (const { id, kind } of tariffs) {
      if (kind !== 'BUY') continue
      const [first] = await rowsOf(page, `/vsa/tariffs/${id}/imports`, /\/imports\?/)
      if (!first) continue
      await page.goto(`/vsa/tariffs/${id}/imports/${first.id}`)
      await page.getByText('Preview ready').first().waitFor()
      return
    }
    throw new Error('The demo has no rate import of a carrier.')
  },
}

const { context, close } = await openBrowser(`http://127.0.0.1:${PORT}`, { height: 840 })
const page = await context.newPage()
await logIn(page)
await acknowledgeWarnings(page)
await mkdir(FOLDER, { recursive: true })
for (const [name, open] of Object.entries(PICTURES)) {
  await open(page)
  // The charts are drawn, and no row is loading.
  await page.waitForLoadState('networkidle')
  const path = join(FOLDER, `${name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: QUALITY })
  const { size } = await stat(path)
  if (size > BYTES_MAX) throw new Error(`${path} has ${size} bytes: ${BYTES_MAX} is the limit.`)
  console.log(`${path}: ${Math.round(size / 1000)} kB`)
}
await close()
process.exit(0)
