// A reseller issues invoices to the accounts right below it, in its own name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { setLogo, updateSettings } from '#contract/console/settings.ts'
import * as payments from '#contract/invoices/invoice-payments.ts'
import * as profiles from '#contract/invoices/invoice-profiles.ts'
import * as contract from '#contract/invoices/invoices.ts'
import { getStatementPdf } from '#contract/invoices/statements.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, percent } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import { asSqlConnection } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { INVOICE_INVARIANTS } from '#db/verify/invoice-invariants.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { setImage } from '#test/support/brands.ts'
import { addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { doInvoices } from '#test/support/do-jobs.ts'
import { clientForm, rechargeForm, type resellerForm, tariffForm } from '#test/support/forms.ts'
import { bookPastCalls } from '#test/support/past-calls.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { changeRows } from '#test/support/rows.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
let cole: Session
/** Amber has Beryl and Dana below it, and Beryl has Cole; Zoe is another reseller's. */
const ids = { amber: 0, beryl: 0, cole: 0, dana: 0, zed: 0, zoe: 0 }
/** The operator in its documents: the texts of the settings. */
const OPERATOR = ['Megacorp', 'Tower 1', 'Megabank', 'Thanks from Megacorp', 'MEGA-TAX']
const year = () => new Date(api.clock.now).getUTCFullYear()

beforeAll(async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  const sell = await addTariff(api, 'SELL')
  const reseller = (name: string, above: Parameters<typeof resellerForm>[2]) =>
    addResellerNamed(api, cost, name, above)
  const client = async (name: string, parent_id: number) => {
    const body = { ...clientForm(sell, name), parent_id, vat_percent: percent(200_000) }
    return (await api.admin.call(createWholesaleClient, { body })).data.id
  }
  ids.amber = await reseller('Amber', null)
  ids.beryl = await reseller('Beryl', { id: ids.amber, level: 1 })
  ids.zed = await reseller('Zed', null)
  ids.cole = await client('Cole', ids.beryl)
  ids.dana = await client('Dana', ids.amber)
  ids.zoe = await client('Zoe', ids.zed)
  for (const id of Object.values(ids)) {
    await bookPastCalls(api, id, [
      ['2026-08-03T12:00:00Z', -100],
      ['2026-09-01T12:00:00Z', -10],
    ])
  }
  await api.admin.call(updateSettings, {
    body: {
      ...{ company: 'Megacorp', company_address: 'Tower 1', company_tax_number: 'MEGA-TAX' },
      ...{ bank_details: 'Megabank', document_footer: 'Thanks from Megacorp' },
      ...{ invoice_number: 'MEGA-{seq}', credit_note_number: 'MEGACN-{seq}' },
    },
  })
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
  cole = await api.signIn('cole', 'CLIENT')
})
afterAll(async () => {
  expect(await findBreaches(asSqlConnection(api.database), INVOICE_INVARIANTS)).toEqual([])
})

const make = (session: Session, account_id: number, to_on = '2026-08-31') =>
  session.call(contract.createInvoice, { body: { account_id, from_on: '2026-08-01', to_on } })
const of = (id: number) => ({ params: { id } })

async function wordsOf(session: Session, id: number, document: 'INVOICE' | 'CREDIT_NOTE') {
  const pdf = await session.call(contract.getInvoicePdf, { ...of(id), query: { document } })
  const file = pdf.response.rawPayload
  return { text: pdfPages(file).flat().join('\n'), hasImage: file.includes('/Subtype /Image') }
}

describe('a reseller', () => {
  let id: number

  test('makes a draft of its client, which the client sees when it is issued', async () => {
    const { status, data } = await make(beryl, ids.cole)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      ...{ state: 'DRAFT', account_name: 'Cole', issuer_name: 'Beryl', amount: 100_000_000n },
      ...{ issuer: { name: 'Beryl' }, note: '', bank_details: '', is_own: false },
    })
    id = data.id
    expect((await beryl.call(contract.remakeInvoice, of(id))).status).toBe(200)
    expect((await cole.call(contract.getInvoice, of(id))).status).toBe(404)
    expect((await amber.call(contract.getInvoice, of(id))).status).toBe(404)
  })

  test('issues it by its own numbers and terms, in its own name', async () => {
    const { data: before } = await beryl.call(profiles.getInvoiceProfile, of(ids.beryl))
    const { account, ...form } = before
    expect([before.version, account.company]).toEqual([0, 'Beryl'])
    const body = {
      ...form,
      ...{ company: 'Beryl Telecom', company_address: 'Quay 7', company_tax_number: 'BT 9' },
      ...{ bank_details: 'Pay to Beryl Bank', document_footer: 'See you' },
      ...{ invoice_number: 'B{year}/{seq:3}', credit_note_number: 'BC{seq}' },
      ...{ invoice_terms_days: 10, timezone: 'Europe/Berlin' },
    }
    const saved = await beryl.call(profiles.updateInvoiceProfile, { ...of(ids.beryl), body })
    expect(saved.data).toMatchObject({ company: 'Beryl Telecom', version: 1 })
    const issued = await beryl.call(contract.issueInvoice, of(id))
    expect(issued.data).toMatchObject({ document_number: `B${year()}/001`, state: 'ISSUED' })
    const due_ms = Date.parse(issued.data.issued_at ?? '') + 10 * 86_400_000
    expect(issued.data.due_on).toBe(dayIn('Europe/Berlin', due_ms))
    const seen = await cole.call(contract.getInvoice, of(id))
    expect(seen.data).toMatchObject({ issuer: { name: 'Beryl Telecom' }, is_own: true })
    const { document_number, due_on } = issued.data
    const sentence = `Invoice ${document_number} of 100 USD is due on ${due_on}.`
    const event = { topic: 'INVOICE_ISSUED', account_id: ids.cole, subject_id: id, sentence }
    const written = api.database.selectFrom('notification_event').selectAll()
    expect(await written.execute()).toMatchObject([event])
  })

  test('has an example of what is in the form, before it is saved', async () => {
    const { data } = await beryl.call(profiles.getInvoiceProfile, of(ids.beryl))
    const { account: _, version: __, ...form } = data
    const body = { ...form, company: 'Beryl & Sons', invoice_number: 'N{seq:4}' }
    const { response } = await beryl.call(profiles.getExampleInvoice, { ...of(ids.beryl), body })
    const text = pdfPages(response.rawPayload).flat().join('\n')
    for (const word of ['Beryl & Sons', 'N0001', 'Pay to Beryl Bank']) expect(text).toContain(word)
    const foreign = await beryl.call(profiles.getExampleInvoice, { ...of(ids.amber), body })
    expect(foreign.status).toBe(404)
    const kept = await beryl.call(profiles.getInvoiceProfile, of(ids.beryl))
    expect(kept.data.company).toBe('Beryl Telecom')
  })

  test('has no word and no image of the operator on its documents', async () => {
    await api.admin.call(setLogo, { body: { image: PIXEL } })
    const bare = await wordsOf(cole, id, 'INVOICE')
    expect(bare.hasImage).toBe(false)
    for (const word of ['Beryl Telecom', 'Quay 7', 'BT 9', 'Pay to Beryl Bank', 'See you']) {
      expect(bare.text).toContain(word)
    }
    const statement = await cole.call(getStatementPdf, { ...of(ids.cole), query: {} })
    const texts = [bare.text, pdfPages(statement.response.rawPayload).flat().join('\n')]
    for (const word of OPERATOR) for (const text of texts) expect(text).not.toContain(word)
    // The nearest brand with a logo is that of the reseller above.
    await setImage(api, ids.amber, 'LOGO')
    expect((await wordsOf(cole, id, 'INVOICE')).hasImage).toBe(true)
  })

  test('assigns a payment, marks it as sent, voids it, and bills the period again', async () => {
    expect(
      (await api.admin.call(createPayment, { body: rechargeForm(ids.amber, 500) })).status,
    ).toBe(200)
    await api.admin.call(createPayment, { body: rechargeForm(ids.beryl, 300) })
    const paid = await beryl.call(createPayment, {
      body: withoutUnseen('RESELLER', createPayment, rechargeForm(ids.cole, 40)) as never,
    })
    expect(paid.status).toBe(200)
    const body = { payment_id: paid.data.id, amount: money(40_000_000) }
    expect((await beryl.call(payments.assignInvoicePayment, { ...of(id), body })).status).toBe(200)
    expect((await beryl.call(contract.markInvoiceSent, of(id))).data.state).toBe('PARTLY_PAID')
    const reason = { ...of(id), body: { reason: 'Wrong name' } }
    const gone = await beryl.call(contract.voidInvoice, reason)
    expect(gone.data).toMatchObject({ state: 'VOID', credit_note_number: 'BC1' })
    const note = await wordsOf(cole, id, 'CREDIT_NOTE')
    for (const word of OPERATOR) expect(note.text).not.toContain(word)
    const again = await beryl.call(contract.replaceInvoice, of(id))
    const issued = await beryl.call(contract.issueInvoice, of(again.data.id))
    expect(issued.data.document_number).toBe(`B${year()}/002`)
  })

  test('has a series of its own, and the defaults before it saved anything', async () => {
    const dana = await make(amber, ids.dana)
    const issued = await amber.call(contract.issueInvoice, of(dana.data.id))
    expect(issued.data.document_number).toBe(`INV-${year()}-00001`)
    const { text } = await wordsOf(amber, dana.data.id, 'INVOICE')
    expect(text).toContain('Amber')
    for (const word of OPERATOR) expect(text).not.toContain(word)
  })

  test('lists what it issues and what it gets apart', async () => {
    const list = async (is_own?: 'true' | 'false') => {
      const { data } = await beryl.call(contract.listInvoices, { query: is_own ? { is_own } : {} })
      return new Set(data.map(({ account_name }) => account_name))
    }
    const own = await make(amber, ids.beryl)
    expect(await list()).toEqual(new Set(['Cole']))
    await amber.call(contract.issueInvoice, of(own.data.id))
    expect(await list()).toEqual(new Set(['Beryl', 'Cole']))
    expect(await list('true')).toEqual(new Set(['Beryl']))
    expect(await list('false')).toEqual(new Set(['Cole']))
    const totals = async (is_own: 'true' | 'false') =>
      (await beryl.call(contract.getInvoiceTotals, { query: { is_own } })).data.map(
        ({ state }) => state,
      )
    expect(await totals('true')).toEqual([])
    expect(await totals('false')).toEqual(['PARTLY_PAID'])
  })
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('an invoice that a reseller does not issue', () => {
  async function changesOf(session: Session, id: number): Promise<number[]> {
    const assignment = { ...of(id), body: { payment_id: 1, amount: money(1) } }
    const answers = [
      await session.call(contract.remakeInvoice, of(id)),
      await session.call(contract.issueInvoice, of(id)),
      await session.call(contract.markInvoiceSent, of(id)),
      await session.call(contract.voidInvoice, { ...of(id), body: { reason: 'No' } }),
      await session.call(contract.replaceInvoice, of(id)),
      await session.call(contract.discardInvoice, of(id)),
      await session.call(payments.listAssignablePayments, of(id)),
      await session.call(payments.assignInvoicePayment, assignment),
      await session.call(payments.takeBackInvoicePayment, {
        params: { id, assignment_id: 1 },
      }),
    ]
    return [...new Set(answers.map(({ status }) => status))]
  }

  test('is its own one: it sees it when it is issued, and changes nothing', async () => {
    const { data } = await api.admin.call(contract.createInvoice, {
      body: { account_id: ids.amber, from_on: '2026-08-01', to_on: '2026-08-31' },
    })
    expect((await amber.call(contract.getInvoice, of(data.id))).status).toBe(404)
    expect(await changesOf(amber, data.id)).toEqual([404])
    await api.admin.call(contract.issueInvoice, of(data.id))
    const seen = await amber.call(contract.getInvoice, of(data.id))
    expect(seen.data).toMatchObject({ document_number: 'MEGA-1', is_own: true })
    expect(await changesOf(amber, data.id)).toEqual([404])
    expect((await amber.call(payments.listInvoicePayments, of(data.id))).status).toBe(200)
  })

  test('is foreign, or of an account further down', async () => {
    const zoe = await make(api.admin, ids.zoe)
    const { data } = await beryl.call(contract.listInvoices, { query: { is_own: 'false' } })
    for (const id of [zoe.data.id, data[0]?.id ?? 0]) {
      expect((await amber.call(contract.getInvoice, of(id))).status).toBe(404)
      expect(await changesOf(amber, id)).toEqual([404])
    }
  })

  test('is not made for them either', async () => {
    for (const id of [ids.amber, ids.cole, ids.zoe, 1]) {
      const { status, problem } = await make(amber, id, '2026-09-30')
      expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['account_id']])
      expect((await amber.call(contract.getNextPeriod, of(id))).status).toBe(404)
    }
  })

  test('was issued by the one above before the client came to the reseller', async () => {
    const { data } = await api.admin.call(contract.createInvoice, {
      body: { account_id: ids.dana, from_on: null, to_on: '2026-09-30' },
    })
    await changeRows(api, 'invoice', { id: data.id }, { issuer_id: 1 })
    expect((await amber.call(contract.getInvoice, of(data.id))).status).toBe(404)
    await api.admin.call(contract.discardInvoice, of(data.id))
  })
})

describe('an invoice profile', () => {
  test('is that of the reseller alone, and of admins', async () => {
    expect((await amber.call(profiles.getInvoiceProfile, of(ids.beryl))).status).toBe(404)
    expect((await beryl.call(profiles.getInvoiceProfile, of(ids.amber))).status).toBe(404)
    expect((await cole.call(profiles.getInvoiceProfile, of(ids.beryl))).status).toBe(403)
    const { data } = await api.admin.call(profiles.getInvoiceProfile, of(ids.beryl))
    expect(data.company).toBe('Beryl Telecom')
  })

  test('is saved from the version that was read, with a pattern that counts', async () => {
    const { account: _, ...form } = (await amber.call(profiles.getInvoiceProfile, of(ids.amber)))
      .data
    const save = (change: object) =>
      amber.call(profiles.updateInvoiceProfile, { ...of(ids.amber), body: { ...form, ...change } })
    for (const change of [{ invoice_number: 'INV-{year}' }, { timezone: 'Mars/Base' }]) {
      expect((await save(change)).problem.fields).toHaveProperty(Object.keys(change)[0] as string)
    }
    expect((await save({ invoice_number: 'A-{seq}' })).status).toBe(200)
    expect((await save({ invoice_number: 'B-{seq}' })).problem.code).toBe('changed-meanwhile')
  })
})

test('a billing cycle bills by the zone and the rules of the reseller', async () => {
  const tariff = withoutUnseen('RESELLER', createTariff, { ...tariffForm, name: 'Retail' })
  const retail = await beryl.call(createTariff, { body: tariff as typeof tariffForm })
  const form = { ...clientForm(retail.data.id, 'Cora'), billing_cycle: 'MONTH' as const }
  const body = withoutUnseen('RESELLER', createWholesaleClient, form) as typeof form
  const { data, status } = await beryl.call(createWholesaleClient, { body })
  expect([status, data.billing_cycle]).toEqual([200, 'MONTH'])
  const since = { billing_since: '2026-08-10T12:00:00Z' }
  await changeRows(api, 'account', { id: data.id }, since)
  // In Berlin the second one is of September.
  await bookPastCalls(api, data.id, [
    ['2026-08-31T21:30:00Z', -1],
    ['2026-08-31T22:30:00Z', -2],
  ])
  const { account: _, ...profile } = (await beryl.call(profiles.getInvoiceProfile, of(ids.beryl)))
    .data
  const automatic = { ...profile, issues_drafts: true }
  await beryl.call(profiles.updateInvoiceProfile, { ...of(ids.beryl), body: automatic })
  const list = async () =>
    (await beryl.call(contract.listInvoices, { query: { account_id: data.id } })).data
  const runAt = (now: string) => {
    api.clock.now = Date.parse(now)
    return doInvoices(api, api.clock.now)
  }
  await runAt('2026-08-31T21:59:00Z')
  expect(await list()).toEqual([])
  await runAt('2026-08-31T22:00:00Z')
  expect(await list()).toMatchObject([
    {
      ...{ document_number: 'B2026/003', from_on: '2026-08-01', to_on: '2026-08-31' },
      ...{ amount: 1_000_000n, timezone: 'Europe/Berlin', due_on: '2026-09-11' },
    },
  ])
  api.clock.now = Date.parse('2026-10-01T00:00:00Z')
  expect((await amber.call(contract.draftDueInvoices, {})).data.drafts).toBe(0)
  expect((await beryl.call(contract.draftDueInvoices, {})).data.drafts).toBe(1)
})
