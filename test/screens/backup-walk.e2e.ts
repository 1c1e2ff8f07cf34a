// The worst day, clicked: a switch with backups, damaged data, a restore to the second before, and
// the balance is right.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresFolder } from '#supervisor/postgres/database-part.ts'
import { findPostgresUrl } from '#supervisor/postgres/postgres.ts'
import { query } from '../support/backed-up.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openBrowser } from './browser.ts'
import { choose } from './console.ts'
import { fillLogin } from './support/enter.ts'
import { partsOf } from './support/page-parts.ts'

let backups: string
let product: Product
let closeBrowser: () => Promise<void>
let page: Page
let key: string
/** After the recharge, and before the damage. */
let moment: string

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'softswitch-backups-'))
  product = await startProduct({
    ...{ http_port: 18740, sip_address: '127.0.48.1', first_rtp_port: 17_500 },
    variables: { BACKUP_DIR: backups },
  })
  const browser = await openBrowser(product.console)
  closeBrowser = browser.close
  page = await browser.context.newPage()
})
afterAll(async () => {
  await closeBrowser?.()
  await product?.remove()
  await rm(backups, { recursive: true, force: true })
})

const { field, select, button, row, dialog } = partsOf(() => page)
const ask = async (sql: string) =>
  await query(await findPostgresUrl(postgresFolder(product.folder)), sql)

test('a client is recharged', async () => {
  await page.goto('/vsa')
  await fillLogin(page, product.username, product.password)
  await page.waitForURL('**/vsa')
  await page.goto('/vsa/tariffs/add')
  await field('Name').fill('Gold')
  await button('Save').click()
  await page.waitForURL(/\/tariffs\/\d+\/rates$/)
  await page.goto('/vsa/wholesale-clients/add')
  await field('Name').fill('Acme Telecom')
  await field('Username').fill('acme')
  await choose(select('Tariff'), 'Gold')
  await button('Save').click()
  await page.getByText('Add its IP addresses next.').waitFor()
  await page
    .getByRole('region', { name: 'Readiness' })
    .getByRole('button', { name: 'Recharge' })
    .click()
  await dialog().getByRole('textbox', { name: 'Amount' }).fill('10')
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('the first backup is made, restored and found right, and the key is stored', async () => {
  await page.goto('/vsa/settings/backups')
  const kept = page.getByRole('table', { name: 'Backups that are kept' })
  await kept.getByText('MB').waitFor({ timeout: 200_000 })
  await button('Show the key…').click()
  key = await dialog().locator('code').innerText()
  expect(key).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/)
  await dialog().getByRole('button', { name: 'I have stored it' }).click()
  await button('Show the key…').waitFor({ state: 'detached' })
  await button('Test the restore now').click()
  await kept.getByText('passed').waitFor({ timeout: 200_000 })
  await row('rules of the books', 'Restore tests').getByText('passed').first().waitFor()
})

test('damaged data is restored to the second before, and the balance is right', async () => {
  const [at] = await ask('select to_char(clock_timestamp(), \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\') t')
  moment = String(at?.t)
  await page.waitForTimeout(1500)
  await ask('update account_balance set balance = 0')
  const [log] = await ask('select pg_walfile_name(pg_switch_wal()) as name')
  const stored = () =>
    ask(`select log_stored_until > '${moment}'::timestamptz + interval '1 second' as is_stored
      from backup_store`)
  expect(log?.name).toBeDefined()
  await expect.poll(stored, { timeout: 200_000 }).toEqual([{ is_stored: true }])
  await product.stop()
  await rm(product.folder, { recursive: true })
  expect(await restore()).toContain('The switch is drained')
  await product.startAgain()
  // The session of the browser is among what was restored.
  await page.goto('/vsa/wholesale-clients')
  await row('Acme Telecom').getByText('10.00').first().waitFor()
  const drained = page.getByText('New calls are refused: the switch is drained.')
  await drained.waitFor()
  await page.goto('/vsa/settings/management')
  await button('Drain off').click()
  await drained.waitFor({ state: 'detached' })
})

/** As an operator on a new machine, who has the folder and the key. */
async function restore(): Promise<string> {
  const file = join(backups, 'key')
  await writeFile(file, key)
  const words = ['src/supervisor/backup/restore-command.ts', moment, '--key', file]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: product.folder, BACKUP_DIR: backups },
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return output
}
