// A rule of alarms in one walk: added with a try, paused, copied and deleted.
import { beforeAll, expect, test } from 'vitest'
import { setPing } from '../support/alarms.ts'
import { addGateways } from '../support/configuration.ts'
import { doAlarms } from '../support/do-jobs.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
beforeAll(async () => {
  const { api } = console_
  const [down = 0] = await addGateways(api, ['London 1', 'London 2'])
  await setPing(api.database, down, 'DOWN')
})

const { field, select, button, row } = partsOf(() => console_.page)

test('the rules of a new switch are there, in words', async () => {
  const { page } = console_
  await page.goto('/vsa/monitor/alarm-rules')
  const asr = row('Few calls of a gateway are answered')
  await asr.getByText('ASR below 20 % within 60 minutes, from 50 calls').waitFor()
  await row('Gateway down').getByText('All gateways').waitFor()
})

test('what can be chosen follows from the condition', async () => {
  const { page } = console_
  await button('Add alarm rule').first().click()
  await page.getByRole('heading', { name: 'Add alarm rule' }).waitFor()
  await field('Window').waitFor()
  await choose(select('Condition'), 'Low balance')
  await expect.poll(() => field('Window').count()).toBe(0)
  await expect.poll(() => select('Kind').inputValue()).toBe('Client')
  await page.getByText('of its currency', { exact: true }).waitFor()
  await choose(select('Condition'), 'Gateway down')
  await expect.poll(() => field('Bound').count()).toBe(0)
  await expect.poll(() => select('Kind').inputValue()).toBe('Gateway')
})

test('a rule is tried before it is saved, and fires', async () => {
  const { page, api } = console_
  await field('Name').fill('London down')
  await button('Try').click()
  await page.getByText('1 subject of 2 would be alarmed now.').waitFor()
  await page.getByText('London 1: It does not answer OPTIONS.').waitFor()
  await field('True before it fires').fill('0')
  await choose(select('Only these (optional)'), 'London 1')
  await button('Save').click()
  await page.getByText('Alarm rule added.').waitFor()
  await doAlarms(api, Date.now())
  await row('London down').getByText('1 gateway', { exact: true }).waitFor()
  await row('London down').getByRole('link', { name: '1', exact: true }).click()
  await page.waitForURL(/\/monitor\/alarms\?rule_id=\d+/)
  await row('London 1').last().waitFor()
})

test('a bound that is no value of its unit is refused at its field', async () => {
  const { page } = console_
  await page.goto('/vsa/monitor/alarm-rules/add')
  await field('Name').fill('Odd')
  await button('Try').click()
  await page.getByText('Fill in the bound and the other fields first.').waitFor()
  await field('Bound').fill('twenty')
  await button('Save').click()
  await page.getByText('A number, for example 12.5.').waitFor()
})

test('a rule is copied, paused, resumed and deleted', async () => {
  const { page } = console_
  page.once('dialog', (asked) => void asked.accept())
  await page.goto('/vsa/monitor/alarm-rules')
  await act(row('London down'), 'Copy')
  await expect.poll(() => field('Name').inputValue()).toBe('London down copy')
  const form = page.getByRole('form', { name: 'Add alarm rule' })
  await form.getByText('London 1', { exact: true }).waitFor()
  await button('Save').click()
  await page.getByText('Alarm rule added.').waitFor()
  await act(row('London down copy'), 'Pause')
  await button('Pause').last().click()
  await page.getByText('London down copy is paused.').waitFor()
  await act(row('London down copy'), 'Resume')
  await button('Resume').last().click()
  await page.getByText('London down copy is active.').waitFor()
  await act(row('London down copy'), 'Delete')
  await button('Delete').last().click()
  await row('London down copy').waitFor({ state: 'detached' })
})
