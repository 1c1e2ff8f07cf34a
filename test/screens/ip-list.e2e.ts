import { beforeAll, expect, test } from 'vitest'
import { listClientIps } from '#contract/accounts/ip-list.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { clientForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

beforeAll(async () => {
  const { admin } = console_.api
  const { data: tariff } = await admin.call(createTariff, { body: tariffForm })
  for (const name of ['Acme', 'Borealis']) {
    await admin.call(createWholesaleClient, { body: clientForm(tariff.id, name) })
  }
})

const { button, dialog } = partsOf(() => console_.page)
const inDialog = partsOf(dialog)
const client = () => inDialog.select('Client')
const table = () => console_.page.getByRole('table', { name: 'IP list' })
const addresses = () => table().locator('tbody td[data-column=ip] .mono').allTextContents()
const save = () => inDialog.button('Save').click()

test('an address with port and transport fills three fields', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/ip-list')
  await page.getByText('No addresses yet').waitFor()
  await button('Add address').first().click()
  await choose(client(), 'Acme')
  await inDialog.field('Address').fill('10.0.0.1:5060/udp')
  await page.keyboard.press('Tab')
  await expect.poll(() => inDialog.field('Address').inputValue()).toBe('10.0.0.1')
  await expect.poll(() => inDialog.field('Port (optional)').inputValue()).toBe('5060')
  const transport = dialog().getByRole('combobox', { name: 'Transport (optional)' })
  await expect.poll(() => transport.inputValue()).toBe('UDP')
  await save()
  await page.getByText('Address added.').waitFor()
  await expect.poll(addresses).toEqual(['10.0.0.1'])
})

test('a paste is spread at once', async () => {
  await console_.page.goto('/vsa/wholesale-clients/ip-list')
  await button('Add address').first().click()
  await inDialog.field('Address').evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '[2001:db8::1]:5070/tcp')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect.poll(() => inDialog.field('Port (optional)').inputValue()).toBe('5070')
  await expect.poll(() => inDialog.field('Address').inputValue()).toBe('2001:db8::1')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

test('what stands on the list already is refused on its field', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/ip-list')
  await button('Add address').first().click()
  await choose(client(), 'Borealis')
  await inDialog.field('Address').fill('10.0.0.1:5060/udp')
  await page.keyboard.press('Tab')
  await save()
  await dialog()
    .getByText(
      'This address with this port, transport and prefixes is already in the IP list of Acme.',
    )
    .first()
    .waitFor()
  await expect.poll(() => inDialog.field('Address').getAttribute('aria-invalid')).toBe('true')
  await inDialog.field('Address').fill('example')
  await page.keyboard.press('Tab')
  await dialog().getByText('An IP address or network').waitFor()
})

test('a wide network is warned of, and marked in the list', async () => {
  await console_.page.goto('/vsa/wholesale-clients/ip-list')
  await button('Add address').first().click()
  await choose(client(), 'Acme')
  await inDialog.field('Address').fill('10.8.0.0/16')
  await dialog().getByText('65,536 addresses').waitFor()
  await save()
  await table().getByRole('row').filter({ hasText: '10.8.0.0/16' }).getByText('wide').waitFor()
})

test('on a telephone the buttons of a dialog are whole', async () => {
  const { page } = console_
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/vsa/wholesale-clients/ip-list')
  await button('Add address').first().click()
  await dialog().getByRole('button', { name: 'Save and add another' }).waitFor()
  const cut = await dialog()
    .locator('.mantine-Button-label')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect(cut).toBe(0)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('many are pasted, looked at, and added; what is refused stays with its reason', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/ip-list')
  await button('Paste many').click()
  await inDialog
    .field('One address per line')
    .fill(
      [
        '203.0.113.1:5060/udp main office',
        'nonsense here',
        '10.0.0.1:5060/udp',
        '203.0.113.2',
      ].join('\n'),
    )
  const preview = dialog().getByRole('table', { name: 'Preview' })
  const invalid = preview.getByRole('row').filter({ hasText: 'Invalid address' })
  await expect.poll(() => invalid.innerText()).toMatch(/^nonsense here\s+Invalid address$/)
  await preview.getByText('Belongs to Acme').waitFor()
  await dialog().getByRole('button', { name: 'Add 2 addresses', exact: true }).click()
  await dialog().getByText('Required.').waitFor()
  await choose(client(), 'Borealis')
  await dialog().getByRole('button', { name: 'Add 2 addresses', exact: true }).click()
  await page.getByText('2 addresses added.').waitFor()
  await expect
    .poll(() => inDialog.field('One address per line').inputValue())
    .toBe('nonsense here\n10.0.0.1:5060/udp')
  await inDialog.field('One address per line').fill('10.8.7.0/24\n203.0.113.2\n10.8.0.0/17')
  await preview.getByText('Exists already').waitFor()
  await preview.getByText('Can be added: 256 addresses, within 10.8.0.0/16 of Acme').waitFor()
  await preview.getByText('Can be added: 32,768 addresses').waitFor()
  await dialog().getByRole('button', { name: 'Add 2 networks', exact: true }).waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  const { data } = await console_.api.admin.call(listClientIps, { query: { q: '203.0.113' } })
  expect(data.map(({ ip, port, description }) => [ip, port, description])).toEqual([
    ['203.0.113.1', 5060, 'main office'],
    ['203.0.113.2', null, ''],
  ])
})

test('the filters find a client, a status, and who holds an address', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/ip-list')
  const holds = page.getByRole('textbox', { name: 'Covers address' })
  await holds.fill('10.8.7')
  await expect.poll(() => holds.getAttribute('aria-invalid')).toBe('true')
  await holds.fill('10.8.7.6')
  await page.waitForURL(/holds=10\.8\.7\.6/)
  await expect.poll(addresses).toEqual(['10.8.0.0/16'])
  await button('Clear').click()
  await choose(page.getByRole('combobox', { name: 'Client' }), 'Borealis')
  await page.waitForURL(/account_id=/)
  await expect.poll(addresses).toEqual(['203.0.113.1', '203.0.113.2'])
})

test('a row is changed and deleted', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/ip-list?q=203.0.113.1')
  const row = table().getByRole('row').filter({ hasText: '203.0.113.1' })
  await row.getByText('main office').click()
  await dialog().getByText('Address 203.0.113.1').waitFor()
  await inDialog.field('Tech prefix (optional)').fill('77#')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Address saved.').waitFor()
  await row.getByText('77#').waitFor()
  await row.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog().getByText('Borealis can no longer call from it.').waitFor()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Address 203.0.113.1 deleted.').waitFor()
  await page.getByText('Nothing matches.').waitFor()
})

test('numbers, an own tariff and a password are asked for where a row needs them', async () => {
  const { page } = console_
  await page.goto('/vsa/wholesale-clients/ip-list?q=203.0.113.2')
  await table().getByText('203.0.113.2').click()
  await button('Numbers, limits, tariff and password').click()
  const prefixes = dialog().getByRole('combobox', { name: 'Called prefixes (optional)' })
  for (const prefix of ['44', '1']) {
    await prefixes.fill(prefix)
    await prefixes.press('Enter')
  }
  await choose(dialog().getByRole('combobox', { name: 'Tariff (optional)' }), 'Gold')
  await inDialog.field('Username (optional)').fill('borealis-trunk')
  await save()
  await dialog().getByText('A new username needs a password.').waitFor()
  await dialog().getByRole('button', { name: 'Generate' }).click()
  await save()
  await page.getByText('Address saved.').waitFor()
  const { data } = await console_.api.admin.call(listClientIps, { query: { q: 'borealis-trunk' } })
  expect(data[0]).toMatchObject({ dst_prefixes: ['1', '44'], tariff_name: 'Gold' })
})
