// Sums of a carrier's file by destination, prefix or day, beside ours.
import { money } from '../money.ts'
import { differenceOf } from './compare-number.ts'
import { classOf, type ReconciliationOptions, type RowClass, type Side } from './reconciliation.ts'

export interface ComparedTotal {
  readonly class: RowClass
  readonly key: string
  readonly ours: Side | null
  readonly theirs: Side | null
  readonly difference: ReturnType<typeof differenceOf>
}

/** Both together. */
export function addSides(one: Side | undefined, other: Side): Side {
  if (!one) return other
  const hasAmount = one.amount !== null || other.amount !== null
  return {
    calls: one.calls + other.calls,
    seconds: one.seconds + other.seconds,
    amount: hasAmount ? money((one.amount ?? 0) + (other.amount ?? 0)) : null,
  }
}

/** The longest prefix of the file that the number begins with. */
export function prefixOf(number: string, isKnown: (prefix: string) => boolean): string | undefined {
  for (let length = Math.min(15, number.length); length > 0; length -= 1) {
    const prefix = number.slice(0, length)
    if (isKnown(prefix)) return prefix
  }
  return undefined
}

/** A file without the number of calls is compared by durations and amounts alone. */
export function compareTotals(
  ours: ReadonlyMap<string, Side>,
  theirs: ReadonlyMap<string, Side>,
  tolerances: Pick<ReconciliationOptions, 'duration_tolerance' | 'amount_tolerance'>,
): ComparedTotal[] {
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])].sort()
  return keys.map((key) => {
    const [our, their] = [ours.get(key) ?? null, theirs.get(key) ?? null]
    const kind = kindOf(our, their, tolerances)
    return {
      class: kind,
      key,
      ours: our,
      theirs: their,
      difference: differenceOf(kind, our?.amount, their?.amount),
    }
  })
}

function kindOf(
  ours: Side | null,
  theirs: Side | null,
  tolerances: Parameters<typeof classOf>[2],
): RowClass {
  if (!theirs) return 'ONLY_OURS'
  if (!ours) return 'ONLY_THEIRS'
  const counted = theirs.calls === 0 ? { ...theirs, calls: ours.calls } : theirs
  return classOf(ours, counted, tolerances)
}
