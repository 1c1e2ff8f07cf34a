import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getStatementPdf,
  listStatementDays,
  type StatementDay,
} from '#contract/invoices/statements.ts'
import {
  listAccountStatements,
  listAgedDebts,
  listPaymentGroups,
  listUnbilledUsage,
} from '#contract/payments/payment-reports.ts'
import {
  createPayment,
  getPaymentTotals,
  listLedger,
  listPayments,
} from '#contract/payments/payments.ts'
import { money, type Sum } from '#core/money.ts'
import { asSqlConnection, type Database, openDatabase } from '#db/database.ts'
import { sumLedgerDays } from '#db/payments/ledger-days.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { rechargeForm } from '#test/support/forms.ts'
import { openPastLedger } from '#test/support/ledger-entries.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const DAY_MS = 24 * 3600 * 1000

const api = apiForFile()
let viewers: Viewers
let acme: Session
let london: Session
let owner: Database
let book: ReturnType<typeof openPastLedger>

beforeAll(async () => {
  owner = openDatabase(api.url, 'test', 1)
  book = openPastLedger(owner)
  viewers = await addViewers(api)
  acme = await api.signIn('acme', 'CLIENT')
  london = await api.signIn('london', 'CLIENT')
  await book(viewers.acme, -30, 100)
  await book(viewers.acme, -10, 45)
  await book(viewers.acme, -4, 10)
  await book(viewers.acme, 15, 5)
  // A call that was charged again does not count twice.
  await book(viewers.acme, 3, 1, await book(viewers.acme, -3, 2))
  await book(viewers.london, 20, 70)
  await book(viewers.london, 1, 3)
})
afterAll(async () => {
  await owner.destroy()
})

const wall = (days_ago: number) =>
  new Date(Date.now() - days_ago * DAY_MS).toISOString().slice(0, 19)
const units = (amount: bigint) => Number(amount) / 1_000_000

describe('the statement of accounts', () => {
  const between = { from: wall(60), to: wall(7) }

  test('begins with the balance of now without the entries since', async () => {
    const query = { ...between, direction: 'receivable' } as const
    const { data } = await api.admin.call(listAccountStatements, { query })
    expect(data).toMatchObject([
      {
        account_name: 'Acme',
        account_kind: 'WHOLESALE',
        currency: 'USD',
        opening: -30_000_000n,
        money_in: 0n,
        money_out: -14_000_000n,
        closing: -44_000_000n,
      },
    ])
    const today = { direction: 'receivable', range: 'today', sort: '-closing' } as const
    const now = await api.admin.call(listAccountStatements, { query: today })
    expect(now.data.map((row) => [row.account_name, units(row.closing)])).toEqual([
      ['Other', 5],
      ['Acme', -24],
    ])
    for (const { opening, money_in, money_out, closing } of now.data) {
      expect(opening + money_in + money_out).toBe(closing)
    }
  })

  test('adds up per currency, and has the side of the user', async () => {
    const query = { direction: 'receivable', per: 'currency', range: 'today' } as const
    const whole = await api.admin.call(listAccountStatements, { query })
    expect(whole.data).toMatchObject([{ account_id: null, currency: 'USD', closing: -19_000_000n }])
    const payable = { ...between, direction: 'payable' } as const
    const own = await acme.call(listAccountStatements, { query: payable })
    expect(own.data).toEqual([
      {
        currency: 'USD',
        opening: -30_000_000n,
        money_in: 0n,
        money_out: -14_000_000n,
        closing: -44_000_000n,
      },
    ])
    const other = await acme.call(listAccountStatements, { query: { direction: 'receivable' } })
    expect(other.data).toEqual([])
    const sold = await london.call(listAccountStatements, { query: { direction: 'receivable' } })
    expect(sold.data).toMatchObject([{ closing: 16_000_000n }])
  })
})

describe('the statement of one account', () => {
  const statement = { from: wall(60), to: wall(0) }

  test('has each day that moved the balance, and leads from opening to closing', async () => {
    const query = { ...statement, account_id: viewers.acme }
    const { data } = await api.admin.call(listStatementDays, { query })
    const inUnits = (day: StatementDay) =>
      [day.calls, day.payments, day.opening, day.closing].map(units)
    expect(data.map(inUnits)).toEqual([
      [-10, 0, -30, -40],
      [-4, 0, -40, -44],
      [0, 15, -44, -29],
      [-3, 0, -29, -32],
      // A reversal is of the kind that it takes back.
      [3, 0, -32, -29],
    ])
    for (const { calls, sales, packages, payments, adjustments, opening, closing } of data) {
      expect(opening + calls + sales + packages + payments + adjustments).toBe(closing)
    }
    const of = { query: { ...query, direction: 'receivable' } } as const
    const [sums] = (await api.admin.call(listAccountStatements, of)).data
    expect([sums?.opening, sums?.closing]).toEqual([data[0]?.opening, data.at(-1)?.closing])
  })

  test('is that of the user, who sees no other one', async () => {
    expect((await acme.call(listStatementDays, { query: statement })).data).toHaveLength(5)
    const query = { ...statement, account_id: viewers.london }
    expect((await acme.call(listStatementDays, { query })).status).toBe(400)
    expect((await api.admin.call(listStatementDays, { query: statement })).data).toEqual([])
  })

  test('is printed with its balances, in the time zone of the user', async () => {
    const pdf = await acme.call(getStatementPdf, { params: { id: viewers.acme }, query: statement })
    expect(pdfPages(pdf.response.rawPayload).flat()).toEqual(
      expect.arrayContaining(['Statement', 'Acme', 'UTC', '-30.00 USD', '-29.00 USD', 'Payments']),
    )
    const params = { id: viewers.london }
    expect((await acme.call(getStatementPdf, { params, query: statement })).status).toBe(404)
  })
})

describe('unbilled usage', () => {
  beforeAll(async () => {
    const used = [
      [viewers.acme, 3, 4_000_000n as Sum],
      [viewers.acme, 2, 1_500_000n as Sum],
      [viewers.rita, 1, 250_000n as Sum],
    ] as const
    const additions = used.map(([account_id, calls, charged]) =>
      trafficAt(Date.now(), { account_id, calls, answered: 1, duration_ms: 61_500, charged }),
    )
    await sql`truncate traffic_addition`.execute(api.database)
    await writeCalls(api.url, { additions })
  })

  test('is what the calls of the month cost each client, and per currency', async () => {
    const { data } = await api.admin.call(listUnbilledUsage, {})
    expect(data).toMatchObject([
      { account_name: 'Acme', calls: 5, answered: 2, seconds: 123, charged: 5_500_000n },
      { account_name: 'Rita', account_kind: 'RETAIL', calls: 1, charged: 250_000n },
    ])
    const query = { per: 'currency' } as const
    const whole = await api.admin.call(listUnbilledUsage, { query })
    expect(whole.data).toMatchObject([{ currency: 'USD', calls: 6, charged: 5_750_000n }])
    const before = { range: 'last_month' } as const
    expect((await api.admin.call(listUnbilledUsage, { query: before })).data).toEqual([])
    const postpaid = { billing_type: 'POSTPAID' } as const
    expect((await api.admin.call(listUnbilledUsage, { query: postpaid })).data).toEqual([])
  })

  test('of others is not seen', async () => {
    const own = await acme.call(listUnbilledUsage, {})
    expect(own.data).toMatchObject([{ calls: 5, charged: 5_500_000n }])
    expect(own.data[0]).not.toHaveProperty('account_name')
  })
})

describe('the ageing', () => {
  test('gives open debts to their newest debits, and the rest is older', async () => {
    const query = { direction: 'receivable' } as const
    const { data } = await api.admin.call(listAgedDebts, { query })
    expect(data).toMatchObject([
      {
        account_name: 'Acme',
        debt: 24_000_000n,
        days_30: 4_000_000n,
        days_60: 10_000_000n,
        days_90: 0n,
        older: 10_000_000n,
      },
    ])
    const owed = await api.admin.call(listAgedDebts, { query: { direction: 'payable' } })
    expect(owed.data).toMatchObject([
      { account_name: 'London', debt: 16_000_000n, days_30: 1_000_000n, days_90: 15_000_000n },
    ])
  })

  test('adds up per currency, a page at a time, in any order', async () => {
    const all = await api.admin.call(listAgedDebts, { query: { per: 'currency' } })
    expect(all.data).toMatchObject([
      { account_name: null, debt: 40_000_000n, days_30: 5_000_000n, older: 10_000_000n },
    ])
    const query = { limit: 1, sort: 'account_name' } as const
    const first = await api.admin.call(listAgedDebts, { query })
    expect(first.data.map(({ account_name }) => account_name)).toEqual(['Acme'])
    const cursor = first.page.next_cursor ?? ''
    const second = await api.admin.call(listAgedDebts, { query: { ...query, cursor } })
    expect(second.data.map(({ account_name }) => account_name)).toEqual(['London'])
    expect(second.page).toMatchObject({ next_cursor: null, total: 2 })
  })

  test('of others is not seen', async () => {
    const own = await acme.call(listAgedDebts, {})
    expect(own.data).toMatchObject([{ debt: 24_000_000n }])
    expect(own.data[0]).not.toHaveProperty('account_name')
    const sorted = await acme.send({ url: '/api/reports/payments/ageing?sort=account_name' })
    expect(sorted.statusCode).toBe(400)
  })
})

describe('payments', () => {
  test('are of all times unless a range is chosen', async () => {
    const count = async (query: object) => {
      const { data } = await api.admin.call(listPayments, { query })
      const totals = await api.admin.call(getPaymentTotals, { query })
      return [data.length, units(totals.data[0]?.net ?? 0n)]
    }
    expect(await count({ direction: 'receivable' })).toEqual([2, 10])
    expect(await count({ direction: 'receivable', range: 'today' })).toEqual([2, 10])
    expect(await count({ direction: 'receivable', to: wall(1) })).toEqual([0, 0])
  })

  test('are grouped by one or two keys, with the same sums as the list', async () => {
    await api.admin.call(createPayment, {
      body: { ...rechargeForm(viewers.acme, 2), kind: 'BONUS', method: 'cash' },
    })
    const grouped = async (query: object) =>
      (await api.admin.call(listPaymentGroups, { query: { direction: 'receivable', ...query } }))
        .data
    const ofKinds = await grouped({ group: 'kind', then_by: 'method', sort: 'net' })
    expect(ofKinds).toMatchObject([
      { kind: 'BONUS', method: 'cash', payments: 1, net: 2_000_000n, month: null },
      { kind: 'RECHARGE', method: 'bank', payments: 2, net: 10_000_000n },
    ])
    const ofParties = await grouped({ group: 'party' })
    expect(ofParties.map((row) => [row.account_name, units(row.net)])).toEqual([
      ['Acme', 7],
      ['Other', 5],
    ])
    const months = await grouped({})
    expect(months).toMatchObject([{ payments: 3, net: 12_000_000n, currency: 'USD' }])
    expect(months[0]?.month).toMatch(/-01T00:00:00Z$/)
    expect(await grouped({ account_id: viewers.acme, group: 'month', method: 'card' })).toEqual([])
  })

  test('of a client are grouped by what it sees', async () => {
    const own = await acme.call(listPaymentGroups, { query: { group: 'kind' } })
    expect(own.data).toMatchObject([
      { kind: 'RECHARGE', net: 5_000_000n },
      { kind: 'BONUS', net: 2_000_000n },
    ])
    const url = '/api/reports/payments/groups?group=party'
    expect((await acme.send({ url })).statusCode).toBe(400)
  })

  test('and the ledger are found by the range', async () => {
    const query = { account_id: viewers.acme, from: wall(60), to: wall(7) }
    const { data } = await api.admin.call(listLedger, { query })
    expect(data.map(({ amount }) => amount)).toEqual([money(-4_000_000), money(-10_000_000)])
  })
})

describe('the days of the ledger', () => {
  let jobs: Database
  beforeAll(() => {
    jobs = openDatabase(api.jobs_url, 'test', 1)
  })
  afterAll(() => jobs.destroy())

  const pages = async () => {
    const both = ['payable', 'receivable'] as const
    const ranges = [
      { from: wall(60), to: wall(7) },
      { from: wall(10).slice(0, 10), to: wall(2).slice(0, 10) },
      { range: 'today' },
    ] as const
    const statements = ranges.map((range) =>
      api.admin.call(listAccountStatements, { query: { direction: 'receivable', ...range } }),
    )
    const debts = both.map((direction) => api.admin.call(listAgedDebts, { query: { direction } }))
    const found = await Promise.all([...statements, ...debts])
    return found.map(({ data }) => data)
  }
  let clock_ms = Date.now()
  const sumAll = async () => {
    // The first run sees the entries, the second one adds them ten minutes later.
    for (let run = 0; run < 2; run += 1) {
      clock_ms += 600_000
      while (await sumLedgerDays(jobs, clock_ms));
    }
    const { rows } = await sql`
      select (select max(id) from ledger_entry) = done_id as is_all, exists (
        select from ledger_day) as has_days from ledger_summed`.execute(api.database)
    expect(rows).toEqual([{ is_all: true, has_days: true }])
  }

  test('say what the entries say, with later entries too, of any time', async () => {
    const before = await pages()
    expect(await sumLedgerDays(jobs, Date.now())).toBe(false)
    await sumAll()
    expect(await pages()).toEqual(before)
    await book(viewers.acme, -7, 8)
    await book(viewers.london, 5, 45)
    const partly = await pages()
    expect(partly).not.toEqual(before)
    await sumAll()
    expect(await pages()).toEqual(partly)
    await sql`delete from ledger_day`.execute(api.database)
    await sql`update ledger_summed set done_id = 0, seen_id = 0`.execute(api.database)
    expect(await pages()).toEqual(partly)
    await sumAll()
    const isL3 = ({ id }: { id: string }) => id === 'L3'
    const rule = INVARIANTS.filter(isL3)
    expect(await findBreaches(asSqlConnection(api.database), rule)).toEqual([])
    await sql`update ledger_day set paid_in = paid_in + 1`.execute(api.database)
    expect(await findBreaches(asSqlConnection(api.database), rule)).toMatchObject([{ id: 'L3' }])
  })
})
