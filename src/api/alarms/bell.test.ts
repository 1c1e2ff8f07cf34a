// The bell: who has which lines, and what each user has read.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countAlarms, snoozeAlarm } from '#contract/alarms/alarms.ts'
import { listBellLines, readBellLines } from '#contract/alarms/bell.ts'
import { insertEvents, type NewEvent } from '#db/notifications/events.ts'
import { writeAlarm } from '#test/support/alarms.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let client: Session
let alarm_id: number

beforeAll(async () => {
  viewers = await addViewers(api)
  client = await api.signIn('acme', 'CLIENT')
  alarm_id = await writeAlarm(api.database, viewers.acme)
})
beforeEach(async () => {
  await api.database.deleteFrom('bell_mark').execute()
  await api.database.deleteFrom('notification_event').execute()
})

const fired = (change: Partial<NewEvent> = {}): NewEvent => ({
  ...{ topic: 'LOW_BALANCE', phase: 'FIRED', severity: 'WARNING', alarm_id },
  ...{ account_id: viewers.acme, subject_kind: 'CLIENT', subject_id: viewers.acme },
  ...{ subject_name: 'Acme', group_key: '', sentence: 'It is low.', payload: {} },
  occurred_at: new Date().toISOString(),
  ...change,
})
const write = (...changes: readonly Partial<NewEvent>[]) =>
  insertEvents(api.database, changes.map(fired))
const INVOICE: Partial<NewEvent> = {
  ...{ topic: 'INVOICE_ISSUED', phase: 'HAPPENED', alarm_id: null, subject_kind: 'INVOICE' },
  ...{ subject_name: 'INV-7', sentence: 'Invoice INV-7 of 5.00 USD is due on 2026-12-01.' },
}
const lines = async (session = api.admin) => (await session.call(listBellLines, {})).data
const unread = async (session = api.admin) => (await session.call(countAlarms, {})).data.unread
const read = (event_id: number, with_older: boolean, session = api.admin) =>
  session.call(readBellLines, { body: { event_id, with_older } })

test('an alarm is one line from when it fires to its end, the newest first', async () => {
  await write({}, INVOICE, { phase: 'CLEARED' })
  expect(await lines()).toMatchObject([
    { alarm_id, topic: 'LOW_BALANCE', is_firing: true, is_read: false, can_be_snoozed: true },
    { alarm_id: null, topic: 'INVOICE_ISSUED', is_firing: false, duration_seconds: null },
  ])
  expect(await unread()).toBe(2)
})

test('one line is read, then all of them, for this user alone', async () => {
  await write({}, INVOICE)
  const [newest, older] = await lines()
  await read(older!.event_id, false)
  expect((await lines()).map(({ is_read }) => is_read)).toEqual([false, true])
  expect(await unread()).toBe(1)
  await read(newest!.event_id, true)
  expect(await unread()).toBe(0)
  expect(await unread(client)).toBe(2)
  await write({ phase: 'CLEARED' })
  expect((await lines()).map(({ is_read }) => is_read)).toEqual([false, true])
})

test('a mark never goes back, and never covers what comes later', async () => {
  await write({}, INVOICE)
  const [newest, older] = await lines()
  await read(newest!.event_id + 1000, true)
  await read(older!.event_id, true)
  expect(await unread()).toBe(0)
  await write({ phase: 'CLEARED' })
  expect(await unread()).toBe(1)
})

test('a client has its own lines, and no others', async () => {
  await write({}, { account_id: null, topic: 'DISK' }, { account_id: viewers.london }, INVOICE)
  expect((await lines(client)).map(({ topic }) => topic)).toEqual(['INVOICE_ISSUED', 'LOW_BALANCE'])
  expect(await unread(client)).toBe(2)
})

test('what is old is no line any more, and a snooze is shown', async () => {
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await write({}, { ...INVOICE, occurred_at: old })
  const until_at = new Date(Date.now() + 3_600_000).toISOString()
  await api.admin.call(snoozeAlarm, { params: { id: alarm_id }, body: { until_at } })
  const [line] = await lines()
  expect(line?.alarm_id).toBe(alarm_id)
  // The database leaves out zeros at the end of a fraction.
  expect(Date.parse(line?.snoozed_until ?? '')).toBe(Date.parse(until_at))
})
