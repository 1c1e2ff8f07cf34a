// Invoices leave by e-mail from their screen and from the list: seen before, with a recipient that
// was changed, and with their files. A real SMTP server takes the mails.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import { updateMailServer } from '#contract/notifications/mail-server.ts'
import { addTariff } from '../support/configuration.ts'
import { doNotifications } from '../support/do-jobs.ts'
import { drawFiles } from '../support/draw-files.ts'
import { clientForm } from '../support/forms.ts'
import { type MailReceiver, startMailReceiver } from '../support/mail-receiver.ts'
import { mailServerForm } from '../support/notifications.ts'
import { bookPastCalls } from '../support/past-calls.ts'
import { pdfPages } from '../support/pdf-text.ts'
import { consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const LIST = '/vsa/account/invoices'
const NAMES = ['Dana', 'Edna', 'Fred']

const console_ = consoleForFile()
let smtp: MailReceiver
/** By the name of its client. */
const invoices: Record<string, number> = {}

const { row, dialog } = partsOf(() => console_.page)
const within = partsOf(dialog)
const mailOf = () => console_.page.getByRole('region', { name: 'Preview of the mail' })
/** Files are drawn, and what is due is sent. */
async function deliver(): Promise<void> {
  await drawFiles(console_.api)
  await doNotifications(console_.api, Date.now() + 60_000)
}

beforeAll(async () => {
  smtp = await startMailReceiver()
  const { api } = console_
  const tariff = await addTariff(api, 'SELL')
  for (const name of NAMES) {
    const { data } = await api.admin.call(createWholesaleClient, { body: clientForm(tariff, name) })
    await bookPastCalls(api, data.id, [['2026-08-03T12:00:00Z', -12]])
    const period = { from_on: '2026-08-01', to_on: '2026-08-31' }
    const made = await api.admin.call(createInvoice, { body: { account_id: data.id, ...period } })
    await api.admin.call(issueInvoice, { params: { id: made.data.id } })
    invoices[name] = made.data.id
    if (name === 'Fred') continue
    await api.database
      .updateTable('account')
      .set({ billing_email: `money@${name.toLowerCase()}.example` })
      .where('id', '=', data.id)
      .execute()
  }
})
afterAll(() => smtp?.close())

test('an invoice is seen as a mail, and goes to another address', async () => {
  const { page } = console_
  await page.goto(`${LIST}/${invoices.Dana}`)
  await page.getByRole('button', { name: 'Send by e-mail…' }).click()
  await dialog().getByRole('heading', { name: 'Send 1 invoice by e-mail' }).waitFor()
  await dialog().getByText('There is no e-mail server yet: mails wait').waitFor()
  await expect.poll(() => within.field('To').inputValue()).toBe('money@dana.example')
  await mailOf().getByText('Dear Dana,').waitFor()
  await mailOf().getByText(/\.pdf/).waitFor()
  await within.field('Subject').fill('Your invoice of August')
  await mailOf().getByText('Your invoice of August').waitFor()

  await within.field('To').fill('boss@dana.example, boss')
  await within.button('Send').click()
  await dialog().getByText('Invalid e-mail address: boss', { exact: true }).waitFor()
  const isFocused = (field: Element) => field === document.activeElement
  await expect.poll(() => within.field('To').evaluate(isFocused)).toBe(true)
  await within.field('To').fill('boss@dana.example')
  await expect.poll(() => dialog().getByText('Invalid e-mail address').count()).toBe(0)
  await within.button('Send').click()
  await page.getByText('1 mail on the way.').waitFor()
  const state = page.getByRole('region', { name: 'Summary' }).getByRole('link')
  await state.filter({ hasText: 'Waiting for boss@dana.example' }).waitFor()

  const body = mailServerForm({ port: smtp.port })
  expect((await console_.api.admin.call(updateMailServer, { body })).status).toBe(200)
  await deliver()
  expect(smtp.mails).toMatchObject([
    { subject: 'Your invoice of August', to: { text: 'boss@dana.example' } },
  ])
  const [file] = smtp.mails[0]?.attachments ?? []
  expect(file?.contentType).toBe('application/pdf')
  const words = pdfPages(file?.content ?? Buffer.alloc(0)).flat()
  expect(words.join('\n')).toContain('Dana')

  await page.reload()
  await state.filter({ hasText: 'Sent to boss@dana.example' }).click()
  await page.waitForURL('**/vsa/notifications/deliveries?*')
  await page
    .getByRole('dialog')
    .getByText(file?.filename ?? 'a file')
    .waitFor()
})

test('several leave at once from the list, without those that have no address', async () => {
  const { page } = console_
  smtp.mails.splice(0)
  await page.goto(LIST)
  await row('Dana').getByText('Sent to boss@dana.example').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Send 3 by e-mail…' }).click()
  await dialog().getByText('Without an address, and skipped: Fred.').waitFor()
  const to = (name: string) => dialog().getByRole('textbox', { name: `To ${name}: ` })
  await expect.poll(() => to('Edna').inputValue()).toBe('money@edna.example')
  await within.row('Edna').getByRole('button', { name: 'Preview' }).click()
  await mailOf().getByText('Dear Edna,').waitFor()

  await to('Fred').fill('fred')
  await within.button('Send 3 mails').click()
  await within.row('Fred').getByText('Invalid e-mail address: fred').waitFor()
  await to('Fred').fill('')
  await within.button('Send 2 mails').click()
  await page.getByText('2 mails on the way.').waitFor()
  await row('Edna').getByText('Waiting for money@edna.example').waitFor()
  await deliver()
  await page.reload()
  await row('Edna').getByText('Sent to money@edna.example').waitFor()
  await row('Dana').getByText('Sent to money@dana.example').waitFor()
  expect(await row('Fred').getByText('Sent to').count()).toBe(0)
  const sent = smtp.mails.map(({ to: addresses, attachments }) => [addresses, attachments.length])
  expect(sent).toHaveLength(2)
  expect(sent).toEqual(
    expect.arrayContaining([
      [expect.objectContaining({ text: 'money@dana.example' }), 1],
      [expect.objectContaining({ text: 'money@edna.example' }), 1],
    ]),
  )
})

test('a mail that its receiver refuses is shown as failed', async () => {
  const { page } = console_
  smtp.refusal = () => ({ code: 550, text: '5.1.1 No such user' })
  await page.goto(`${LIST}/${invoices.Fred}`)
  await page.getByRole('button', { name: 'Send by e-mail…' }).click()
  await dialog().getByText('Fred has no address in its profile.').waitFor()
  await expect.poll(() => within.button('Send').isDisabled()).toBe(true)
  await within.field('To').fill('fred@fred.example')
  await within.button('Send').click()
  await page.getByText('1 mail on the way.').waitFor()
  await deliver()
  await page.reload()
  await page.getByRole('link', { name: /Failed to fred@fred\.example/ }).click()
  await page.getByRole('dialog').getByText('No such user').first().waitFor()
})
