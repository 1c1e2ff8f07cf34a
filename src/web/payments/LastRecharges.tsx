// The last payments that the user has recorded, with the balances before and after.

import { listPayments } from '#contract/payments/payments.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { accountPath } from '../navigation/account-path.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { labelFor } from '../ui/form/labels.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'
import { METHODS, paymentKindLabel } from './payment-labels.ts'

const MOST = 10

export function LastRecharges() {
  const maySee = useMay('payments.view')
  const call = { query: { direction: 'receivable', mine: 'true', limit: MOST } } as const
  const payments = useOne(listPayments, call, { enabled: maySee })
  if (!maySee) return null
  return (
    <Loaded query={payments}>
      {(rows) => (
        <BarList
          title="My last recharges"
          columns={[
            ...['Account', 'Time', 'Kind', 'Amount', 'Before', 'After'],
            ...['Method', 'Reference'],
          ]}
          empty="You have recorded no recharges yet."
          bars={rows.map((row) => ({
            key: String(row.id),
            label: (
              <Link
                to={accountPath({
                  id: row.account_id,
                  kind: row.account_kind,
                  level: row.account_level,
                })}
              >
                {row.account_name}
              </Link>
            ),
            figures: [
              <DateTime key="at" at={row.at} />,
              paymentKindLabel(row.kind),
              ...[row.amount, row.balance_before, row.balance_after].map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the column names the amount.
                <Amount key={at} value={value} currency={row.currency} places="paid" />
              )),
              labelFor(METHODS, row.method),
              row.reference || NONE,
            ],
          }))}
        />
      )}
    </Loaded>
  )
}
