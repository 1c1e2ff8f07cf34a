// Rate files of carriers: how they are read, what is asked, the preview, and what is applied.
import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createTariffRate, listTariffRates } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { rate } from '#core/money.ts'
import { doRateImports } from '../support/do-jobs.ts'
import { rateForm, tariffForm } from '../support/forms.ts'
import { hiddenRow, makeWorkbook, textRow } from '../support/rate-files.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
const { field, select, rows: rowsOf } = partsOf(() => console_.page)
let tid: number
let serial = 0

beforeEach(async () => {
  serial += 1
  const body = { ...tariffForm, name: `Gold ${serial}` }
  tid = (await console_.api.admin.call(createTariff, { body })).data.id
})

const open = () => console_.page.goto(`/vsa/tariffs/${tid}/rates`)

test('a file of 500 rates is imported without its faults, and undone', async () => {
  const { page } = console_
  const body = { ...rateForm, prefix: '10400', rate: rate(1_000_000) }
  await console_.api.admin.call(createTariffRate, { params: { tid }, body })
  const lines = Array.from({ length: 500 }, (_, at) => {
    const isDamaged = at % 16 === 7
    return `${10_000 + at},Place ${at % 90},${isDamaged ? 'much' : '0.0123'}`
  })
  const text = ['Prefix,Destination,Rate', ...lines].join('\n')
  await open()
  await page.getByRole('link', { name: 'Import…' }).click()
  const buffer = Buffer.from(text)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'carrier.csv', mimeType: 'text/csv', buffer })
  await page.getByText('0.0123 USD per minute').first().waitFor()
  await choose(select('Header'), 'No header')
  await page.getByText('Destination', { exact: true }).and(page.locator('td')).waitFor()
  await choose(select('Header'), 'Line 1: Prefix, Destination, Rate')
  await page.getByText('0.0123 USD per minute').first().waitFor()
  await choose(select('Effective'), 'At a time')
  await field('Effective at').fill('2100-01-01T00:00:00')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  await page.getByText('No account uses the tariff.').waitFor()
  await page.getByText('Greatest increases').click()
  await rowsOf('carrier.csv').filter({ hasText: '10400' }).getByText('+23.00 %').waitFor()
  await page.getByLabel('Skip 31 invalid rows').check()
  await page.goto(`${page.url().split('?')[0]}?kind=INVALID`)
  await rowsOf('carrier.csv').nth(30).waitFor()
  await page.getByLabel('Skip 31 invalid rows').check()
  await page.getByRole('button', { name: 'Apply 469 changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await doRateImports(console_.api)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await doRateImports(console_.api)
  await page.getByText('Undone').waitFor()
  const left = await console_.api.admin.call(listTariffRates, { params: { tid } })
  expect(left.data).toMatchObject([{ prefix: '10400', effective_until: null }])
})

/** The part of an element that lies within the page, from 0 to 1. */
async function shareInSight(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  const { width } = console_.page.viewportSize() ?? { width: 0 }
  if (!box) return 0
  return Math.max(0, Math.min(width, box.x + box.width) - Math.max(0, box.x)) / box.width
}

async function upload(lines: readonly string[]): Promise<void> {
  const { page } = console_
  await open()
  await page.getByRole('link', { name: 'Import…' }).click()
  const file = { name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
}

test('a column of numbers is decided, and is the next time as it was', async () => {
  const { page } = console_
  const lines = ['Code,Destination,Rate,Units', '44,UK,0.0123,60', '45,Denmark,0.02,30']
  await upload(lines)
  await page.getByText('Column "Units" holds numbers that no field takes').waitFor()
  const preview = page.getByRole('button', { name: 'Preview' })
  expect(await preview.isDisabled()).toBe(true)
  await choose(select('Units'), 'Ignored')
  await page.getByText('Column "Units" holds').waitFor({ state: 'detached' })
  await preview.click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  await page.getByRole('button', { name: 'Apply 2 changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await doRateImports(console_.api)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await upload(lines)
  await preview.waitFor()
  await expect.poll(() => select('Units').inputValue()).toBe('Ignored')
  expect(await preview.isDisabled()).toBe(false)
})

test('a name without a code is read by the code deck, before the preview and in it', async () => {
  const { page } = console_
  await sql`insert into code_deck_entry (prefix, country_iso2, destination, network_type, source)
    values ('9992', 'GH', 'Ghana Test', 'MOBILE', 'MANUAL'),
      ('9995', 'GH', 'Ghana Test', 'MOBILE', 'MANUAL')`.execute(console_.api.database)
  await upload(['Code,Destination,Rate', '44,UK,0.0123', ',Ghana test,0.02'])
  await page.getByText('9992 and 1 more: 0.02 USD per minute').waitFor()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  await rowsOf('sheet.csv').filter({ hasText: '9995' }).getByText('Codes of').waitFor()
})

test('codes without + are a question, and codes of another country need a reason', async () => {
  const { page } = console_
  await upload([
    'Code,Destination,Rate',
    '613,Canada - Ottawa,0.005',
    '+614,Australia - Mobile,0.1018',
    '+226,Canada west,0.01',
  ])
  await page.getByText('as +614, and others have not, as 613').first().waitFor()
  const preview = page.getByRole('button', { name: 'Preview' })
  expect(await preview.isDisabled()).toBe(true)
  const codes = select('Codes without +')
  await choose(codes, 'Whole: 613 is +613 (Australia)')
  await choose(codes, 'Without their country: 613 is +1 613 (United States)')
  await page.getByText('1613: 0.005 USD per minute').waitFor()
  await preview.click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  const conflict = rowsOf('sheet.csv').filter({ hasText: 'code of Burkina Faso, not Canada' })
  await conflict.getByText('Canada west').waitFor()
  const apply = page.getByRole('button', { name: 'Apply 3 changes' })
  expect(await apply.isDisabled()).toBe(true)
  await page.getByLabel('1 rate has a name of another country').fill('The carrier sells it so.')
  await apply.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await doRateImports(console_.api)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
})

const LATER = 'Effective from,Until,Connect fee,First increment,Next increment'
const FAULTY = 'One code with a comma, or several codes? Write "; " between codes.'

test('the reason of an invalid row is in sight beside its rate, on every screen', async () => {
  const { page } = console_
  await upload([
    `Code,Destination,Rate,${LATER}`,
    '44,United Kingdom fixed and special services,0.0123,2098-01-01,2099-01-01,0.01,60,60',
    '"1,242",Bahamas,0.0123,2098-01-01,2099-01-01,0.01,60,60',
  ])
  const head = page.getByRole('columnheader', { name: 'Read as' })
  await head.waitFor()
  expect(await shareInSight(head)).toBe(1)
  await page.getByRole('cell', { name: FAULTY }).waitFor()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  const invalid = rowsOf('sheet.csv').filter({ hasText: FAULTY })
  const valid = rowsOf('sheet.csv').filter({ hasText: 'United Kingdom' })
  const cell = (row: Locator, id: string) => row.locator(`td[data-column="${id}"]`)
  await invalid.waitFor()
  for (const id of ['reason', 'prefix', 'destination', 'rate', 'old_rate', 'change_percent']) {
    await expect.poll(() => shareInSight(cell(valid, id)), { message: id }).toBe(1)
  }
  try {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect.poll(() => shareInSight(cell(invalid, 'reason'))).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => shareInSight(cell(invalid, 'reason'))).toBeGreaterThan(0.4)
  } finally {
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('hidden rows and columns of a workbook are named, and included by a choice', async () => {
  const { page } = console_
  const header = textRow(['Code', 'Destination', 'Cost', 'Rate'])
  const shown = textRow(['33', 'France', '0.01', '0.02'])
  const sheet = header + shown + hiddenRow(['34', 'Costa Brava', '0.01', '0.03'])
  const columns = '<col min="3" max="3" hidden="1"/>'
  const buffer = Buffer.from(makeWorkbook({ sheets: [header, sheet], hidden: [0], columns }))
  await page.goto(`/vsa/tariffs/${tid}/rates`)
  await page.getByRole('link', { name: 'Import…' }).click()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'carrier.xlsx', mimeType: 'application/xlsx', buffer })
  await page.getByText('Hidden and excluded: “S0”.').waitFor()
  await page.getByText('Hidden: 1 row; column C.').waitFor()
  expect(await page.getByText('Costa Brava').count()).toBe(0)
  await choose(select('Hidden rows and columns'), 'Included')
  await page.getByText('Costa Brava').first().waitFor()
  await choose(select('Hidden rows and columns'), 'Excluded')
  await page.getByText('Costa Brava').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  await page.getByRole('button', { name: 'Apply 1 change' }).waitFor()
})

test('a date in the title is proposed as the start, and can be ignored', async () => {
  const { page } = console_
  const text = 'Effective date: 15 December 2098\nCode,Destination,Rate\n33,France,0.02\n'
  await page.goto(`/vsa/tariffs/${tid}/rates`)
  await page.getByRole('link', { name: 'Import…' }).click()
  const buffer = Buffer.from(text)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'carrier.csv', mimeType: 'text/csv', buffer })
  await page.getByText('The title says “Effective date: 15 December 2098”.').waitFor()
  expect(await field('Effective at').inputValue()).toBe('2098-12-15 00:00:00')
  await choose(select('Effective'), 'Immediately')
  await page.getByText('choose when the rates take effect, or ignore this date.').waitFor()
  expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true)
  await page.getByLabel('Ignore the date in the title').check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  await page.getByRole('button', { name: 'Apply 1 change' }).waitFor()
})

test('numbers that may be thousands are a question with both readings', async () => {
  const { page } = console_
  const text = 'Code,Destination,Rate\n33,France,"1,250"\n39,Italy,"2,375"\n'
  await page.goto(`/vsa/tariffs/${tid}/rates`)
  await page.getByRole('link', { name: 'Import…' }).click()
  const buffer = Buffer.from(text)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'carrier.csv', mimeType: 'text/csv', buffer })
  await page.getByText('is the mark that of thousands, or of decimals?').first().waitFor()
  expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true)
  await choose(select('Numbers'), '1,250 is 1250')
  await page.getByRole('cell', { name: '33: 1250' }).waitFor()
  await choose(select('Numbers'), '0,0123')
  await page.getByRole('cell', { name: '33: 1.25' }).waitFor()
  expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(false)
})
