// Time windows, number lists and translations: made by clicking, tried, refused and deleted.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNumberListItem, listNumberListItems } from '#contract/routing/number-list-items.ts'
import { getTimeWindow } from '#contract/routing/time-windows.ts'
import { getTranslation } from '#contract/routing/translations.ts'
import { addList, addTranslation, addWindow, itemForm, ruleForm } from '../support/route-lists.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'route-lists-'))
})
afterAll(() => rm(folder, { recursive: true }))

const { button, row } = partsOf(() => console_.page)
const field = (name: string, at = 0) =>
  console_.page.getByRole('textbox', { name, exact: true }).nth(at)
const select = (name: string, at = 0) =>
  console_.page.getByRole('combobox', { name, exact: true }).nth(at)
const day = (name: string) => console_.page.getByRole('img', { name: new RegExp(`^${name}:`) })
const output = (name: string) => console_.page.getByLabel(name, { exact: true })

async function askToRemove(name: string): Promise<void> {
  await row(name).getByRole('button', { name: 'Actions of this row' }).click()
  await console_.page.getByRole('menuitem', { name: 'Delete' }).click()
}

async function remove(name: string): Promise<void> {
  await askToRemove(name)
  await console_.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

test('a time window is made of days and hours, and the week shows them', async () => {
  const { page } = console_
  await page.goto('/vsa/time-windows')
  await page.getByText('No time windows yet.').waitFor()
  await button('Add time window').first().click()
  await field('Name').fill('Office')
  await choose(select('Time zone'), 'Europe/London')
  await page.getByText('Sat', { exact: true }).first().click()
  await field('From').fill('9')
  await field('To').fill('9')
  await button('Save').click()
  await page
    .getByText('Start and end are the same. Use 00:00 to 24:00 for the whole day.')
    .waitFor()
  await field('To').fill('1730')
  await field('From').focus()
  await expect.poll(() => field('To').inputValue()).toBe('17:30')
  await expect
    .poll(() => day('Saturday').getAttribute('aria-label'))
    .toBe('Saturday: 09:00 to 17:30')
  await button('Add hours').click()
  await page.getByText('Mon', { exact: true }).nth(1).click()
  await field('From', 1).fill('22:00')
  await field('To', 1).fill('06:00')
  await expect
    .poll(() => day('Saturday').getAttribute('aria-label'))
    .toBe('Saturday: 00:00 to 06:00, 09:00 to 17:30')
  await button('Remove hours 2').click()
  await button('Save').click()
  await page.getByText('Time window added.').waitFor()
  await row('Office').getByText('Mon–Sat 09:00–17:30').waitFor()
  await row('Office')
    .getByText(/Open|Closed/)
    .first()
    .waitFor()
})

test('a time window is changed, and deleted when nothing uses it', async () => {
  const { page } = console_
  const { data } = await addWindow(console_.api, { name: 'Nights' })
  await page.goto(`/vsa/time-windows/${data.id}/edit`)
  await choose(select('Status'), 'Blocked')
  await button('Save').click()
  await page.getByText('Time window saved.').waitFor()
  const params = { id: data.id }
  const read = await console_.api.admin.call(getTimeWindow, { params })
  expect(read.data).toMatchObject({ status: 'blocked', current_state: 'closed', version: 2 })
  await remove('Nights')
  await page.getByText('Time window Nights deleted.').waitFor()
})

test('a number list is added, gets items, and says what it thinks of a number', async () => {
  const { page } = console_
  await page.goto('/vsa/number-lists/add')
  await field('Name').fill('Premium numbers')
  await choose(select('Mode'), 'Exact numbers')
  await page.getByText('exactly the same number').waitFor()
  await choose(select('Mode'), 'Prefixes')
  await button('Save').click()
  await page.getByText('No items yet.').waitFor()

  await button('Add item').first().click()
  await field('Prefix').fill('449')
  await field('Tag (optional)').fill('two words')
  await button('Save').click()
  await page.getByText('Letters, digits, dots and hyphens, at most 40.').waitFor()
  await field('Tag (optional)').fill('premium')
  await button('Save').click()
  await page.getByText('Item added.').waitFor()
  await row('449').getByText('Reject').waitFor()

  await field('Test a number').fill('+449091234567')
  await page.getByText('by 449, tag premium').waitFor()
  await field('Test a number').fill('442071838750')
  await page.getByText('no item matches').waitFor()
  await field('Test a number').fill('')
})

test('many items are pasted or read from a file, after a look at what comes of it', async () => {
  const { page } = console_
  const list = (await addList(console_.api, { name: 'Many' })).data
  await page.goto(`/vsa/number-lists/${list.id}/items`)
  await button('Paste or import').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('44\n4420,11,12\nabc\n44')
  const faults = dialog.getByRole('table', { name: 'Skipped lines' })
  await faults.getByText('Digits only.').waitFor()
  await faults.getByText('Duplicate of line 1.').waitFor()
  await button('Import 2 items').click()
  await page.getByText('Items imported.').waitFor()
  await row('4420').getByText('11 to 12').waitFor()

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Select 4420' }).isChecked())
    .toBe(true)
  await button('Edit…').click()
  await choose(dialog.getByRole('combobox', { name: 'Field' }), 'Tag')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('uk')
  await button('Preview').click()
  await button('Change 2 items of number lists').click()
  await page.getByText('2 items of number lists changed.').waitFor()
  await row('4420').getByText('uk').waitFor()

  const file = join(folder, 'numbers.csv')
  await writeFile(file, 'number;action\n49;ACCEPT\n')
  await button('Paste or import').click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('switch', { name: 'Replace the whole list' }).press('Space')
  await button('Replace the list').click()
  await expect
    .poll(async () => {
      const params = { number_list_id: list.id }
      const { data } = await console_.api.admin.call(listNumberListItems, { params })
      return data.map(({ key, action }) => [key, action])
    })
    .toEqual([['49', 'ACCEPT']])
})

test('a list takes the prefixes of a destination that it lacks', async () => {
  const { page } = console_
  const list = (await addList(console_.api, { name: 'Morocco' })).data
  const params = { number_list_id: list.id }
  const kept = { ...itemForm, key: '2126', tag: 'kept' }
  await console_.api.admin.call(createNumberListItem, { params, body: kept })
  await page.goto(`/vsa/number-lists/${list.id}/items`)
  await button('Add destination…').click()
  const dialog = page.getByRole('dialog', { name: 'Add destination' })
  await choose(select('Destination'), 'Morocco mobile')
  await dialog.getByText('1 prefix is on the list already.').waitFor()
  await button('Add 1 item').click()
  await page.getByText('Items added.').waitFor()
  await row('2127').getByText('Morocco mobile').waitFor()
  const { data } = await console_.api.admin.call(listNumberListItems, { params })
  expect(data.map(({ key, action, tag }) => [key, action, tag])).toEqual([
    ['2126', 'REJECT', 'kept'],
    ['2127', 'REJECT', ''],
  ])
})

test('rules change numbers while they are written, and move by keys', async () => {
  const { page } = console_
  await addList(console_.api, { name: 'Our numbers', mode: 'RANDOM' })
  await page.goto('/vsa/translations/add')
  await field('Name').fill('To E.164')
  await field('Digits').fill('00')
  await page.getByRole('textbox', { name: 'Strip' }).fill('2')
  await expect.poll(() => output('Called number after the rules').innerText()).toBe('442071838750')
  await expect.poll(() => output('Rule 1, tried').innerText()).toContain('→ 442071838750')

  await button('Add rule').click()
  await choose(select('Match', 1), 'Pattern')
  await field('Pattern (RE2)').fill('^44(\\d+')
  await page.getByText('missing closing )').waitFor()
  await field('Pattern (RE2)').fill('^44(\\d+)$')
  await field('Replacement').fill('0$1')
  await expect.poll(() => output('Called number after the rules').innerText()).toBe('02071838750')
  await page.getByRole('checkbox', { name: 'Stop after this rule' }).first().check()
  await expect.poll(() => output('Rule 2, tried').innerText()).toBe('not reached')

  await button('Add rule').click()
  await choose(select('Field', 2), 'Caller number')
  await choose(select('Or from pool', 2), 'Our numbers')
  await field('Pattern (RE2)').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => output('Rule 1, tried').innerText()).toBe('no match')
  await expect
    .poll(() => field('Pattern (RE2)').evaluate((one) => one === document.activeElement))
    .toBe(true)
  await button('Save').click()
  await page.getByText('Translation added.').waitFor()
  await row('To E.164').getByText('3', { exact: true }).waitFor()

  await page.goto('/vsa/number-lists')
  await row('Our numbers').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Number list Our numbers cannot be deleted' })
  await dialog.getByRole('link', { name: 'To E.164' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('a translation is changed in the order of its rules', async () => {
  const { page } = console_
  const { data } = await addTranslation(console_.api, {}, { field: 'caller_number', strip: 1 })
  await page.goto(`/vsa/translations/${data.id}/edit`)
  await button('Move rule 2 up').click()
  await button('Save').click()
  await page.getByText('Translation saved.').waitFor()
  const { data: saved } = await console_.api.admin.call(getTranslation, {
    params: { id: data.id },
  })
  expect(saved.rules).toEqual([ruleForm({ field: 'caller_number', strip: 1 }), ruleForm()])
})
