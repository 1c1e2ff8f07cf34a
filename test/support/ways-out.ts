// The ways out of the product that are not read: what sends calls, amounts or documents elsewhere,
// or answers them, by what it does for users from whom a part is hidden.
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { mailServerForm, ruleForm, webhookForm } from './notifications.ts'
import { CALLED, CALLER, type OutgoingWorld } from './outgoing-world.ts'
import { recordConsumerForm } from './record-receiver.ts'
import { traceRuleForm } from './sip-traces.ts'

const WORDS =
  /export|record-|webhook|mail|notification|deliver|alarm|backup|partition|portal|token|trace/
/** Fields of a form with the place where something goes. */
const PLACES = ['url', 'addresses', 'to', 'mails', 'homer_address']

/** Whether data may leave by it, as far as its path, its permission and its form say. */
export function isWayOut({ method, path, needs, body }: Endpoint): boolean {
  if (method === 'GET') return false
  const hasPlace = body instanceof z.ZodObject && PLACES.some((name) => name in body.shape)
  return hasPlace || WORDS.test(`${path} ${needs}`)
}

interface Sent {
  readonly params?: Readonly<Record<string, string | number>>
  readonly body?: object
}
type Ways = Readonly<Record<string, Sent>>

const version = 1
const elsewhere = ['me@elsewhere.example']

/** The things of the world that may be changed, each with the form that it was added with. */
function sendersOf(world: OutgoingWorld): Ways {
  const consumer = { id: world.consumer_id }
  const webhook = { id: world.webhook_id }
  const rule = { id: world.rule_id }
  const host = 'mail.elsewhere.example'
  return {
    createRecordConsumer: { body: recordConsumerForm('Other') },
    updateRecordConsumer: { params: consumer, body: { ...recordConsumerForm(), version } },
    renewConsumerSecret: { params: consumer },
    restartRecordConsumer: { params: consumer, body: { from_at: '2026-01-01T00:00:00Z' } },
    testRecordConsumer: { params: consumer },
    createNotificationWebhook: { body: webhookForm({ name: 'Other' }) },
    updateNotificationWebhook: { params: webhook, body: { ...webhookForm(), version } },
    renewNotificationSecret: { params: webhook },
    testNotificationWebhook: { params: webhook },
    createNotificationRule: { body: ruleForm({ name: 'Other', addresses: elsewhere }) },
    updateNotificationRule: { params: rule, body: { ...ruleForm(), version } },
    resendNotification: { params: { id: world.delivery_id } },
    updateMailServer: { body: mailServerForm({ host, version }) },
    updateSettings: { body: { homer_address: 'homer.elsewhere.example:9060' } },
    showBackupKey: {},
    createNode: { body: { name: 'Elsewhere' } },
  }
}

function documentsOf(world: OutgoingWorld): Ways {
  const text = { subject: 'Your document', text: 'See the file.' }
  const mails = (id: number) => [{ id, account_id: world.acme, to: elsewhere, ...text }]
  const { invoice_id, notification_id, acme } = world
  const range = { range: 'today' }
  const since = '2026-01-01T00:00:00Z'
  const prices = { account_id: null, basis: 'KNOWN', since, is_full: true }
  const params = { tid: world.tariffs.sell }
  return {
    previewInvoiceMails: { body: { ids: [invoice_id] } },
    sendInvoiceMails: { body: { mails: mails(invoice_id) } },
    previewStatementMails: { body: { ids: [acme], ...range } },
    sendStatementMails: { body: { mails: mails(acme), ...range } },
    previewPriceMails: { body: { ids: [notification_id] } },
    sendPriceMails: { body: { mails: mails(notification_id) } },
    previewPriceNotification: { params, body: prices },
    createPriceNotification: { params, body: prices },
  }
}

/** Refused to whom a part of the calls or of the money is hidden. */
export const refusedIn = (world: OutgoingWorld): Ways => ({
  ...sendersOf(world),
  ...documentsOf(world),
})

/**
 * Answered to all with the permission, without what is hidden from them; names and versions are
 * those of the nth user who sends them.
 */
export function answeredIn(world: OutgoingWorld, nth: number): Ways {
  const { payment_id, acme, alarm_id, trace_rule_id } = world
  const mail = { id: payment_id, account_id: acme, to: elsewhere, subject: 'Receipt', text: 'See.' }
  const name = `Rule ${nth}`
  const alarm = {
    ...{ name, topic: 'LOW_BALANCE', severity: 'WARNING', status: 'active', bound: '1000' },
    ...{ subject_kind: 'CLIENT', subject_ids: [], destinations: [], comparison: 'BELOW' },
    ...{ compares_with: 'BOUND', window_minutes: 60, min_calls: 0, pending_seconds: 0 },
    clear_seconds: 0,
  }
  const call = {
    ...{ by: 'client', client_id: acme, source_ip: '', source_port: 5060, transport: 'UDP' },
    ...{ username: '', dialled_number: CALLED, caller_number: CALLER, at: null },
    duration_seconds: 60,
  }
  const until_at = new Date(Date.now() + 3_600_000).toISOString()
  return {
    // Payments, with what they are for, are seen by whom may view payments.
    previewReceiptMails: { body: { ids: [payment_id] } },
    sendReceiptMails: { body: { mails: [mail] } },
    acknowledgeAlarm: { params: { id: alarm_id }, body: { note: 'Seen' } },
    snoozeAlarm: { params: { id: alarm_id }, body: { until_at } },
    endSnooze: { params: { id: alarm_id } },
    // An alarm goes to whom notification rules name.
    tryAlarmRule: { body: alarm },
    createAlarmRule: { body: alarm },
    updateAlarmRule: { params: { id: 1 }, body: { ...alarm, name: 'Changed', version: nth } },
    // Messages are stored, and sent on to the address of the settings.
    createTraceRule: { body: traceRuleForm({ name }) },
    updateTraceRule: { params: { id: trace_rule_id }, body: { ...traceRuleForm(), version: nth } },
    // A text of its own.
    testMailServer: { body: { to: elsewhere[0] } },
    testRoute: { body: call },
  }
}

/** Walked by itself: what it opens is read with the rights of the user. */
export const WALKED = ['createExportJob', 'openPortal', 'createApiToken'] as const

/** Ends something, or keeps it where it is; no answer has more than the id. */
export const SENDS_NOTHING = [
  ...(['deleteRecordConsumer', 'deleteNotificationWebhook', 'deleteNotificationRule'] as const),
  ...(['deleteAlarmRule', 'deleteTraceRule', 'removeBouncedAddress', 'cancelExportJob'] as const),
  ...(['deleteExportJob', 'revokeApiToken', 'revokeOwnApiToken', 'noteBackupKeyStored'] as const),
  ...(['discardPriceNotification', 'readBellLines'] as const),
  // Its files stay on the machine of the operator.
  'deleteCdrPartitions',
] as const
