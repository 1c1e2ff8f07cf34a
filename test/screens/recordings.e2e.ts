// Recording rules, and the recording of a call in the drawer of its record.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettings } from '#contract/console/settings.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { addClient, addGateways } from '../support/configuration.ts'
import { stereoFile, storeRecording, writeRecorderFigures } from '../support/recordings.ts'
import { type Calling, type MadeCall, startCalling } from './calling.ts'
import { choose, consoleForFile } from './console.ts'
import { expectNoFault, loadAxe } from './support/axe.ts'
import { act, partsOf } from './support/page-parts.ts'

const LIST = '/vsa/logs/recording-rules'
const SECONDS = 3

const console_ = consoleForFile()
let calling: Calling
beforeAll(async () => {
  await addClient(console_.api, { name: 'Acme', username: 'acme' })
  await addGateways(console_.api, ['London 1', 'London 2'])
  calling = await startCalling(console_.api)
})
afterAll(() => calling?.stop())

const { field, select, button, row, dialog } = partsOf(() => console_.page)
const form = (name: string) => console_.page.getByRole('form', { name })

test('without a rule the list says that no call is recorded, and no recorder runs', async () => {
  const { page } = console_
  await page.goto(LIST)
  await page.getByText('No recording rules: no call is recorded.').waitFor()
  await page.getByText('The recorder does not run').waitFor()
})

test('the state of the recorder is above the list, with the way to the settings', async () => {
  const { page, api } = console_
  await writeRecorderFigures(api.database, { lost: 3, paused: 1200 })
  await page.reload()
  await page.getByText('The recorder runs', { exact: true }).waitFor()
  const state = page.getByRole('main').locator('p', { hasText: 'The recorder runs' })
  await expect
    .poll(() => state.innerText())
    .toMatch(/3 lost since start · 1,200 not stored because space was full · .+ of .+ · kept for/)
  await state.getByRole('link', { name: 'Retention settings' }).click()
  await page.waitForURL('**/vsa/settings')
  await page.goBack()
})

test('a rule for all calls is refused at its first list, until another one is filled', async () => {
  const { page } = console_
  await button('Add recording rule').first().click()
  await page.getByRole('heading', { name: 'Add recording rule' }).waitFor()
  await page.getByRole('note').getByText('Tell callers where the law wants it').waitFor()
  await field('Name').fill('Acme to Spain')
  await button('Save').click()
  const refusal = page.getByText('a rule for all calls is refused.')
  await refusal.waitFor()
  await expect
    .poll(() => select('Clients and resellers (optional)').getAttribute('aria-invalid'))
    .toBe('true')
  await select('Called prefixes (optional)').pressSequentially('34,351 ')
  await refusal.waitFor({ state: 'detached' })
})

test('a rule is added, and the list says which calls it chooses', async () => {
  const { page } = console_
  await choose(select('Clients and resellers (optional)'), 'Acme')
  await choose(select('Gateways (optional)'), 'London 1')
  await button('Save').click()
  await page.getByText('Recording rule added.').waitFor()
  await row('Acme to Spain').getByText('Calls of Acme, over London 1, to 34 or 351').waitFor()
  await expect.poll(() => row('Acme to Spain').innerText()).toMatch(/Active/)
})

test('a rule is changed', async () => {
  const { page } = console_
  await row('Acme to Spain').getByRole('link', { name: 'Acme to Spain' }).click()
  await page.getByRole('button', { name: 'Remove London 1' }).click()
  await button('Save').click()
  await page.getByText('Recording rule saved.').first().waitFor()
  await row('Acme to Spain').getByText('Calls of Acme, to 34 or 351').waitFor()
})

test('a rule is paused, found by its status after a reload, and resumed', async () => {
  const { page } = console_
  await act(row('Acme to Spain'), 'Pause')
  await dialog().getByText('It records no new calls until it is resumed.').waitFor()
  await button('Pause').last().click()
  await page.getByText('Acme to Spain is paused.').waitFor()
  await choose(select('Status'), 'Paused')
  await page.waitForURL(/status=paused/)
  await page.reload()
  await row('Acme to Spain').waitFor()
  await button('Clear').click()
  await act(row('Acme to Spain'), 'Resume')
  await button('Resume').last().click()
  await page.getByText('Acme to Spain is active.').waitFor()
})

test('a rule is copied and deleted', async () => {
  const { page } = console_
  await act(row('Acme to Spain'), 'Copy')
  await expect.poll(() => field('Name').inputValue()).toBe('Acme to Spain copy')
  await form('Add recording rule').getByText('Acme', { exact: true }).waitFor()
  await button('Save').click()
  await page.getByText('Recording rule added.').waitFor()
  await row('Acme to Spain copy').getByText('Calls of Acme, to 34 or 351').waitFor()
  await act(row('Acme to Spain copy'), 'Delete')
  await page.getByText('It records no new calls. Stored recordings stay').waitFor()
  await button('Delete').last().click()
  await row('Acme to Spain copy').waitFor({ state: 'detached' })
})

test('the settings say for how long recordings are kept, and what is played before', async () => {
  const { page, api } = console_
  await page.goto('/vsa/settings')
  const retention = form('Retention')
  await retention.getByLabel('Recordings', { exact: true }).fill('0')
  await retention.getByRole('button', { name: 'Save' }).click()
  await retention.getByText('At least 1.').waitFor()
  await retention.getByLabel('Recordings', { exact: true }).fill('45')
  await retention.getByLabel('Recordings, max').fill('750')
  await retention.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  const calls = form('Calls and money')
  const announcement = calls.getByRole('combobox', { name: 'Announcement of recordings' })
  await choose(announcement, 'Message: the file recordings/announcement.wav')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await api.admin.call(getSettings, {})).data)
    .toMatchObject({ recording_days: 45, recording_mb: 750, recording_announcement: 'MESSAGE' })
})

const recording = () => dialog().getByRole('region', { name: 'Recording' })
const player = () => recording().getByLabel('Recording of this call')

async function recorded(
  { call_id, invite }: MadeCall,
  change: Partial<Parameters<typeof storeRecording>[1]> = {},
  keys?: Parameters<typeof storeRecording>[2],
): Promise<Buffer> {
  const file = stereoFile('PCMA', SECONDS)
  const at_ms = Math.round(invite.received_at * 1000) + 5000
  const sound = { call_id, at_ms, format: 'WAV', duration_ms: SECONDS * 1000, file } as const
  await storeRecording(console_.api.database, { ...sound, ...change }, keys)
  return file
}

test.each(['PCMA', 'PCMU'] as const)('a recording in %s is played', async (law) => {
  const { page } = console_
  const call = await calling.talked(SECONDS)
  await recorded(call, { file: stereoFile(law, SECONDS) })
  await page.goto(`/vsa/cdr/wholesale?call=${call.call_id}`)
  await expect
    .poll(async () => (await recording().innerText()).replace(/\s+/g, ' '))
    .toMatch(/Length 00:00:03 Size 48\.1 kB Channels Caller left, called party right/)
  await recording().getByText('Listening and downloading are noted').waitFor()
  await recording().getByRole('button', { name: 'Listen' }).click()
  const now = () =>
    player().evaluate((audio: HTMLAudioElement) => [audio.duration, audio.currentTime])
  await expect.poll(async () => (await now())[0]).toBeCloseTo(SECONDS, 1)
  await expect.poll(async () => (await now())[1]).toBeGreaterThan(0.5)
  expect(await recording().getByRole('button', { name: 'Listen' }).count()).toBe(0)
  await loadAxe(page)
  await expectNoFault(page)
})

test('a recording is downloaded, and each access is in the activity log', async () => {
  const { page } = console_
  const call = await calling.talked(SECONDS)
  const file = await recorded(call)
  await page.goto(`/vsa/cdr/wholesale?call=${call.call_id}`)
  await recording().getByRole('button', { name: 'Listen' }).click()
  await player().waitFor()
  const waiting = page.waitForEvent('download')
  await recording().getByRole('button', { name: 'Download' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`call-${call.call_id}.wav`)
  expect((await readFile(await download.path())).equals(file)).toBe(true)
  await page.goto(`/vsa/logs/activities?entity=call_recording&entity_id=${call.call_id}`)
  const { rows } = partsOf(() => page)
  await expect.poll(() => rows('Activities').count()).toBe(2)
  await row(`Recording of call ${call.call_id}`).first().getByText('Call recording').waitFor()
})

test('a recording in another codec is only downloaded, and the reason is said', async () => {
  const { page } = console_
  const call = await calling.talked(SECONDS)
  await recorded(call, { format: 'PCAP' })
  await page.goto(`/vsa/cdr/wholesale?call=${call.call_id}`)
  await recording().getByText('does not play: open it in Wireshark').waitFor()
  expect(await recording().getByRole('button', { name: 'Listen' }).count()).toBe(0)
  const waiting = page.waitForEvent('download')
  await recording().getByRole('button', { name: 'Download' }).click()
  expect((await waiting).suggestedFilename()).toBe(`call-${call.call_id}.pcap`)
})

test('a recording whose key is lost says so, and the next call has a part of its own', async () => {
  const { page } = console_
  const [lost, next] = [await calling.talked(SECONDS), await calling.talked(SECONDS)]
  await recorded(lost, {}, readSecretKeys('7a'.repeat(32)))
  await page.goto(`/vsa/cdr/wholesale?call=${lost.call_id}`)
  await recording().getByRole('button', { name: 'Listen' }).click()
  await page.getByText('The recording cannot be decrypted').waitFor()
  await page.goto(`/vsa/cdr/wholesale?call=${next.call_id}`)
  await dialog().getByRole('region', { name: 'SIP flow' }).waitFor()
  expect(await recording().count()).toBe(0)
})

test('a state that cannot be read says so, and is read again', async () => {
  const { page } = console_
  const call = await calling.talked(SECONDS)
  await recorded(call)
  await page.route('**/recording?*', (route) => route.abort())
  await page.goto(`/vsa/cdr/wholesale?call=${call.call_id}`)
  await recording().getByRole('alert').waitFor()
  await page.unroute('**/recording?*')
  await recording().getByRole('button', { name: 'Retry' }).click()
  await recording().getByRole('button', { name: 'Listen' }).waitFor()
})
