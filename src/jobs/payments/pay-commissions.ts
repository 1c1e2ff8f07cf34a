// Pays resellers their commission after each month: a payment by the account above, exactly once.
import { createHash } from 'node:crypto'
import { type CommissionPeriod, commissionOf, dueCommission } from '#core/billing/commission.ts'
import {
  convertExactly,
  formatMoney,
  formatPercent,
  MONEY_MAX,
  type Money,
  type Percent,
  type Sum,
} from '#core/money.ts'
import { lockBalances } from '#db/accounts/balances.ts'
import type { Tx } from '#db/database.ts'
import {
  listCommissioned,
  lockCommission,
  setCommissionFrom,
  sumChargedCalls,
} from '#db/payments/commissions.ts'
import { findPaymentParty } from '#db/payments/payments.ts'
import { type Parties, type PaymentTexts, transfer } from '#db/payments/transfer.ts'
import { EVERYTHING } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import type { JobContext } from '../job.ts'

type Context = Pick<JobContext, 'database' | 'clock' | 'log' | 'stop'>

/** The first failure is thrown when all resellers have been tried. */
export async function payCommissions({ database, clock, log, stop }: Context): Promise<void> {
  const { timezone } = await readSettings(database)
  const now_ms = clock.now_ms()
  const failures: unknown[] = []
  for (const { id } of await listCommissioned(database)) {
    try {
      let is_more = true
      while (is_more && !stop.aborted) {
        is_more = await database.transaction().execute((tx) => payMonth(tx, id, timezone, now_ms))
      }
    } catch (error) {
      failures.push(error)
      log.error({ error: String(error), account_id: id }, 'a commission cannot be paid')
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** The oldest month that is due; false if there is none. */
async function payMonth(tx: Tx, id: number, timezone: string, now_ms: number): Promise<boolean> {
  const parties = await lockParties(tx, id)
  // After the balances, as calls and payments lock them.
  const { commission_percent, commission_from } = await lockCommission(tx, id)
  if (!parties || commission_percent === 0 || commission_from === null) return false
  const period = dueCommission(timezone, new Date(commission_from).toISOString(), now_ms)
  if (!period) return false
  await payPeriod(tx, parties, period, commission_percent)
  await setCommissionFrom(tx, id, period.to_at)
  return true
}

/** Both balances, locked by their ids; undefined for an account that is closed. */
async function lockParties(tx: Tx, id: number): Promise<Parties | undefined> {
  const found = await findPaymentParty(tx, EVERYTHING, id)
  if (!found) return undefined
  await lockBalances(tx, found.parent_id === null ? [id] : [id, found.parent_id])
  const account = await findPaymentParty(tx, EVERYTHING, id)
  if (account?.parent_id !== found.parent_id) throw new Error(`Account ${id} has moved.`)
  const { parent_id } = account
  const parent = parent_id === null ? null : await findPaymentParty(tx, EVERYTHING, parent_id)
  return parent === undefined ? undefined : { account, parent }
}

/** A month without charges has no payment, nor one that is worth nothing to the parent. */
async function payPeriod(
  tx: Tx,
  parties: Parties,
  period: CommissionPeriod,
  percent: Percent,
): Promise<void> {
  const { account, parent } = parties
  const net = await sumChargedCalls(tx, account.id, period)
  const amount = commissionOf(net, percent)
  const changes = { account: amount, parent: parent && costOf(amount, account.fx, parent.fx) }
  if (amount === 0 || changes.parent === 0) return
  const texts: PaymentTexts = {
    kind: 'COMMISSION',
    method: 'other',
    reference: '',
    note: noteOf(period, percent, net, account.currency),
    private_note: '',
    reverses_id: null,
    idempotency_key: keyOf(account.id, period),
  }
  // A reseller owes the commission even where its balance does not cover it.
  await transfer(tx, texts, parties, changes, null)
  for (const party of [account, parent]) {
    if (party) await sendSignal(tx, { changed: 'money', account_id: party.id })
  }
}

/** The change of the balance of the reseller above, in its currency. */
function costOf(amount: Money, from: Parties['account']['fx'], to: typeof from): Money {
  const cost = Number(convertExactly(amount, from, to))
  return -Math.min(cost, MONEY_MAX) as Money
}

/** The same for the same period, so that the database refuses to pay it twice. */
function keyOf(account_id: number, { from_at }: CommissionPeriod): string {
  const hash = createHash('sha256').update(`commission ${account_id} ${from_at}`).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const noteOf = ({ month }: CommissionPeriod, percent: Percent, net: Sum, currency: string) =>
  `Commission for ${month}: ${formatPercent(percent)} % of ${formatMoney(net)} ${currency}`
