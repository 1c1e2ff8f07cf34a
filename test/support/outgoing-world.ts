// A carrier of which all ways out have something to send: a call with its messages, recording and
// log, phones and lists with numbers, and what sends calls, amounts and documents elsewhere.
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { createBulkChange } from '#contract/bulk-changes/bulk-changes.ts'
import { hangUpCall } from '#contract/calls/active-calls.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import { updateMailServer } from '#contract/notifications/mail-server.ts'
import { resendNotification } from '#contract/notifications/notification-deliveries.ts'
import { createNotificationRule } from '#contract/notifications/notification-rules.ts'
import {
  createNotificationWebhook,
  testNotificationWebhook,
} from '#contract/notifications/notification-webhooks.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createPriceNotification } from '#contract/price-notifications/price-notifications.ts'
import { createRecordConsumer } from '#contract/record-feed/record-consumers.ts'
import { createNumberListItem } from '#contract/routing/number-list-items.ts'
import { createTraceRule } from '#contract/sip-traces/trace-rules.ts'
import { money, rate } from '#core/money.ts'
import type { LoggedStep } from '#core/routing/trace.ts'
import { asSqlConnection } from '#db/database.ts'
import { noteBackupStore } from '#db/machine/backups.ts'
import { setPing, writeAlarm } from './alarms.ts'
import type { Session, TestApi } from './api.ts'
import { recordAt, writeCalls } from './calls.ts'
import { rechargeForm, sipUserForm } from './forms.ts'
import { idOf } from './marked-accounts.ts'
import { addEvent, mailServerForm, ruleForm, webhookForm } from './notifications.ts'
import { uploadCalls } from './reconciliations.ts'
import { recordConsumerForm } from './record-receiver.ts'
import { storeRecording } from './recordings.ts'
import { addList, itemForm } from './route-lists.ts'
import { changeBalance, changeRows } from './rows.ts'
import { secretKeys } from './secret-keys.ts'
import { SWITCH, tracedCall, writeSipMessages } from './sip-messages.ts'
import { traceRuleForm } from './sip-traces.ts'
import { addViewers, type Viewers } from './viewers.ts'

/** Those of all calls here. */
export const CALLED = '442071838750'
export const CALLER = '12025550123'

const LOG: LoggedStep[] = [
  {
    step: 'NUMBER',
    dialled_number: `00${CALLED}`,
    called_number: CALLED,
    caller_number: CALLER,
  },
  {
    ...{ step: 'RATE', depth: 0, party: 'Acme', prefix: '44', destination: 'Kingdom' },
    ...{ rate: rate(1_230_000), currency: 'USD', tariff: 'Gold' },
  } as LoggedStep,
  { step: 'REFUSED', refusal: 'NO_ROUTE', party: null },
]

/** A refused call with its log, and what a trace and a recorder keep of the answered one. */
async function addEvidence({ url, database }: TestApi, { acme, ids, gateways }: Viewers) {
  const now = Date.now()
  const refused = recordAt(now, {
    ...{ account_id: acme, status: 'REJECTED', refusal: 'NO_ROUTE', attempt_no: 0 },
  })
  const { call_id, started_at } = refused
  await writeCalls(url, { records: [refused], logs: [{ call_id, started_at, steps: LOG }] })
  const ends = ['198.51.100.2:5060', '198.51.100.1:5060'] as const
  const traced = tracedCall({ sip_call_id: 'a84b4c76e66710', ours: SWITCH, gateways: ends })
  await writeSipMessages(url, ids.own, now, traced)
  await storeRecording(database, { call_id: ids.own })
  await setPing(database, gateways.london, 'DOWN')
  return call_id
}

async function changeItems(admin: Session, number_list_id: number): Promise<void> {
  const body = {
    ...({ resource: 'number_list_items', ids: null, skips_faults: false } as const),
    filter: { number_list_id: String(number_list_id) },
    operations: [{ field: 'tag', kind: 'set', value: 'new' } as const],
    digest: null as string | null,
  }
  const { data } = await admin.call(createBulkChange, { body })
  idOf((await admin.call(createBulkChange, { body: { ...body, digest: data.digest } })) as never)
}

/** Phones, lists and logs that are not of calls. */
async function addNumbers(api: TestApi, { rita, london, ids }: Viewers) {
  const { admin, database } = api
  const phone = { ...sipUserForm(rita), username: CALLER }
  const sip_user_id = idOf(await admin.call(createSipUser, { body: phone }))
  const expires_at = new Date(Date.now() + 600_000).toISOString()
  const seen_at = { source_ip: '192.0.2.50', source_port: 5060, user_agent: 'Phone' }
  await database
    .insertInto('registration')
    .values({
      ...{ ...seen_at, sip_user_id, contact: `sip:${CALLER}@192.0.2.50`, transport: 'UDP' },
      expires_at,
    } as never)
    .execute()
  await database
    .insertInto('auth_failure')
    .values({
      ...{ ...seen_at, kind: 'INVITE', username: CALLER, reason: 'wrong password' },
      ...{ to_uri: `sip:${CALLED}@192.0.2.1`, request_uri: `sip:${CALLED}@192.0.2.1` },
    } as never)
    .execute()
  const number_list_id = idOf(await addList(api, { name: 'Numbers' }))
  const body = { ...itemForm, key: CALLED }
  idOf(await admin.call(createNumberListItem, { params: { number_list_id }, body }))
  await changeItems(admin, number_list_id)
  await admin.call(hangUpCall, { params: { call_id: ids.active } })
  // A filter by a number is in the log of activities.
  const exported = await admin.send({ url: `/api/cdr?format=csv&called_number=${CALLED}` })
  if (exported.statusCode !== 200) throw new Error(exported.body)
  const file = `Number,Start,Seconds\n${CALLED},2026-01-01 10:00:00,60\n`
  const { data } = await uploadCalls(admin, london, file)
  return data.id
}

/** Accounts with amounts of their own, in documents, alarms and messages. */
async function addMoney(api: TestApi, { acme, london, tariffs }: Viewers) {
  const { admin, database, clock } = api
  const payment_id = idOf(await admin.call(createPayment, { body: rechargeForm(acme, 1) }))
  const day = new Date(clock.now - 86_400_000).toISOString().slice(0, 10)
  const body = { account_id: acme, from_on: day, to_on: day }
  const invoice_id = idOf(await admin.call(createInvoice, { body }))
  await admin.call(issueInvoice, { params: { id: invoice_id } } as never)
  const since = new Date(clock.now - 1000).toISOString()
  const prices = { account_id: null, basis: 'KNOWN', since, is_full: true } as const
  const params = { tid: tariffs.sell }
  const notification_id = idOf(await admin.call(createPriceNotification, { params, body: prices }))
  await changeBalance(api, acme, { balance: money(7_654_321), held: money(1_234_567) })
  await changeBalance(api, london, { balance: money(265_151_413), max_debt: money(777_131_313) })
  const alarm_id = await writeAlarm(database, acme)
  const sentence = 'The available amount is 6.419754 USD, below 9 USD.'
  await changeRows(api, 'alarm', { id: alarm_id }, { sentence })
  await addEvent(database, {
    ...{ topic: 'LOW_BALANCE', phase: 'FIRED', alarm_id, account_id: acme, sentence },
    ...{ subject_kind: 'CLIENT', subject_id: acme, subject_name: 'Acme' },
  })
  return { payment_id, invoice_id, notification_id, alarm_id, sentence }
}

/** Consumers, webhooks, rules and servers of the operator: each sends something. */
async function addSenders(api: TestApi, sentence: string) {
  const { admin, database } = api
  const mails = await admin.call(updateMailServer, { body: mailServerForm() })
  if (mails.status !== 200) throw new Error(JSON.stringify(mails.problem))
  const homer_address = 'homer.example.com:9060'
  await admin.call(updateSettings, { body: { homer_address } })
  const trace_rule_id = idOf(await admin.call(createTraceRule, { body: traceRuleForm() }))
  const consumer_id = idOf(await admin.call(createRecordConsumer, { body: recordConsumerForm() }))
  const webhook_id = idOf(await admin.call(createNotificationWebhook, { body: webhookForm() }))
  const rule_id = idOf(await admin.call(createNotificationRule, { body: ruleForm() }))
  await admin.call(testNotificationWebhook, { params: { id: webhook_id } })
  const was_sent = { state: 'SENT', next_try_at: null } as const
  const { id: delivery_id } = await database
    .updateTable('notification_delivery')
    .set({ ...was_sent, subject: `Acme: ${sentence}`, payload: sentence })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The log of activities names it by its subject.
  idOf(await admin.call(resendNotification, { params: { id: delivery_id } }))
  await database.updateTable('notification_delivery').set(was_sent).execute()
  const sealed = secretKeys.encrypt('backup_store.sealed_key', 'AGE-SECRET-KEY-1TEST')
  const store = { kind: 'OWN', address: '/mnt/backups' } as const
  await noteBackupStore(asSqlConnection(database), {
    ...store,
    key: { recipient: 'age1test', sealed },
  })
  return { consumer_id, webhook_id, rule_id, trace_rule_id, delivery_id }
}

export async function addOutgoingWorld(api: TestApi) {
  const viewers = await addViewers(api)
  const refused = await addEvidence(api, viewers)
  const reconciliation_id = await addNumbers(api, viewers)
  const books = await addMoney(api, viewers)
  const senders = await addSenders(api, books.sentence)
  const call_ids = [...Object.values(viewers.ids), refused]
  return { ...viewers, ...books, ...senders, call_ids, reconciliation_id }
}

export type OutgoingWorld = Awaited<ReturnType<typeof addOutgoingWorld>>
