// The console as the desks of an operator see it: no link, no tile and no panel leads to a refusal,
// and what a user may not change can be read.
import { beforeAll, describe, expect, test } from 'vitest'
import { createInvoice } from '#contract/invoices/invoices.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser } from '#contract/people/users.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { GROUP_TEMPLATES, templateValuesOf } from '#web/permission-groups/group-templates.ts'
import { permissionGroupForm, userForm } from '../support/people.ts'
import { sampleOf } from '../support/sample.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'
import { crawl } from './support/crawl.ts'
import { addOneOfEach } from './support/one-of-each.ts'
import { openForFile } from './support/open-within.ts'

const console_ = consoleForFile()
const open = openForFile(console_)

/** The first word of a template is its desk. */
const deskOf = ({ label }: { readonly label: string }) => label.split(/[ :]/)[0] ?? ''

beforeAll(async () => {
  const { admin } = console_.api
  const viewers = await addViewers(console_.api)
  await addOneOfEach(console_.api)
  const month = { from_on: '2026-01-01', to_on: '2026-01-31' }
  await admin.call(createInvoice, { body: { account_id: viewers.acme, ...month } })
  for (const template of GROUP_TEMPLATES) {
    const body = { ...permissionGroupForm, ...templateValuesOf(template, PERMISSIONS) }
    const { data } = await admin.call(createPermissionGroup, {
      body: { ...body, name: deskOf(template) },
    })
    const user = { ...userForm, username: deskOf(template), group_ids: [data.id] }
    await admin.call(createUser, { body: user })
  }
})

const DESKS = GROUP_TEMPLATES.map(deskOf)

describe.each(sampleOf(DESKS, { shares: DESKS.length }))('the desk %s', (desk) => {
  test('is refused behind no link of its pages', async () => {
    const { page } = console_
    await console_.enterAs(desk, 'ADMIN')
    const refused: string[] = []
    const note = (answer: { status(): number; url(): string }) => {
      if (answer.status() === 403) refused.push(answer.url())
    }
    page.on('response', note)
    const noted = async (address: string) => {
      await open(address)
      const text = await page.locator('main').innerText()
      if (text.includes('You do not have permission')) refused.push(address)
    }
    const { opened } = await crawl(page, noted, '/vsa')
    page.off('response', note)
    expect(refused).toEqual([])
    expect(opened.length).toBeGreaterThan(20)
  })
})

test('a form that one may not save is read, with nothing to change', async () => {
  const { page } = console_
  await console_.enterAs('NOC', 'ADMIN')
  await open('/vsa/gateways')
  await page.getByRole('link', { name: 'London 1' }).first().click()
  await page.getByRole('heading', { name: 'London 1', level: 1 }).waitFor()
  await page.getByText('View only').waitFor()
  const form = page.getByRole('form', { name: 'London 1' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Name', exact: true }).isDisabled())
    .toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})

test('the NOC sees clients and settlement accounts, and no balance of them', async () => {
  const { page } = console_
  await console_.enterAs('NOC', 'ADMIN')
  const lists = [
    { address: '/vsa/settlements', title: 'Settlements', name: 'London' },
    { address: '/vsa/clients/wholesale', title: 'Wholesale Clients', name: 'Acme' },
  ]
  for (const { address, title, name } of lists) {
    await open(address)
    const table = page.getByRole('table', { name: title })
    await table.getByRole('link', { name, exact: true }).waitFor()
    const headers = await table.getByRole('columnheader').allInnerTexts()
    expect(headers.join()).not.toMatch(/balance|available|debt|reserved/i)
    expect(await table.innerText()).not.toMatch(/5\.0000|we owe|prepaid \d/)
    await table.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    const figures = page.getByLabel(/^Money/)
    await figures.getByText('Active calls').waitFor()
    expect(await figures.innerText()).not.toMatch(/balance|available|reserved/i)
    expect(await page.getByText('Max debt').count()).toBe(0)
  }
  await open('/vsa')
  await page.getByRole('heading', { name: 'Low balances' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Available' }).count()).toBe(0)
})

test('the billing clerk sees the invoices of clients, and none of carriers', async () => {
  await console_.enterAs('Billing', 'ADMIN')
  await open('/vsa/account/invoices')
  const table = console_.page.getByRole('table', { name: 'Invoices' })
  await table.getByText('Acme').first().waitFor()
  expect(await table.getByText('Carrier').count()).toBe(0)
})
