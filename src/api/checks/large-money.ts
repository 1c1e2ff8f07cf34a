// Above the amount of the settings the user has to prove to be the one: for a payment, and for what
// would lead around that: a credit limit, and an exchange rate.
import { convertExactly, type Fx, type Money, SYSTEM_FX } from '#core/money.ts'
import type { Clock } from '#core/time/clock.ts'
import type { Tx } from '#db/database.ts'
import { readSettings } from '#db/settings.ts'
import { findCurrency } from '#db/tariffs/currencies.ts'
import type { Caller } from '../http/caller.ts'
import { requireConfirmation } from '../sign-in/confirmation.ts'

export interface Asking {
  readonly caller: Caller
  readonly clock: Clock
}

/**
 * A rate that differs by more than a tenth: currencies move by less from one day to the next, so
 * that rates are kept up to date without a question, and one step changes the limit that payments
 * have by no more than this.
 */
const RATE_PERCENT_MAX = 10n

/** `amount` of a currency that is worth `fx`. */
export async function confirmAmount(
  tx: Tx,
  { caller, clock }: Asking,
  amount: Money,
  fx: Fx,
): Promise<void> {
  const { confirm_payments_above: most } = await readSettings(tx)
  if (most === null) return
  if (convertExactly(amount, fx, SYSTEM_FX) > BigInt(most)) {
    requireConfirmation(caller, clock.now_ms())
  }
}

/** The whole limit counts, and not the raise, so that no large one is split into small ones. */
export async function confirmCreditLimit(
  tx: Tx,
  asking: Asking,
  currency: string | undefined,
  { before, after }: { readonly before: Money; readonly after: Money },
): Promise<void> {
  if (after <= before) return
  const known = currency === undefined ? undefined : await findCurrency(tx, currency)
  await confirmAmount(tx, asking, after, known?.rate ?? SYSTEM_FX)
}

/** Requires a confirmation for a large change of an exchange rate. */
export async function confirmRate(
  tx: Tx,
  { caller, clock }: Asking,
  { before, after }: { readonly before: Fx; readonly after: Fx },
): Promise<void> {
  const moved = BigInt(Math.abs(after - before)) * 100n
  if (moved <= BigInt(before) * RATE_PERCENT_MAX) return
  const { confirm_payments_above: most } = await readSettings(tx)
  if (most !== null) requireConfirmation(caller, clock.now_ms())
}
