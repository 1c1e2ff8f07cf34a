// Clients that pay late: monthly fees, the invoices of them that the product's own billing cycle
// makes at that time, and payments of some of them.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { checkAvailable, lockParties, recordTransfer } from '#api/payments/payment-parties.ts'
import { type Money, money } from '#core/money.ts'
import type { Database } from '#db/database.ts'
import { type DraftMaker, draftDueInvoices } from '#db/invoices/draft-due-invoices.ts'
import { insertActivity } from '#db/people/activity-log.ts'
import { isPrepared } from '#db/prepared-rows.ts'
import { EVERYTHING } from '#db/scope.ts'
import { writeSetting } from '#db/settings.ts'
import { issueBySwitch } from '#jobs/invoices/issue-by-switch.ts'
import { until } from '../sip/until.ts'
import { CLIENTS, type DemoClient } from './demo-data.ts'
import { setClock } from './history.ts'
import { ISSUER } from './write-demo.ts'

const DAY_MS = 86_400_000
const MONDAY = 1
/**
 * The last fee before the first call is invoiced a week after it; the product itself invoices those
 * of the weeks of calls.
 */
const LAST_DAYS_AGO = 36
export const LATE_PAYERS = CLIENTS.filter(({ fees }) => fees.length > 0)

const billingCycle = (at: Date): DraftMaker => ({
  scope: EVERYTHING,
  user_id: null,
  now_ms: at.getTime(),
  note: (tx, what) =>
    insertActivity(tx, {
      ...{ user_id: null, username: 'billing cycle', ip: null, user_agent: '', request_id: '' },
      ...{ ...what, at: at.toISOString() },
    }),
})

interface Booking {
  readonly account_id: number
  readonly kind: 'ADJUSTMENT' | 'RECHARGE'
  readonly change: Money
  readonly note: string
}

const units = (amount: number): Money => money(amount * 1e6)

function bookingsOf({ fees, late_payments }: DemoClient, account_id: number, days_ago: number) {
  const isNow = (one: { readonly days_ago: number }) => one.days_ago === days_ago
  const note = 'Monthly fee of the interconnection'
  const charged = fees.filter(isNow).map(({ amount }): Booking => {
    return { account_id, kind: 'ADJUSTMENT', change: units(-amount), note }
  })
  const paid = late_payments.filter(isNow).map(({ amount }): Booking => {
    return { account_id, kind: 'RECHARGE', change: units(amount), note: 'Bank transfer' }
  })
  return [...charged, ...paid]
}

function book(database: Database, { account_id, change, ...what }: Booking, created_by: number) {
  return database.transaction().execute(async (tx) => {
    const parties = await lockParties(tx, EVERYTHING, account_id, null)
    checkAvailable(parties.account, BigInt(change))
    const texts = { ...what, reference: '', private_note: '', idempotency_key: randomUUID() }
    const changes = { account: change, parent: null }
    const payment = { ...texts, method: 'bank', reverses_id: null } as const
    await recordTransfer(tx, payment, parties, changes, created_by)
  })
}

/** The fees and payments of one day, with the clock of then. */
export async function bookLatePayers(
  database: Database,
  client: pg.Client,
  at: Date,
  days_ago: number,
): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from account`.execute(database)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  const bookings = LATE_PAYERS.flatMap((one) => bookingsOf(one, ids.get(one.name)!, days_ago))
  if (bookings.length === 0) return
  const { id: admin_id } = await database
    .selectFrom('console_user')
    .where('username', '=', 'admin')
    .select('id')
    .executeTakeFirstOrThrow()
  await setClock(client, at)
  for (const booking of bookings) await book(database, booking, admin_id)
}

/** Day after day, so that each invoice and each payment finds the ledger of its time. */
export async function writeLatePayers(
  database: Database,
  client: pg.Client,
  now_ms: number,
): Promise<void> {
  const first = Math.max(...LATE_PAYERS.flatMap(({ fees }) => fees.map((fee) => fee.days_ago)))
  for (let days_ago = first; days_ago >= LAST_DAYS_AGO; days_ago--) {
    const at = new Date(now_ms - days_ago * DAY_MS)
    await bookLatePayers(database, client, at, days_ago)
    if (at.getUTCDay() !== MONDAY) continue
    await sql`select make_partition('activity_log', ${at.toISOString()})`.execute(database)
    await draftDueInvoices(database, billingCycle(at))
    await issueDrafts(database, billingCycle(at))
  }
  // From here on the jobs of the product issue what they draft.
  await writeSetting(database, 'general', { ...ISSUER, issues_drafts: true })
}

/** As if on that day: the jobs of the product make the lines, and would issue them today. */
async function issueDrafts(database: Database, maker: DraftMaker): Promise<void> {
  const drafts = await database
    .selectFrom('invoice')
    .where('issued_at', 'is', null)
    .select(['id', 'account_id'])
    .orderBy('id')
    .execute()
  for (const draft of drafts) {
    await until('a draft has its lines', () => isPrepared(database, 'invoice', draft.id))
    await issueBySwitch(database, draft, maker)
  }
}
