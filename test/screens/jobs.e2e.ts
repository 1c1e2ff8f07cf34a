// The screen Jobs: what runs by itself, and what users have begun.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createPriceNotification } from '#contract/price-notifications/price-notifications.ts'
import { previewRateImport } from '#contract/rate-imports/rate-imports.ts'
import { addClient, addTariff } from '../support/configuration.ts'
import { AT_ONCE, readImport, uploadRates } from '../support/rate-imports.ts'
import { startTestJobs } from '../support/test-jobs.ts'
import { consoleForFile } from './console.ts'

const console_ = consoleForFile()
let import_id: number

beforeAll(async () => {
  const { api } = console_
  const tariff_id = await addTariff(api, 'BUY')
  const { data } = await uploadRates(api.admin, tariff_id, 'prefix,rate\n44,0.02\n')
  import_id = data.id
  const body = { ...AT_ONCE, layout: data.layout! }
  await api.admin.call(previewRateImport, { params: { id: import_id }, body })
  await sql`update rate_import set progress = 400`.execute(api.database)
})

const panel = (name: string) => console_.page.getByRole('region', { name, exact: true })

test('work under way is listed with its progress, leads to its page, and is stopped', async () => {
  const { page } = console_
  await page.goto('/vsa/settings/management')
  await page.getByRole('main').getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  const row = panel('Work').getByRole('row').filter({ hasText: 'Rate import' })
  await row.getByText('preview').waitFor()
  await row.getByRole('progressbar').waitFor()
  await row.getByRole('link').click()
  await page.waitForURL(/\/imports\/\d+$/)
  await page.goBack()
  await row.getByRole('button', { name: /^Stop/ }).click()
  await panel('Work').getByText('Nothing is under way').waitFor()
  expect((await readImport(console_.api, import_id)).state).toBe('UPLOADED')
})

test('a job that fails says why, and is run again at once', async () => {
  let is_broken = true
  const work = async () => {
    if (is_broken) throw new Error('no such table')
  }
  const jobs = [{ name: 'trying', every_ms: 3_600_000, work }]
  const stop = await startTestJobs({ url: console_.api.jobs_url, jobs })
  const row = panel('Jobs').getByRole('row').filter({ hasText: 'trying' })
  await row.getByText('failing').waitFor()
  await row.getByText('no such table').waitFor()
  is_broken = false
  await row.getByRole('button', { name: 'Run now: trying' }).click()
  await row.getByText('waiting').waitFor()
  await stop()
})

test('a price notification that fails says why, and is discarded', async () => {
  const { page, api } = console_
  const tid = await addTariff(api, 'SELL')
  await addClient(api, { tariff_id: tid })
  await api.admin.call(createPriceNotification, {
    params: { tid },
    body: { account_id: null, basis: 'KNOWN', since: '2026-01-01T00:00:00Z', is_full: false },
  })
  await sql`update price_notification
    set prepared_at = null, failures = 1, failure = 'No space left.',
      retry_at = now() + interval '5 minutes'`.execute(api.database)
  const work = panel('Work').getByRole('row').filter({ hasText: 'Price notification' })
  await work.getByText('No space left.').waitFor()
  await work.getByRole('link').click()
  await page.waitForURL(/price-notifications.tariff_id=/)
  await page.getByRole('row').filter({ hasText: 'Failed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price notification' })
  await dialog.getByText('could not be compared: No space left.').waitFor()
  await dialog.getByText('Next try:').waitFor()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Discarded.').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Failed' }).count()).toBe(0)
})
