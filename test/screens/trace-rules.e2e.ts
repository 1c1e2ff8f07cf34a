// A trace rule in one walk: added, seen in the list, changed, paused, copied and deleted.
import { beforeAll, expect, test } from 'vitest'
import { addClient, addGateways } from '../support/configuration.ts'
import { writeTracerFigures } from '../support/sip-traces.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const LIST = '/vsa/logs/sip-traces'

const console_ = consoleForFile()
beforeAll(async () => {
  await addClient(console_.api, { name: 'Acme', username: 'acme' })
  await addGateways(console_.api, ['London 1', 'London 2'])
})

const { field, select, button, row } = partsOf(() => console_.page)

test('without a rule the list says why one is needed, and that no tracer runs', async () => {
  const { page } = console_
  await page.goto(LIST)
  await page.getByText('No trace rules. A trace rule chooses the calls').waitFor()
  await page.getByText('The tracer does not run').waitFor()
})

test('the state of the tracer is above the list, with the way to the settings', async () => {
  const { page, api } = console_
  await writeTracerFigures(api.database, { dropped: 7, paused: 0 })
  await page.reload()
  await page.getByText('The tracer runs', { exact: true }).waitFor()
  const state = page.getByRole('main').locator('p', { hasText: 'The tracer runs' })
  await expect
    .poll(() => state.innerText())
    .toMatch(/0 messages stored today · 7 dropped since start · .+ of 2 GB · kept for 3 days/)
  await state.getByRole('link', { name: 'Retention settings' }).click()
  await page.waitForURL('**/vsa/settings')
  await page.goBack()
})

test('a rule is added, and the list says which calls it chooses', async () => {
  const { page } = console_
  await button('Add trace rule').first().click()
  await page.getByRole('heading', { name: 'Add trace rule' }).waitFor()
  await field('Name').fill('France')
  await choose(select('Clients and resellers (optional)'), 'Acme')
  await choose(select('Gateways (optional)'), 'London 1')
  await select('Called prefixes (optional)').pressSequentially('33a,44 ')
  await button('Save').click()
  await page.getByText('Digits only, at most 20.').waitFor()
  await select('Called prefixes (optional)').press('Backspace')
  await select('Called prefixes (optional)').press('Backspace')
  await select('Called prefixes (optional)').pressSequentially('33,44 ')
  await page.getByRole('switch', { name: 'Failed calls only' }).click()
  await field('Share').fill('10')
  await field('Until (optional)').fill('2099-01-01 00:00:00')
  await button('Save').click()
  await page.getByText('Trace rule added.').waitFor()
  await row('France').getByText('Calls of Acme, over London 1, to 33 or 44').waitFor()
  await expect
    .poll(() => row('France').innerText())
    .toMatch(/Active[\s\S]+Failed calls[\s\S]+10 %[\s\S]+2099-01-01 00:00:00[\s\S]+Tracing/)
})

test('a rule is changed, ends, and is without an end again', async () => {
  const { page } = console_
  await row('France').getByRole('link', { name: 'France' }).click()
  await page.getByRole('heading', { name: 'France' }).waitFor()
  await page.getByRole('button', { name: 'Remove London 1' }).click()
  await field('Until (optional)').fill('2026-01-01 00:00:00')
  await button('Save').click()
  await page.getByText('Trace rule saved.').first().waitFor()
  await row('France').getByText('Calls of Acme, to 33 or 44').waitFor()
  await row('France').getByText('Ended').waitFor()
  await row('France').getByRole('link', { name: 'France' }).click()
  await field('Until (optional)').fill('')
  await button('Save').click()
  await row('France').getByText('Tracing').waitFor()
})

test('a rule is paused, found by its status after a reload, and resumed', async () => {
  const { page } = console_
  await act(row('France'), 'Pause')
  await button('Pause').last().click()
  await page.getByText('France is paused.').waitFor()
  await choose(select('Status'), 'Active')
  await page.waitForURL(/status=active/)
  await row('France').waitFor({ state: 'detached' })
  await choose(select('Status'), 'Paused')
  await page.waitForURL(/status=paused/)
  await page.reload()
  await row('France').waitFor()
  await button('Clear').click()
  await act(row('France'), 'Resume')
  await button('Resume').last().click()
  await page.getByText('France is active.').waitFor()
})

test('a rule is copied and deleted', async () => {
  const { page } = console_
  await act(row('France'), 'Copy')
  await expect.poll(() => field('Name').inputValue()).toBe('France copy')
  const form = page.getByRole('form', { name: 'Add trace rule' })
  await form.getByText('Acme', { exact: true }).waitFor()
  await button('Save').click()
  await page.getByText('Trace rule added.').waitFor()
  await row('France copy').getByText('Calls of Acme, to 33 or 44').waitFor()
  await act(row('France copy'), 'Delete')
  await page.getByText('It traces no new calls.').waitFor()
  await button('Delete').last().click()
  await row('France copy').waitFor({ state: 'detached' })
})
