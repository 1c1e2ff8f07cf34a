import type { Settlement } from '#contract/accounts/settlements.ts'
import { type Sum, toSum } from '#core/money.ts'

type Parts = Pick<Settlement, 'balance' | 'currency' | 'client_balance' | 'client_currency'>

/**
 * Their debt to us less our debt to them, below zero when we owe more; null without a client.
 * Amounts of two currencies are not added: their rate of today is not that of the bill.
 */
export function netOf(account: Parts): Sum | 'other currency' | null {
  const { balance, currency, client_balance, client_currency } = account
  if (client_balance === null) return null
  if (client_currency !== currency) return 'other currency'
  // A client that owes us has a balance below zero; a carrier that we owe has one above.
  return toSum(-client_balance - balance)
}
