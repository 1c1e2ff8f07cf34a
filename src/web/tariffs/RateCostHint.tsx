import { getRateCost } from '#contract/tariffs/tariff-rates.ts'
import { parseRate } from '#core/money.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { useOne } from '../http/use-endpoint.ts'
import { Price } from '../ui/values/Amount.tsx'

interface RateCostHintProps {
  readonly tariff_id: number
  readonly currency: string
  readonly prefix: string
  /** As it is typed. */
  readonly rate: string
}

/** The cost of the numbers of the typed prefix for the reseller, red where the rate is below it. */
export function RateCostHint({ tariff_id, currency, prefix, rate }: RateCostHintProps) {
  const isPrefix = /^\d{0,15}$/.test(prefix)
  const query = { params: { tid: tariff_id }, query: { prefix } }
  const { data } = useOne(getRateCost, query, { enabled: isPrefix })
  const cost = data?.cost
  if (!cost) return null
  const typed = parseRate(rate)
  const isBelow = typed !== undefined && typed < cost.rate && data.loss_policy !== 'ALLOW'
  return (
    <span className={isBelow ? 'danger' : undefined}>
      {isBelow ? 'Below your cost: ' : 'Your cost: '}
      <Price value={cost.rate} currency={currency} /> by {prefixName(cost.prefix)}
    </span>
  )
}
