// Exports in the background: requested in a list, followed on their page, downloaded, cancelled,
// and continued after an interruption.
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Download } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { recordAt, writeCalls } from '../support/calls.ts'
import { makeExports, NO_EXPORTS } from '../support/exports.ts'
import { consoleForFile, openConsole } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const DAY = Date.UTC(2026, 2, 9, 12)
const LIST = '/vsa/cdr/wholesale?from=2026-03-09T00:00&to=2026-03-10T00:00'
const CALLS = 2500

const console_ = consoleForFile(() => openConsole({}, NO_EXPORTS))
beforeAll(async () => {
  const records = Array.from({ length: CALLS }, (_, second) => recordAt(DAY + second * 1000))
  await writeCalls(console_.api.url, { records })
})

const { button, dialog, row, rows } = partsOf(() => console_.page)

async function openDialog(): Promise<void> {
  const { page } = console_
  await page.goto(LIST)
  await rows('Wholesale calls').first().waitFor()
  await button('Export').click()
  await dialog().waitFor()
}
const choose = (words: string) => dialog().getByText(words, { exact: true }).click()

async function exportInBackground(format = 'CSV'): Promise<void> {
  await openDialog()
  await choose(format)
  await button('Export in the background').click()
  await console_.page.getByText('Made in the background').waitFor()
  await button('Show exports').click()
  await console_.page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor()
}
async function downloaded(click: () => Promise<void>): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([console_.page.waitForEvent('download'), click()])
  return { file, bytes: await readFile(await file.path()) }
}
/** The one that was requested last. */
const newest = () => rows('Exports').first()
const download = () => newest().getByRole('button', { name: /^Download/ })

test('the menu of the user leads to the page, which is empty at first', async () => {
  const { page } = console_
  await page.goto('/vsa')
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: 'Exports' }).click()
  await page.waitForURL('**/vsa/exports')
  await page.getByText('No exports.').waitFor()
})

test('a file from the background has the rows of an immediate one', async () => {
  await openDialog()
  const now = await downloaded(() =>
    dialog().getByRole('button', { name: 'Export', exact: true }).click(),
  )
  await exportInBackground()
  await newest().getByText('waiting').waitFor()
  await makeExports(console_.api)
  await newest().getByText('done').waitFor()
  expect((await newest().innerText()).replace(/\s+/g, ' ')).toMatch(
    /^Calls wholesale-calls-2026-03-09t.*-utc\.csv\.gz done 2,500 CSV [\d.]+ kB 2/,
  )
  const later = await downloaded(() => download().click())
  expect(later.file.suggestedFilename()).toMatch(/^wholesale-calls-2026-03-09t.*-utc\.csv\.gz$/)
  const text = gunzipSync(later.bytes).toString()
  expect(text.trim().split('\r\n')).toHaveLength(CALLS + 1)
  expect(text).toBe(now.bytes.toString())
})

test('Parquet is made in the background only, and downloaded', async () => {
  await openDialog()
  await choose('Parquet')
  await expect
    .poll(() => dialog().getByRole('button', { name: 'Export', exact: true }).count())
    .toBe(0)
  await exportInBackground('Parquet')
  await makeExports(console_.api)
  const { file, bytes } = await downloaded(() => download().click())
  expect(file.suggestedFilename()).toMatch(/\.parquet$/)
  expect(bytes.subarray(0, 4).toString()).toBe('PAR1')
})

test('an interrupted export shows how far it is, and continues', async () => {
  await exportInBackground('JSON')
  let looks = 0
  // Before the claim, and before each page: the first part is stored.
  const stop = {
    get aborted() {
      looks += 1
      return looks > 2
    },
  }
  await makeExports(console_.api, { stop, part_bytes: 1 })
  await newest().getByText('1,000 of 2,500').waitFor()
  await newest().getByText('waiting').waitFor()
  const bar = newest().getByRole('progressbar', { name: /^Progress of/ })
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('40')
  await makeExports(console_.api, { part_bytes: 1 })
  await newest().getByText('done').waitFor()
  const { bytes } = await downloaded(() => download().click())
  const lines = gunzipSync(bytes).toString().trim().split('\n')
  expect(new Set(lines.map((line) => JSON.parse(line).started_at)).size).toBe(CALLS)
})

test('one under way is cancelled, and one that has ended is deleted, if confirmed', async () => {
  const { page } = console_
  await exportInBackground()
  await newest()
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await button('Continue it').click()
  await newest().getByText('waiting').waitFor()
  await newest()
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await button('Cancel the export').click()
  await newest().getByText('cancelled').waitFor()
  expect(await download().count()).toBe(0)
  await makeExports(console_.api)
  await page.reload()
  await newest().getByText('cancelled').waitFor()
  await newest()
    .getByRole('button', { name: /^Delete/ })
    .click()
  await button('Delete').last().click()
  await row('cancelled', 'Exports').waitFor({ state: 'detached' })
  await expect.poll(() => rows('Exports').count()).toBe(3)
})

test('one that fails says why, and a fourth under way is refused in the dialog', async () => {
  const { page, api } = console_
  for (let count = 0; count < 3; count += 1) await exportInBackground()
  await openDialog()
  await button('Export in the background').click()
  await page.getByText(/^3 of your exports are under way/).waitFor()
  await dialog().waitFor()
  await button('Cancel').click()
  await api.database
    .updateTable('export_job')
    .set({ rights_hash: 'another' })
    .where('state', '=', 'WAITING')
    .execute()
  await makeExports(api)
  await page.goto('/vsa/exports')
  await newest().getByText('failed').waitFor()
  await newest()
    .getByText(/^Your rights are others/)
    .waitFor()
})

test('a list with more rows than one request takes is for the background only', async () => {
  const { page } = console_
  await page.route('**/api/cdr?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const total = { total: 2_000_000, total_is_exact: true }
    await route.fulfill({ json: { ...body, page: { ...body.page, ...total } } })
  })
  await openDialog()
  await dialog()
    .getByText(/^With more than 1,048,575 rows/)
    .waitFor()
  const now = dialog().getByRole('button', { name: 'Export', exact: true })
  expect([await now.count(), await button('Export in the background').count()]).toEqual([0, 1])
  await choose('This page (100)')
  await now.waitFor()
  expect(await button('Export in the background').count()).toBe(0)
  await page.unroute('**/api/cdr?*')
})

test('what cannot be loaded can be tried again, and a failed download says why', async () => {
  const { page } = console_
  const problem = { message: 'It broke.', code: 'our-fault' }
  await page.route('**/api/export-jobs**', (route) => route.fulfill({ status: 500, json: problem }))
  await page.goto('/vsa/exports')
  await page.getByText('It broke.').waitFor()
  await page.unroute('**/api/export-jobs**')
  await button('Retry').click()
  await row('done', 'Exports').first().waitFor()
  await page.route('**/api/export-jobs/*/file*', (route) =>
    route.fulfill({ status: 500, json: problem }),
  )
  const done = row('done', 'Exports').first()
  await done.getByRole('button', { name: /^Download/ }).click()
  await page.getByRole('alert').getByText('It broke.').waitFor()
})
