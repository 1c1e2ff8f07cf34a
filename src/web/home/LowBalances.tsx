// Whose money runs out: refused calls first, each with the way to the calls and to a recharge.

import { Button } from '@mantine/core'
import { ListLink } from '../lists/ListLink.tsx'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { count, NONE } from '../ui/values/format.ts'
import type { HomeFigures } from './figures.ts'

type Account = HomeFigures['low_balances'][number]

export function LowBalances({ accounts }: { accounts: readonly Account[] }) {
  const { pay, dialog } = usePayment('RECHARGE')
  const seesBalance = useSees('sale')
  return (
    <>
      <BarList
        title="Low balances"
        columns={[
          'Client or reseller',
          ...(seesBalance ? ['Available', 'Lasts'] : []),
          'Refused, 24 h',
          ...(pay ? ['Recharge'] : []),
        ]}
        empty="No low balances."
        bars={accounts.map((account) => ({
          key: String(account.id),
          label: <Link to={accountPath(account)}>{account.name}</Link>,
          figures: [
            ...(seesBalance ? moneyOf(account) : []),
            <Refused key="refused" account={account} />,
            ...(pay
              ? [
                  <Button
                    key="recharge"
                    variant="default"
                    size="compact-xs"
                    aria-label={`Recharge ${account.name}`}
                    onClick={() => pay(account)}
                  >
                    Recharge
                  </Button>,
                ]
              : []),
          ],
        }))}
      />
      {dialog}
    </>
  )
}

const moneyOf = (account: Account): React.ReactNode[] => [
  <Amount key="available" value={account.available} currency={account.currency} places={2} />,
  daysLeftText(account),
]

const HOURS = 24

/** At the spending of the last day. */
function daysLeftText({ available, days_left }: Account): string {
  if (available <= 0) return 'nothing left'
  if (days_left === null) return NONE
  return days_left < 1
    ? `${(days_left * HOURS).toFixed(1)} h`
    : `${days_left.toFixed(1)} ${days_left === 1 ? 'day' : 'days'}`
}

function Refused({ account: { id, kind, refused_calls } }: { account: Account }) {
  if (refused_calls === 0) return NONE
  const isReseller = kind === 'RESELLER'
  const filters = isReseller
    ? { reseller_id: id, refusal: 'BALANCE_RESELLER' }
    : { account_id: id, refusal: 'BALANCE_LOW' }
  return (
    <span className="danger">
      <ListLink to={paths.admin.failedCalls('all')} filters={{ ...filters, range: '24h' }}>
        {count(refused_calls, 'call', 'calls')} refused
      </ListLink>
    </span>
  )
}
