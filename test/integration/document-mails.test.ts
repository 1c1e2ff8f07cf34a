// Invoices, statements, receipts and prices leave the switch by e-mail with their files: a
// real SMTP server reads the mails, and the PDFs are opened.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateBrand } from '#contract/accounts/brands.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { updateSettings } from '#contract/console/settings.ts'
import * as invoices from '#contract/invoices/invoices.ts'
import * as mails from '#contract/notifications/document-mails.ts'
import * as servers from '#contract/notifications/mail-server.ts'
import * as log from '#contract/notifications/notification-deliveries.ts'
import { listAccountStatements } from '#contract/payments/payment-reports.ts'
import { createPayment, listPayments } from '#contract/payments/payments.ts'
import * as prices from '#contract/price-notifications/price-notifications.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { apiForFile, type Session } from '../support/api.ts'
import { brandForm, COLORS } from '../support/brands.ts'
import { addTariff } from '../support/configuration.ts'
import { doNotifications } from '../support/do-jobs.ts'
import { drawFiles } from '../support/draw-files.ts'
import { clientForm, rateForm, rechargeForm, resellerForm, tariffForm } from '../support/forms.ts'
import { type MailReceiver, startMailReceiver } from '../support/mail-receiver.ts'
import {
  addEvent,
  addNotificationRule,
  clearNotifications,
  mailServerForm,
} from '../support/notifications.ts'
import { bookPastCalls } from '../support/past-calls.ts'
import { pdfPages } from '../support/pdf-text.ts'
import { withoutUnseen } from '../support/seen-body.ts'

const MINUTE_MS = 60_000
/** The operator in its documents, its console and its mails. */
const OPERATOR = /Megacorp|Tower 1|Megabank|Soft Switch Server/

const api = apiForFile()
let smtp: MailReceiver
let amber: Session
let cole: Session
const ids = { amber: 0, cole: 0, direct: 0, zed: 0 }
let sell = 0
let invoice_id = 0

beforeAll(async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  const direct = await addTariff(api, 'SELL')
  const reseller = async (name: string) =>
    (await api.admin.call(createReseller, { body: resellerForm(cost, name) })).data.id
  ids.amber = await reseller('Amber')
  ids.zed = await reseller('Zed')
  amber = await api.signIn('amber', 'RESELLER')
  const own = <F extends object>(endpoint: Parameters<typeof withoutUnseen>[1], form: F) =>
    withoutUnseen('RESELLER', endpoint, form) as F
  const tariff = own(createTariff, { ...tariffForm, name: 'Amber retail' })
  sell = (await amber.call(createTariff, { body: tariff })).data.id
  const price = own(createTariffRate, rateForm)
  await amber.call(createTariffRate, { params: { tid: sell }, body: price })
  const client = own(createWholesaleClient, clientForm(sell, 'Cole'))
  ids.cole = (await amber.call(createWholesaleClient, { body: client })).data.id
  const body = clientForm(direct, 'Direct')
  ids.direct = (await api.admin.call(createWholesaleClient, { body })).data.id
  await api.admin.call(updateSettings, {
    body: { company: 'Megacorp', company_address: 'Tower 1', bank_details: 'Megabank' },
  })
  const brand = { ...brandForm, title: 'Amber <Voice>', colors: COLORS }
  await api.admin.call(updateBrand, {
    params: { id: ids.amber },
    body: { ...brand, support_email: 'help@amber.example' },
  })
  await api.database
    .updateTable('account')
    .set({ billing_email: 'Money@Cole.example', rates_email: 'rates@cole.example' })
    .where('id', '=', ids.cole)
    .execute()
  cole = await api.signIn('cole', 'CLIENT')
  await bookPastCalls(api, ids.cole, [['2026-08-03T12:00:00Z', -100]])
  const made = await amber.call(invoices.createInvoice, {
    body: { account_id: ids.cole, from_on: '2026-08-01', to_on: '2026-08-31' },
  })
  invoice_id = made.data.id
  await amber.call(invoices.issueInvoice, { params: { id: invoice_id } })
  smtp = await startMailReceiver()
})
afterAll(async () => {
  await smtp?.close()
})
beforeEach(async () => {
  await clearNotifications(api.database)
  smtp.mails.splice(0)
  const body = mailServerForm({ port: smtp.port })
  expect((await api.admin.call(servers.updateMailServer, { body })).status).toBe(200)
})

/** Files are drawn, and what is due is sent. */
async function deliver(later_ms = MINUTE_MS): Promise<void> {
  await drawFiles(api)
  await doNotifications(api, api.clock.now + later_ms)
}

const of = (account_id: number, id: number, to: readonly string[] = ['money@cole.example']) => ({
  mails: [{ id, account_id, to: [...to], subject: 'Your papers', text: 'Dear Cole,\n\nhere.' }],
})

/** The only mail that has arrived, with the words of its file. */
function received() {
  expect(smtp.mails).toHaveLength(1)
  const [mail] = smtp.mails
  const [file, another] = mail?.attachments ?? []
  expect(another).toBeUndefined()
  expect(file?.contentType).toBe('application/pdf')
  const words = pdfPages(file?.content ?? Buffer.alloc(0))
    .flat()
    .join('\n')
  return { mail, name: file?.filename, words }
}

describe('an invoice', () => {
  test('is seen before it is sent: recipients, words, and its file', async () => {
    const { data, status } = await amber.call(mails.previewInvoiceMails, {
      body: { ids: [invoice_id] },
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      server: 'READY',
      mails: [
        {
          ...{ id: invoice_id, account_id: ids.cole, account_name: 'Cole', problem: '' },
          to: ['money@cole.example'],
          look: { title: 'Amber <Voice>', primary: COLORS.primary },
        },
      ],
    })
    const [mail] = data.mails
    expect(mail?.subject).toMatch(/^Invoice \S+ from Amber <Voice>$/)
    expect(mail?.text).toMatch(/^Dear Cole,\n\nplease find attached: Invoice/)
    expect(mail?.text).toContain('Period: 2026-08-01 to 2026-08-31')
    expect(mail?.text).toMatch(/Amount: \d+\.\d{2} USD/)
    expect(data.file?.name).toMatch(/\.pdf$/)
    expect(data.file?.size).toBeGreaterThan(1000)
    expect(JSON.stringify(data)).not.toMatch(OPERATOR)
    expect(smtp.mails).toEqual([])
  })

  test('leaves with its PDF in the name of its issuer, and is then marked as sent', async () => {
    const body = of(ids.cole, invoice_id, ['Money@Cole.example'])
    const sent = await amber.call(mails.sendInvoiceMails, { body })
    expect([sent.status, sent.data]).toEqual([200, { queued: 1 }])
    // Without its file a mail does not leave.
    await doNotifications(api, api.clock.now + MINUTE_MS)
    expect(smtp.mails).toEqual([])
    const waiting = await amber.call(invoices.getInvoice, { params: { id: invoice_id } })
    expect(waiting.data).toMatchObject({ mail_state: 'WAITING', sent_at: null })
    await deliver()
    const { mail, words, name } = received()
    expect(mail).toMatchObject({
      subject: 'Your papers',
      from: { value: [{ address: 'switch@example.com', name: 'Amber <Voice>' }] },
      to: { value: [{ address: 'money@cole.example' }] },
      replyTo: { value: [{ address: 'help@amber.example' }] },
    })
    expect(mail?.html).toContain('Amber &lt;Voice&gt;')
    expect(mail?.html).toContain(`background:${COLORS.primary}`)
    expect(mail?.text).toContain('Dear Cole,\n\nhere.')
    const { data } = await amber.call(invoices.getInvoice, { params: { id: invoice_id } })
    expect(data).toMatchObject({
      ...{ mail_to: 'money@cole.example', mail_state: 'SENT', state: 'SENT' },
    })
    expect(data.sent_at).not.toBeNull()
    expect(name).toBe(`${data.document_number}.pdf`)
    expect(words).toContain(data.document_number)
    expect(words).toContain('Amber')
    expect([words, mail?.html, mail?.text].join()).not.toMatch(OPERATOR)
    const { data: all } = await amber.call(log.listNotificationDeliveries, {})
    expect(all).toMatchObject([{ kind: 'DOCUMENT', state: 'SENT', id: data.mail_id }])
    const params = { id: data.mail_id ?? 0 }
    const one = await amber.call(log.getNotificationDelivery, { params })
    expect(one.data.attachments).toMatchObject([{ document_kind: 'INVOICE', file_name: name }])
    // Where it was sent is nothing for the account that gets it.
    const own = await cole.call(invoices.getInvoice, { params: { id: invoice_id } })
    expect(own.data).not.toHaveProperty('mail_to')
  })

  test('goes to several addresses as mails of their own', async () => {
    const to = ['one@cole.example', 'two@cole.example', 'one@cole.example']
    const sent = await amber.call(mails.sendInvoiceMails, { body: of(ids.cole, invoice_id, to) })
    expect(sent.data).toEqual({ queued: 2 })
    await deliver()
    expect(smtp.mails.map((mail) => mail.attachments.length)).toEqual([1, 1])
  })

  test('a reader who wants no notifications gets it, because a user sends it', async () => {
    await api.database
      .insertInto('notification_opt_out')
      .values({ address: 'money@cole.example', owner_id: ids.amber, topic: '' })
      .execute()
    await amber.call(mails.sendInvoiceMails, { body: of(ids.cole, invoice_id) })
    await deliver()
    received()
  })

  test('one of another issuer, an own one and one for another account do not exist', async () => {
    const zed = await api.signIn('zed', 'RESELLER')
    const ask = { body: { ids: [invoice_id] } }
    expect((await zed.call(mails.previewInvoiceMails, ask)).status).toBe(404)
    const foreign = { body: of(ids.cole, invoice_id) }
    expect((await zed.call(mails.sendInvoiceMails, foreign)).status).toBe(404)
    const other = { body: of(ids.direct, invoice_id) }
    expect((await amber.call(mails.sendInvoiceMails, other)).status).toBe(404)
    expect((await cole.call(mails.sendInvoiceMails, foreign)).status).toBe(403)
    expect((await amber.call(log.listNotificationDeliveries, {})).data).toEqual([])
  })

  test('a draft is not sent', async () => {
    await bookPastCalls(api, ids.cole, [['2026-09-03T12:00:00Z', -10]])
    const made = await amber.call(invoices.createInvoice, {
      body: { account_id: ids.cole, from_on: null, to_on: '2026-09-30' },
    })
    const { id } = made.data
    const shown = await amber.call(mails.previewInvoiceMails, { body: { ids: [id] } })
    expect(shown.data).toMatchObject({ file: null, mails: [{ problem: 'It is not issued yet.' }] })
    const sent = await amber.call(mails.sendInvoiceMails, { body: of(ids.cole, id) })
    expect(sent.status).toBe(409)
  })
})

test('the statement of a time range leaves as it was asked for', async () => {
  const range = { from: '2026-08-01T00:00:00', to: '2026-09-01T00:00:00' }
  const { data } = await amber.call(mails.previewStatementMails, {
    body: { ids: [ids.cole], ...range },
  })
  expect(data.mails[0]?.subject).toContain('Statement 2026-08-01 to 2026-08-31')
  const sent = await amber.call(mails.sendStatementMails, {
    body: { ...of(ids.cole, ids.cole), ...range },
  })
  expect(sent.status, sent.response.body).toBe(200)
  await deliver()
  const { words } = received()
  expect(words).toContain('2026-08-01 to 2026-08-31')
  expect(words).toContain('2026-08-03')
  expect(words).not.toMatch(OPERATOR)
  const { data: rows } = await amber.call(listAccountStatements, { query: range })
  expect(rows.find(({ account_id }) => account_id === ids.cole)).toMatchObject({
    mail_to: 'money@cole.example',
  })
})

test('the paper of a payment says what was paid, by whom and to whom', async () => {
  const form = { ...rechargeForm(ids.direct, 50), method: 'bank', reference: 'TX 77' } as const
  const paid = await api.admin.call(createPayment, { body: form })
  const { id } = paid.data
  const shown = await api.admin.call(mails.previewReceiptMails, { body: { ids: [id] } })
  expect(shown.data.mails[0]).toMatchObject({ to: [], account_name: 'Direct' })
  const body = of(ids.direct, id, ['boss@direct.example'])
  await api.admin.call(mails.sendReceiptMails, { body })
  await deliver()
  const { words, name } = received()
  expect(name).toBe(`receipt-${id}.pdf`)
  for (const part of ['Receipt', '50.00 USD', 'Bank transfer', 'TX 77', 'Megacorp', 'Direct']) {
    expect(words).toContain(part)
  }
  const { data } = await api.admin.call(listPayments, {})
  expect(data.find((one) => one.id === id)).toMatchObject({ mail_to: 'boss@direct.example' })
})

test('a price notification goes to each of its recipients', async () => {
  const made = await amber.call(prices.createPriceNotification, {
    params: { tid: sell },
    body: { account_id: null, basis: 'KNOWN', since: null, is_full: true },
  })
  const { id } = made.data
  const { data } = await amber.call(mails.previewPriceMails, { body: { ids: [id] } })
  expect(data.mails).toMatchObject([{ account_id: ids.cole, to: ['rates@cole.example'] }])
  await amber.call(mails.sendPriceMails, { body: of(ids.cole, id, ['rates@cole.example']) })
  await deliver()
  const { words } = received()
  expect(words).toContain('Amber retail')
  expect(words).not.toMatch(OPERATOR)
  const { data: listed } = await amber.call(prices.listPriceNotifications, {})
  expect(listed.find((one) => one.id === id)).toMatchObject({ mail_to: 'rates@cole.example' })
})

test('a file that cannot be made fails its mail, with the reason', async () => {
  await amber.call(mails.sendInvoiceMails, { body: of(ids.cole, invoice_id) })
  await api.database.updateTable('notification_attachment').set({ document_id: 999_999 }).execute()
  await deliver()
  expect(smtp.mails).toEqual([])
  const { data } = await amber.call(log.listNotificationDeliveries, {})
  expect(data).toMatchObject([{ state: 'FAILED' }])
  expect(data[0]?.last_answer).toMatch(/^The file could not be made: /)
})

describe('an event brings its document along', () => {
  const issued = () =>
    addEvent(api.database, {
      ...{ topic: 'INVOICE_ISSUED', severity: 'INFO', account_id: ids.cole },
      ...{ subject_kind: 'INVOICE', subject_id: invoice_id, sentence: 'Invoice A is issued.' },
    })

  test('to the address of the account, in the name of the one above', async () => {
    await addNotificationRule(api, {
      ...{ topics: ['INVOICE_ISSUED'], addresses: ['noc@example.com'], to_account_contacts: true },
    })
    await issued()
    await doNotifications(api, api.clock.now + MINUTE_MS)
    await deliver()
    const files = smtp.mails.map((mail) => [mail.to, mail.attachments.length])
    expect(files).toMatchObject([
      [{ text: 'noc@example.com' }, 0],
      [{ text: 'money@cole.example' }, 1],
    ])
    const [, mail] = smtp.mails
    const words = pdfPages(mail?.attachments[0]?.content ?? Buffer.alloc(0))
      .flat()
      .join('\n')
    expect([words, mail?.text, mail?.html].join()).not.toMatch(OPERATOR)
  })

  test('and to no other address', async () => {
    await addNotificationRule(api, {
      ...{ topics: ['INVOICE_ISSUED'], addresses: ['money@cole.example'] },
    })
    await issued()
    await doNotifications(api, api.clock.now + MINUTE_MS)
    await deliver()
    expect(smtp.mails.map((mail) => mail.attachments.length)).toEqual([0])
  })
})
