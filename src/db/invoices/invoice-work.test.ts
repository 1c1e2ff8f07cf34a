import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeCallId } from '#core/call/call-id.ts'
import type { Percent } from '#core/money.ts'
import { databaseForFile, type FreshDatabase } from '#test/support/database.ts'
import { type Chance, makeChance } from '#test/support/random.ts'
import { asSqlConnection } from '../database.ts'
import { findBreaches } from '../verify/invariants.ts'
import { INVOICE_INVARIANTS } from '../verify/invoice-invariants.ts'
import { collectLines, writeLines } from './invoice-lines.ts'
import {
  findLastRange,
  findUnprepared,
  insertInvoice,
  readLedgerEnd,
  setVoid,
} from './invoice-work.ts'
import { setIssued, takeNumber } from './issue-invoice.ts'

const DAY_MS = 24 * 3600 * 1000
const BEGIN = Date.parse('2026-09-01T00:00:00Z')
const day = (number: number) => new Date(BEGIN + number * DAY_MS).toISOString()
const VAT = 190_000 as Percent

const fresh = databaseForFile()
let serial = 0
beforeAll(async () => {
  await sql`select make_partition('ledger_entry', ${day(0)})`.execute(fresh.database)
  for (let number = -1; number < 9; number += 1) {
    await sql`select make_partition('call_charge', ${day(number).slice(0, 10)}::date)`.execute(
      fresh.database,
    )
  }
})

const ask = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(fresh.database)

async function addAccount(): Promise<number> {
  serial += 1
  const { rows } = await ask(sql<{ id: number }>`
    insert into account (kind, parent_id, name, vat_percent)
    values ('WHOLESALE', 1, ${`Client ${serial}`}, ${VAT}) returning id`)
  const id = rows[0]?.id as number
  await ask(sql`insert into account_balance (account_id, has_floor) values (${id}, false)`)
  return id
}

interface Entry {
  readonly at: string
  readonly kind: 'CALL' | 'PACKAGE' | 'PAYMENT'
  readonly amount: number
  readonly net: number | null
  readonly destination: string
}

/** A charge has its own VAT; a removed one and a package have that of the account. */
async function book(account_id: number, entries: readonly Entry[]): Promise<void> {
  for (const { at, kind, amount, net, destination } of entries) {
    serial += 1
    const call_id = kind === 'CALL' ? makeCallId(Date.parse(at), 1, serial) : null
    const period = kind === 'PACKAGE' ? serial : null
    await ask(sql`insert into ledger_entry (at, account_id, counter_account_id, kind, amount,
        balance_after, call_id, package_period_id, payment_id)
      values (${at}, ${account_id}, 1, ${kind}, ${-amount}, 0, ${call_id}, ${period},
        ${kind === 'PAYMENT' ? serial : null})`)
    await ask(sql`update account_balance set balance = balance - ${amount}
      where account_id = ${account_id}`)
    if (call_id === null || net === null) continue
    await ask(sql`insert into call_charge (call_id, started_at, account_id, depth, tariff_id,
        rate_id, prefix, terms, duration_seconds, billed_seconds, net, vat, amount)
      values (${call_id}, ${at}, ${account_id}, 0, 0, 0, ${destination},
        '{"rate":1230000,"currency":"USD","vat_percent":70000}', 50, 60, ${net},
        ${amount - net}, ${amount})`)
  }
}

function randomEntry(chance: Chance, from_day: number, to_day: number): Entry {
  const at = BEGIN + chance.whole(from_day * DAY_MS, to_day * DAY_MS - 1)
  const kind = chance.pick(['CALL', 'CALL', 'CALL', 'PACKAGE', 'PAYMENT'] as const)
  const amount = chance.whole(1, 3_000_000) * (chance.next() < 0.1 ? -1 : 1)
  const net = chance.next() < 0.8 ? amount - Math.trunc(amount / 15) : null
  return {
    at: new Date(at).toISOString(),
    kind,
    amount,
    net,
    destination: chance.pick(['44', '33']),
  }
}

/** Bills the account up to the end of a day, as a user would. */
async function bill(account_id: number, to_day: number, slice_entries?: number): Promise<number> {
  const end = await readLedgerEnd(fresh.database, account_id)
  return fresh.database.transaction().execute(async (tx) => {
    const last = await findLastRange(tx, account_id)
    const account = { id: account_id, name: '', kind: 'WHOLESALE', parent_id: 1, vat_percent: VAT }
    const terms = { timezone: 'UTC', payment_terms_days: null }
    const id = await insertInvoice(tx, {
      account: { ...account, ...terms, kind: 'WHOLESALE' },
      starts_at: last?.ends_at ?? day(0),
      ends_at: day(to_day),
      after_entry_id: last?.last_entry_id ?? end.last_entry_id,
      end,
      made_by: null,
      issue_when_ready: false,
    })
    const draft = await findUnprepared(tx, id)
    if (draft) await writeLines(tx, draft, await collectLines(tx, draft, undefined, slice_entries))
    return id
  })
}

const sumsOf = async (account_id: number) =>
  (
    await ask(sql<Record<string, bigint>>`
      select sum(calls)::int as calls, sum(seconds)::int as seconds,
        sum(billed_seconds)::int as billed_seconds, sum(net) as net, sum(vat) as vat,
        sum(amount) as amount from invoice where account_id = ${account_id}`)
  ).rows[0]

const linesOf = async (id: number) =>
  (
    await ask(sql<{ section: string; description: string; amount: bigint }>`
      select section, description, calls, vat_percent, net::numeric, amount::numeric
      from invoice_line where invoice_id = ${id} order by position`)
  ).rows

const breaches = () => findBreaches(asSqlConnection(fresh.database), INVOICE_INVARIANTS)

describe('the invoices of an account', () => {
  test.for([1, 2, 3])(
    'add up to the invoice of the whole, however split, seed %i',
    async (seed) => {
      const chance = makeChance(seed)
      const [split, whole] = [await addAccount(), await addAccount()]
      const all: Entry[] = []
      let billed = 0
      while (billed < 8) {
        const next = chance.whole(billed + 1, 8)
        // Some are of a period that is billed already, and come late.
        const entries = Array.from({ length: 12 }, () =>
          randomEntry(chance, chance.next() < 0.3 ? 0 : billed, next),
        )
        all.push(...entries)
        await book(split, entries)
        // Read in slices of some entries, too.
        await bill(split, next, chance.whole(1, 5))
        billed = next
      }
      await book(whole, all)
      await bill(whole, 8)
      expect(await sumsOf(split)).toEqual(await sumsOf(whole))
      expect(await breaches()).toEqual([])
    },
  )

  test('have what was charged late in the next one, as earlier calls', async () => {
    const account_id = await addAccount()
    const call = { kind: 'CALL', amount: 107, net: 100, destination: '44' } as const
    await book(account_id, [{ ...call, at: day(0.5) }])
    const first = await bill(account_id, 1)
    await book(account_id, [
      { ...call, at: day(0.7), amount: 214, net: 200 },
      { ...call, at: day(1.5) },
      { ...call, at: day(1.6), kind: 'PACKAGE', amount: 119 },
    ])
    const second = await bill(account_id, 2)
    const line = { description: '44', calls: 1, vat_percent: 70_000, net: 100n, amount: 107n }
    expect(await linesOf(first)).toEqual([{ section: 'USAGE', ...line }])
    expect(await linesOf(second)).toEqual([
      { section: 'USAGE', ...line },
      { section: 'EARLIER', ...line, net: 200n, amount: 214n },
      { ...line, section: 'PACKAGE', description: '', calls: 0, vat_percent: VAT, amount: 119n },
    ])
  })
})

const tx = <T>(
  work: Parameters<ReturnType<FreshDatabase['database']['transaction']>['execute']>[0],
) => fresh.database.transaction().execute(work) as Promise<T>

test.for([
  ['N1', 'update invoice set amount = amount + 1, net = net + 1'],
  ['N1', 'update invoice_line set amount = amount + 1, net = net + 1'],
  ['N2', `update invoice set ends_at = ends_at - interval '1 hour' where starts_at = $1`],
  ['N2', 'update invoice set last_entry_id = last_entry_id + 1 where starts_at = $1'],
  ['N3', `update invoice set starts_at = starts_at - interval '12 hours' where starts_at > $1`],
  [
    'N7',
    `update invoice set issued_at = now(), document_number = id, due_on = now(), parties = '{}'
    where starts_at > $1`,
  ],
  ['N4', `insert into invoice_series values (1, 'CREDIT_NOTE', 2030, 1)`],
])('the rule %s finds what is wrong after %s', async ([rule, change = '']) => {
  const account_id = await addAccount()
  const call = { kind: 'CALL', amount: 107, net: 100, destination: '44' } as const
  await book(account_id, [
    { ...call, at: day(0.5) },
    { ...call, at: day(1.5) },
  ])
  await bill(account_id, 1)
  await bill(account_id, 2)
  const found = fresh.database.transaction().execute(async (one) => {
    const connection = asSqlConnection(one)
    const run = (text: string) => connection.query(text, [])
    await run('alter table invoice disable trigger user')
    await run('alter table invoice_line disable trigger user')
    await run(change.replace('$1', `'${day(0)}'`))
    const ids = (await findBreaches(connection, INVOICE_INVARIANTS)).map(({ id }) => id)
    throw new Error(ids.join())
  })
  await expect(found).rejects.toThrow(rule ?? '')
})

describe('an issued invoice', () => {
  const DOCUMENT = {
    issued_at: day(8),
    issued_by: null,
    due_on: '2026-10-01',
    parties: { issuer: { name: 'Us' }, account: { name: 'Client' }, note: '' } as never,
  }

  test('is never changed nor deleted, and is made void once', async () => {
    const account_id = await addAccount()
    const call = { kind: 'CALL', amount: 107, net: 100, destination: '44' } as const
    await book(account_id, [{ ...call, at: day(0.5) }])
    const id = await bill(account_id, 1)
    await tx((one) => setIssued(one, id, { ...DOCUMENT, document_number: 'X-1' }))
    const refused = [
      sql`update invoice set amount = amount + 1, net = net + 1 where id = ${id}`,
      sql`update invoice set document_number = 'X-2' where id = ${id}`,
      sql`update invoice_line set description = 'x' where invoice_id = ${id}`,
      sql`delete from invoice_line where invoice_id = ${id}`,
      sql`delete from invoice where id = ${id}`,
    ]
    for (const change of refused) await expect(ask(change)).rejects.toThrow(/not changed/)
    const voiding = { voided_at: day(8), voided_by: null as never, void_reason: 'Wrong address' }
    await tx((one) => setVoid(one, id, { ...voiding, credit_note_number: 'C-1' }))
    const again = tx((one) => setVoid(one, id, { ...voiding, credit_note_number: 'C-2' }))
    await expect(again).rejects.toThrow(/not changed/)
  })

  test('has a number without gaps, although issuers come at once and some fail', async () => {
    const failing = new Set([2, 5])
    const taken = await Promise.allSettled(
      Array.from({ length: 8 }, (_, issuer) =>
        tx<number>(async (one) => {
          const number = await takeNumber(one, 1, 'SELF_BILLED', 2026)
          if (failing.has(issuer)) throw new Error('It fails after it took a number')
          return number
        }),
      ),
    )
    const numbers = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
