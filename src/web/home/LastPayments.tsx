// The last payments of a client or a settlement account; each leads to its report.
import { listPayments } from '#contract/payments/payments.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { type Direction, paymentKindLabel } from '../payments/payment-labels.ts'
import { useKit } from '../ui/Kit.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { toWallClock } from '../ui/wall-clock.ts'

const MOST = 5
const MINUTES = 16
const POLL_MS = 60_000

const REPORTS: Readonly<Record<Direction, string>> = {
  payable: paths.client.paymentReport,
  receivable: paths.client.receiveReport,
}

export function LastPayments({ direction }: { direction: Direction }) {
  const { timeZone } = useKit()
  const payments = useOne(
    listPayments,
    { query: { direction, limit: MOST } },
    { every_ms: POLL_MS },
  )
  return (
    <Loaded query={payments}>
      {(rows) => (
        <BarList
          title="Last payments"
          columns={['Kind', 'Time', 'Amount', 'Balance after']}
          empty="No payments yet."
          bars={rows.map(({ id, at, kind, amount, currency, balance_after }) => ({
            key: String(id),
            label: (
              <ListLink
                to={REPORTS[direction]}
                filters={{ from: toWallClock(at, timeZone).slice(0, MINUTES) }}
              >
                {paymentKindLabel(kind)}
              </ListLink>
            ),
            figures: [
              <DateTime key="at" at={at} />,
              <Amount key="amount" value={amount} currency={currency} places="paid" />,
              <Amount key="balance" value={balance_after} currency={currency} places="paid" />,
            ],
          }))}
        />
      )}
    </Loaded>
  )
}
