// The limits that a reseller gives to the accounts right below it: none is wider than its own.
// Credit is not among them: what a reseller may lend is checked over all of them (ADR-0053).
import { formatMoney, type Money } from '../money.ts'

/** Limits of an account, its money in one currency; null is no limit. */
export interface AccountLimits {
  readonly channel_limit: number | null
  readonly cps_limit: number | null
  readonly daily_spend_limit: Money | null
  readonly monthly_spend_limit: Money | null
  readonly expires_at: string | null
  /** Resellers only. */
  readonly max_clients?: number | null
}

type LimitName = keyof AccountLimits

const plain = (value: number): string => String(value)
const amount = (value: number): string => formatMoney(value as Money)

const NUMBERS = {
  channel_limit: plain,
  cps_limit: plain,
  daily_spend_limit: amount,
  monthly_spend_limit: amount,
  max_clients: plain,
} as const satisfies Partial<Record<LimitName, (value: number) => string>>

const NUMBER_NAMES = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]

/**
 * The limits of `child` that are wider than those of `parent`, with what to do about each. An
 * absent limit is not wider, because those of all accounts above a call count too; but for the
 * number of clients, which counts for each reseller alone. What stays as in `before` is accepted.
 */
export function widerLimits(
  child: AccountLimits,
  parent: AccountLimits,
  before?: AccountLimits,
): Partial<Record<LimitName, string>> {
  const wider: Partial<Record<LimitName, string>> = {}
  for (const name of NUMBER_NAMES) {
    const most = parent[name] ?? null
    const chosen = child[name]
    if (most === null || chosen === undefined || chosen === before?.[name]) continue
    const isWider = chosen === null ? name === 'max_clients' : chosen > most
    if (isWider) wider[name] = `At most ${NUMBERS[name](most)}, as your own account.`
  }
  const ends = parent.expires_at
  const isLater = ends !== null && child.expires_at !== null && isAfter(child.expires_at, ends)
  if (isLater && child.expires_at !== before?.expires_at) {
    wider.expires_at = 'Not later than your own account.'
  }
  return wider
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other)
