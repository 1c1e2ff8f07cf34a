// The charge of a party, by the exact oracle, remembered: a world has few terms, and calls of few
// lengths.
import type { Payer } from '#core/account/payer.ts'
import { chargeByFractions } from '../support/charge-oracle.ts'

export interface ExactCharge {
  readonly amount: bigint
  readonly billed_seconds: bigint
}

/** A hold is for seconds that are whole already. */
const WHOLE_SECONDS = { duration_rounding: 'DOWN' } as const

const keyOf = ({ rate_id, terms }: Payer['price']) =>
  `${rate_id} ${terms.party_fx} ${terms.vat_percent}`

export class Prices {
  readonly #known = new Map<string, ExactCharge>()

  /** `duration_ms` null is a call that was not answered. */
  charge(
    { price }: Payer,
    duration_ms: number | null,
    attempts: number,
    package_seconds = 0,
  ): ExactCharge {
    const key = `${keyOf(price)} ${duration_ms} ${attempts} ${package_seconds}`
    return this.#remember(key, () =>
      duration_ms === null
        ? chargeByFractions({ ...price.terms, ...WHOLE_SECONDS }, 0, 0, attempts)
        : chargeByFractions(price.terms, duration_ms, package_seconds, attempts),
    )
  }

  /**
   * All that an answered call of these seconds costs: its own price, and what the call credits the
   * child.
   */
  hold(payer: Payer, seconds: number, package_seconds = 0, child?: Payer): bigint {
    const { terms } = payer.price
    const own = terms.reverse_billing ? 0n : this.#price(payer, seconds, package_seconds)
    if (!child || !isCredited(child)) return own
    const credit = 0n - this.#price(child, seconds)
    return own + exchange(credit, child.price.terms.party_fx, terms.party_fx)
  }

  #price({ price }: Payer, seconds: number, package_seconds = 0): bigint {
    const key = `${keyOf(price)} hold ${seconds} ${package_seconds}`
    const terms = { ...price.terms, ...WHOLE_SECONDS }
    return this.#remember(key, () => chargeByFractions(terms, seconds * 1000, package_seconds, 1))
      .amount
  }

  /** The seconds of a package that pay for the increments of a call; free seconds come after it. */
  packageUse({ price }: Payer, duration_ms: number, package_seconds: number): number {
    const key = `${keyOf(price)} talk ${duration_ms}`
    const terms = { ...price.terms, free_seconds: 0 }
    const talk = this.#remember(key, () => chargeByFractions(terms, duration_ms))
    return Math.min(package_seconds, Number(talk.billed_seconds))
  }

  /** The shortest call that costs more than a call of no length, the child's credit with it. */
  firstCost(payer: Payer, package_seconds = 0, child?: Payer): bigint {
    const own = isCredited(payer) ? 0 : beginOf(payer)
    const credit = child && isCredited(child) ? beginOf(child) : 0
    return this.hold(payer, Math.max(own, credit), package_seconds, child)
  }

  #remember(key: string, work: () => ExactCharge): ExactCharge {
    const known = this.#known.get(key)
    if (known) return known
    const made = work()
    this.#known.set(key, made)
    return made
  }
}

const isCredited = ({ price }: Payer): boolean => price.terms.reverse_billing

/** The first second that costs something. */
function beginOf({ price }: Payer): number {
  const { grace_seconds, min_duration_seconds, free_seconds, additional_seconds } = price.terms
  const past_grace = grace_seconds + 1
  const begins_at =
    min_duration_seconds > free_seconds ? past_grace : free_seconds - additional_seconds + 1
  return Math.max(past_grace, begins_at)
}

/** Half a millionth is rounded away from zero. */
export function exchange(amount: bigint, from: number, to: number): bigint {
  const over = (amount < 0n ? -amount : amount) * BigInt(from) * 2n + BigInt(to)
  const worth = over / (BigInt(to) * 2n)
  return amount < 0n ? -worth : worth
}
