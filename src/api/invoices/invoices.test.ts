import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { updateSettings } from '#contract/console/settings.ts'
import * as payments from '#contract/invoices/invoice-payments.ts'
import * as contract from '#contract/invoices/invoices.ts'
import { listUnbilledUsage } from '#contract/payments/payment-reports.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { money, type Sum } from '#core/money.ts'
import { asSqlConnection } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { INVOICE_INVARIANTS } from '#db/verify/invoice-invariants.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { doInvoices } from '#test/support/do-jobs.ts'
import { clientForm, rechargeForm } from '#test/support/forms.ts'
import { bookPastCalls } from '#test/support/past-calls.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let acme: Session
let other: Session
beforeAll(async () => {
  viewers = await addViewers(api)
  acme = await api.signIn('acme', 'CLIENT')
  other = await api.signIn('other', 'CLIENT')
  await bookPastCalls(api, viewers.acme, [
    ['2026-08-03T12:00:00Z', -100],
    ['2026-09-01T12:00:00Z', -10],
  ])
  await bookPastCalls(api, viewers.paris, [['2026-08-03T12:00:00Z', 7]])
})
let now_ms: number
beforeEach(() => {
  now_ms = api.clock.now
})
afterEach(() => {
  api.clock.now = now_ms
})
afterAll(async () => {
  expect(await findBreaches(asSqlConnection(api.database), INVOICE_INVARIANTS)).toEqual([])
})

const make = (account_id: number, to_on: string, from_on: string | null = null) =>
  api.admin.call(contract.createInvoice, { body: { account_id, from_on, to_on } })

/** At that time, for the API too, until the end of the test. */
async function runAt(now: string): Promise<void> {
  api.clock.now = Date.parse(now)
  await doInvoices(api, api.clock.now)
}

const CREDIT_NOTE = { document: 'CREDIT_NOTE' } as const
const wordsOf = (file: Buffer): string[] => pdfPages(file).flat()

describe('an invoice', () => {
  let id: number
  const of = () => ({ params: { id } })

  test('is a draft first, of whole days, with lines, which its account does not see', async () => {
    const { status, data } = await make(viewers.acme, '2026-08-31', '2026-08-01')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      document_number: null,
      kind: 'INVOICE',
      state: 'DRAFT',
      account_name: 'Acme',
      issuer_name: 'Operator',
      from_on: '2026-08-01',
      to_on: '2026-08-31',
      calls: 1,
      amount: 100_000_000n,
      is_latest: true,
    })
    id = data.id
    const lines = await api.admin.call(contract.listInvoiceLines, of())
    expect(lines.data).toMatchObject([{ section: 'USAGE', calls: 1, amount: 100_000_000n }])
    expect((await acme.call(contract.listInvoices, {})).data).toEqual([])
    expect((await acme.call(contract.getInvoice, of())).status).toBe(404)
    expect((await acme.call(contract.listInvoiceLines, of())).status).toBe(404)
  })

  test('is made again with what came since, and discarded, while it is the latest', async () => {
    await bookPastCalls(api, viewers.acme, [['2026-08-05T12:00:00Z', -5]])
    const again = await api.admin.call(contract.remakeInvoice, of())
    expect(again.data).toMatchObject({ id, calls: 2, amount: 105_000_000n })
    const next = await make(viewers.acme, '2026-09-30')
    expect(next.data).toMatchObject({ from_on: '2026-09-01', amount: 10_000_000n })
    for (const endpoint of [contract.remakeInvoice, contract.discardInvoice]) {
      const { status, problem } = await api.admin.call(endpoint, of())
      expect([status, problem.message]).toEqual([409, expect.stringContaining('A later invoice')])
    }
    const discard = { params: { id: next.data.id } }
    expect((await api.admin.call(contract.discardInvoice, discard)).status).toBe(204)
  })

  test('gets its number by issue, and is then seen by its account alone', async () => {
    const body = { invoice_number: 'T{year}/{seq:3}', invoice_terms_days: 14 }
    await api.admin.call(updateSettings, { body })
    const issued = await api.admin.call(contract.issueInvoice, of())
    const year = new Date(api.clock.now).getUTCFullYear()
    expect(issued.data).toMatchObject({ document_number: `T${year}/001`, state: 'PARTLY_PAID' })
    expect((await api.admin.call(contract.issueInvoice, of())).status).toBe(409)
    expect((await api.admin.call(contract.discardInvoice, of())).status).toBe(409)
    const own = await acme.call(contract.getInvoice, of())
    expect(own.data).toMatchObject({ document_number: `T${year}/001`, account: { name: 'Acme' } })
    expect(own.data.account_id).toBeUndefined()
    expect((await other.call(contract.getInvoice, of())).status).toBe(404)
    const calls = await acme.call(contract.listInvoiceCalls, { ...of(), query: { limit: 1 } })
    expect(calls.data).toMatchObject([{ amount: 100_000_000n, called_number: null }])
    const cursor = calls.page.next_cursor ?? ''
    const rest = await acme.call(contract.listInvoiceCalls, { ...of(), query: { cursor } })
    expect(rest.data).toMatchObject([{ at: '2026-08-05T12:00:00Z', amount: 5_000_000n }])
    expect((await other.call(contract.listInvoiceCalls, of())).status).toBe(404)
    const pdf = await acme.call(contract.getInvoicePdf, of())
    expect(pdf.response.headers['content-type']).toBe('application/pdf')
    expect(wordsOf(pdf.response.rawPayload)).toEqual(
      expect.arrayContaining(['Invoice', `T${year}/001`, 'Acme', 'Calls', '105.00', '100.00 USD']),
    )
    expect((await other.call(contract.getInvoicePdf, of())).status).toBe(404)
    const early = await acme.call(contract.getInvoicePdf, { ...of(), query: CREDIT_NOTE })
    expect(early.status).toBe(404)
    expect((await other.call(contract.listInvoices, {})).data).toEqual([])
  })

  test('is paid by payments, that which a user assigned to it first', async () => {
    const settling = async () => (await api.admin.call(payments.listInvoicePayments, of())).data
    expect(await settling()).toMatchObject([{ id: null, kind: 'PAYMENT', amount: 5_000_000n }])
    const body = rechargeForm(viewers.acme, 200)
    const paid = await api.admin.call(createPayment, { body })
    expect(paid.status).toBe(200)
    const now = await acme.call(contract.getInvoice, of())
    expect(now.data).toMatchObject({ state: 'PAID', open_amount: 0n })
    const pdf = await acme.call(contract.getInvoicePdf, of())
    expect(wordsOf(pdf.response.rawPayload)).toEqual(
      expect.arrayContaining(['Amount due', '0.00 USD', 'Payments', '-5.00', '-100.00']),
    )
    const assign = (amount: number, payment_id = paid.data.id) =>
      api.admin.call(payments.assignInvoicePayment, {
        ...of(),
        body: { payment_id, amount: money(amount) },
      })
    const left = await api.admin.call(payments.listAssignablePayments, of())
    expect(left.data[0]).toMatchObject({ id: paid.data.id, unassigned: 200_000_000n })
    expect((await assign(105_000_001)).problem.fields).toHaveProperty('amount')
    expect((await assign(1, 999_999)).problem.fields).toHaveProperty('payment_id')
    expect((await assign(102_000_000)).data).toMatchObject({ state: 'PAID' })
    expect(await settling()).toMatchObject([
      { kind: 'PAYMENT', amount: 3_000_000n },
      { id: expect.any(Number), amount: 102_000_000n },
    ])
    const assigned = (await settling()).find(({ id }) => id !== null)
    const takeBack = {
      params: { ...of().params, assignment_id: assigned?.id ?? 0 },
    }
    const back = await api.admin.call(payments.takeBackInvoicePayment, takeBack)
    expect(back.data).toMatchObject({ state: 'PAID' })
    expect((await api.admin.call(payments.takeBackInvoicePayment, takeBack)).status).toBe(404)
    expect(await settling()).toMatchObject([{ amount: 5_000_000n }, { amount: 100_000_000n }])
    expect((await other.call(payments.listInvoicePayments, of())).status).toBe(404)
  })

  test('is sent, and void by a credit note', async () => {
    const sent = await api.admin.call(contract.markInvoiceSent, of())
    expect(sent.data).toMatchObject({ state: 'PAID', sent_at: expect.any(String) })
    const reason = { ...of(), body: { reason: 'Wrong address' } }
    const gone = await api.admin.call(contract.voidInvoice, reason)
    expect(gone.data).toMatchObject({ state: 'VOID', void_reason: 'Wrong address' })
    expect(gone.data.credit_note_number).toMatch(/^CN-\d{4}-00001$/)
    expect((await api.admin.call(contract.voidInvoice, reason)).status).toBe(409)
    const note = await acme.call(contract.getInvoicePdf, { ...of(), query: CREDIT_NOTE })
    expect(wordsOf(note.response.rawPayload)).toEqual(
      expect.arrayContaining(['Credit note', 'Wrong address', 'Net', '-105.00', 'Total']),
    )
    const state = { query: { state: 'VOID' } } as const
    expect((await api.admin.call(contract.listInvoices, state)).data).toMatchObject([{ id }])
  })

  test('that is void is billed again with the same entries, once', async () => {
    await bookPastCalls(api, viewers.acme, [['2026-08-06T12:00:00Z', -1]])
    const copy = await api.admin.call(contract.replaceInvoice, of())
    expect(copy.data).toMatchObject({ state: 'DRAFT', from_on: '2026-08-01', amount: 105_000_000n })
    expect((await api.admin.call(contract.replaceInvoice, of())).status).toBe(409)
    const again = await api.admin.call(contract.remakeInvoice, { params: { id: copy.data.id } })
    expect(again.data).toMatchObject({ state: 'DRAFT', amount: 105_000_000n })
    const next = await make(viewers.acme, '2026-09-30')
    const lines = await api.admin.call(contract.listInvoiceLines, { params: { id: next.data.id } })
    expect(lines.data).toMatchObject([
      { section: 'USAGE', amount: 10_000_000n },
      { section: 'EARLIER', amount: 1_000_000n },
    ])
  })
})

describe('a billing cycle', () => {
  test('makes a draft for each period that has ended once, and issues it if set', async () => {
    const { data } = await api.admin.call(createWholesaleClient, {
      body: {
        ...clientForm(viewers.tariffs.sell, 'Monthly'),
        billing_cycle: 'MONTH',
        billing_timezone: 'Europe/Berlin',
        payment_terms_days: 7,
      },
    })
    const { id } = data
    expect(data).toMatchObject({ billing_cycle: 'MONTH', billing_timezone: 'Europe/Berlin' })
    await sql`update account set billing_since = '2026-07-10T12:00:00Z'
      where id = ${id}`.execute(api.database)
    // In Berlin the second one is of August; September has nothing to bill.
    await bookPastCalls(api, id, [
      ['2026-07-31T21:30:00Z', -1],
      ['2026-07-31T22:30:00Z', -2],
      ['2026-10-15T12:00:00Z', -3],
    ])
    const query = { account_id: id, sort: 'to_on' } as const
    const list = async () => (await api.admin.call(contract.listInvoices, { query })).data
    await Promise.all([1, 2].map(() => runAt('2026-10-31T22:59:00Z')))
    expect(await list()).toHaveLength(2)
    await runAt('2026-10-31T22:59:00Z')
    expect(await list()).toHaveLength(2)
    await api.admin.call(updateSettings, { body: { issues_drafts: true } })
    await runAt('2026-10-31T23:00:00Z')
    // Issued by itself it would come before the drafts of earlier periods.
    const [first, second, third] = await list()
    const earlier = 'The draft of 2026-07-01 to 2026-07-31 is issued first'
    expect(third).toMatchObject({ state: 'DRAFT', failure: expect.stringContaining(earlier) })
    const issue = (draft = first) =>
      api.admin.call(contract.issueInvoice, { params: { id: draft?.id ?? 0 } })
    expect((await issue(second)).problem.message).toContain(earlier)
    expect([(await issue(first)).status, (await issue(second)).status]).toEqual([200, 200])
    await runAt('2026-10-31T23:04:59Z')
    expect((await list())[2]).toMatchObject({ state: 'DRAFT', retry_at: '2026-10-31T23:05:00Z' })
    await runAt('2026-10-31T23:05:00Z')
    const totals = await api.admin.call(contract.getInvoiceTotals, {})
    expect(totals.data).toContainEqual(expect.objectContaining({ state: 'DRAFT' }))
    expect((await other.call(contract.getInvoiceTotals, {})).data).toEqual([])
    const due = await api.admin.call(contract.draftDueInvoices, {})
    expect(due.data).toEqual({ drafts: 0, failed: 0 })
    expect(await list()).toMatchObject([
      { from_on: '2026-07-01', to_on: '2026-07-31', amount: 1_000_000n },
      { from_on: '2026-08-01', to_on: '2026-08-31', amount: 2_000_000n },
      { from_on: '2026-09-01', to_on: '2026-10-31', amount: 3_000_000n, due_on: '2026-11-07' },
    ])
  })
})

describe('a draft', () => {
  test('that fails is kept with the reason, stops no other, and is tried again later', async () => {
    const clients = await Promise.all(
      ['Failing', 'Behind'].map(async (name) => {
        const form = { ...clientForm(viewers.tariffs.sell, name), billing_cycle: 'MONTH' as const }
        const { data } = await api.admin.call(createWholesaleClient, { body: form })
        await bookPastCalls(api, data.id, [['2026-09-10T12:00:00Z', -1]])
        return data.id
      }),
    )
    const [failing = 0] = clients
    await sql`update account set billing_since = '2026-09-01T00:00:00Z'
      where id = any (${clients}::bigint[])`.execute(api.database)
    await sql`create function fail_lines() returns trigger language plpgsql as $$ begin
        if (select account_id from invoice where id = new.invoice_id) = ${sql.lit(failing)} then
          raise exception 'no space left on device';
        end if; return new; end $$`.execute(api.database)
    await sql`create trigger fail_lines before insert on invoice_line
      for each row execute function fail_lines()`.execute(api.database)
    const stateOf = async (account_id: number) => {
      const query = { account_id, sort: 'to_on' } as const
      return (await api.admin.call(contract.listInvoices, { query })).data[0]
    }
    await runAt('2026-10-01T12:00:00Z')
    expect(await Promise.all(clients.map(stateOf))).toMatchObject([
      { state: 'FAILED', failure: 'no space left on device', retry_at: '2026-10-01T12:05:00Z' },
      { amount: 1_000_000n, failure: '', retry_at: null },
    ])
    const broken = { params: { id: (await stateOf(failing))?.id ?? 0 } }
    const refused = await api.admin.call(contract.issueInvoice, broken)
    expect(refused.problem.message).toBe('The lines of this draft are not ready yet.')
    await runAt('2026-10-01T12:05:00Z')
    expect(await stateOf(failing)).toMatchObject({ retry_at: '2026-10-01T12:15:00Z' })
    await sql`drop trigger fail_lines on invoice_line`.execute(api.database)
    await runAt('2026-10-01T12:14:00Z')
    expect(await stateOf(failing)).toMatchObject({ state: 'FAILED' })
    await runAt('2026-10-01T12:15:00Z')
    expect(await stateOf(failing)).toMatchObject({ amount: 1_000_000n, failure: '' })
  })

  test('that a process left without lines is ready after the next run', async () => {
    const made = await make(viewers.acme, '2026-10-31')
    const { id } = made.data
    await sql`delete from invoice_line where invoice_id = ${id}`.execute(api.database)
    await sql`update invoice set prepared_at = null where id = ${id}`.execute(api.database)
    const of = { params: { id } }
    expect((await api.admin.call(contract.getInvoice, of)).data.state).toBe('PREPARING')
    await doInvoices(api, api.clock.now)
    expect((await api.admin.call(contract.getInvoice, of)).data.state).toBe('DRAFT')
    await api.admin.call(contract.discardInvoice, of)
  })

  test('that a process left before it was issued by itself is issued by the next run', async () => {
    const { data } = await api.admin.call(createWholesaleClient, {
      body: clientForm(viewers.tariffs.sell, 'Left'),
    })
    await bookPastCalls(api, data.id, [['2026-08-03T12:00:00Z', -1]])
    const { id } = (await make(data.id, '2026-08-31')).data
    await sql`update invoice set issue_when_ready = true where id = ${id}`.execute(api.database)
    await doInvoices(api, api.clock.now)
    const issued = await api.admin.call(contract.getInvoice, { params: { id } })
    expect(issued.data).toMatchObject({ state: 'ISSUED', document_number: expect.any(String) })
  })

  test('of a settlement account is self-billed: what it gets', async () => {
    const period = { params: { id: viewers.paris } }
    const before = await api.admin.call(contract.getNextPeriod, period)
    expect(before.data).toMatchObject({ from_on: null, first_on: '2026-08-03' })
    const { data } = await make(viewers.paris, '2026-08-31')
    expect(data).toMatchObject({ kind: 'SELF_BILLED', from_on: '2026-08-03', amount: 7_000_000n })
    const after = await api.admin.call(contract.getNextPeriod, period)
    expect(after.data).toMatchObject({ from_on: '2026-09-01' })
  })

  test('is refused for days that have not ended, are billed, or begin elsewhere', async () => {
    const today = new Date(api.clock.now).toISOString().slice(0, 10)
    const fields = async (...of: Parameters<typeof make>) => (await make(...of)).problem.fields
    expect(await fields(viewers.acme, today)).toEqual({ to_on: 'This day has not ended.' })
    const until = 'Billed until 2026-08-31 already.'
    expect(await fields(viewers.paris, '2026-08-20')).toEqual({ to_on: until })
    expect(await fields(viewers.paris, '2026-09-20', '2026-09-03')).toHaveProperty('from_on')
    expect(await fields(1, '2026-08-31')).toHaveProperty('account_id')
  })
})

test('usage is unbilled only where no invoice bills the time', async () => {
  await sql`truncate traffic_addition`.execute(api.database)
  const used = { account_id: viewers.rita, calls: 1, charged: 5n as Sum }
  await writeCalls(api.url, { additions: [trafficAt(Date.now(), used)] })
  const names = async () =>
    (await api.admin.call(listUnbilledUsage, {})).data.map(({ account_name }) => account_name)
  expect(await names()).toEqual(['Rita'])
  const { rows } = await sql<{ id: number }>`
    insert into invoice (account_id, issuer_id, kind, starts_at, ends_at, timezone,
      after_entry_id, last_entry_id, brought_forward)
    values (${viewers.rita}, 1, 'INVOICE', now() - interval '1 day', now() + interval '1 day',
      'UTC', 0, 0, 0) returning id`.execute(api.database)
  expect(await names()).toEqual([])
  await sql`delete from invoice where id = ${rows[0]?.id ?? 0}`.execute(api.database)
})
