// The totals row of a list that has one total for each currency.
import type { ReactNode } from 'react'
import type { Sum } from '#core/money.ts'
import { Amount } from '../ui/values/Amount.tsx'

type Total<F extends string> = Readonly<Record<F, Sum>> & { readonly currency: string }

/** One amount per currency for each figure, one below the other. */
export function currencySums<F extends string>(
  figures: readonly F[],
  totals: readonly Total<F>[],
): Record<string, ReactNode> {
  return Object.fromEntries(
    figures.map((figure) => [
      figure,
      totals.map((total) => (
        <div key={total.currency}>
          <Amount value={total[figure]} currency={total.currency} />
        </div>
      )),
    ]),
  )
}
