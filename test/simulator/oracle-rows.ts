// The rows that the oracle keeps of accounts and of open calls.
import type { PackageHold, Payer } from '#core/account/payer.ts'
import type { Call, CallEnd } from '#core/call/call.ts'
import type { AvailableFunds } from './world.ts'

export interface Account {
  funds: AvailableFunds
  balance: bigint
  held: bigint
  spent_today: bigint
  spent_this_month: bigint
}

export interface OpenCall {
  readonly call: Call
  holds: Map<number, bigint>
  package_hold: PackageHold | null
  granted_seconds: number
  /** After how many seconds of talk the money last ended; null if it never did. */
  money_ended: number | null
}

export type ClosedCall = Readonly<Omit<OpenCall, 'holds' | 'package_hold'>> & {
  readonly end: CallEnd
}

/** The spending of one day, as another day sees it. */
export function spentOn(account: Account, day: string, today: string): void {
  if (today === day) return
  account.spent_today = 0n
  if (today.slice(0, 7) !== day.slice(0, 7)) account.spent_this_month = 0n
}

/** The free funds of the account for a call that holds `own`; undefined if it is unlimited. */
export function freeFunds(account: Account, payer: Payer, own: bigint): bigint | undefined {
  const { funds, balance, held } = account
  const limits: bigint[] = []
  if (payer.depth < 0) {
    if (funds.max_debt !== null) limits.push(BigInt(funds.max_debt) - balance - held + own)
  } else {
    limits.push(balance + BigInt(funds.credit_limit - funds.lent) - held + own)
    const caps = [
      [funds.daily_spend_limit, account.spent_today],
      [funds.monthly_spend_limit, account.spent_this_month],
    ] as const
    for (const [cap, spent] of caps) {
      if (cap !== null) limits.push(BigInt(cap) - spent - held + own)
    }
  }
  if (payer.cost_limit !== null) limits.push(BigInt(payer.cost_limit))
  return limits.length === 0 ? undefined : limits.reduce((a, b) => (a < b ? a : b))
}
