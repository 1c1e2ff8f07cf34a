// Who calls and who takes the calls today, and whose money runs out. Names lead to the records.
import { Link } from '@tanstack/react-router'
import { accountPath } from '../accounts/account-path.ts'
import { paths } from '../areas/paths.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { BarList } from '../ui/BarList.tsx'
import { formatAmount, formatDecimal, formatPercentOf } from '../ui/format.ts'
import { basisOf, type HomeFigures, isTooFew } from './figures.ts'

const records = paths.admin.callRecords('wholesale')

/** Grey when it rests on too little. */
function Asr({ answered, calls }: { answered: number; calls: number }) {
  return (
    <span className={isTooFew(calls) ? 'muted' : undefined} title={basisOf(calls, 'calls')}>
      {formatPercentOf(calls > 0 ? answered / calls : null)}
    </span>
  )
}

const minutesOf = ({ seconds }: { seconds: number }) => formatDecimal(Math.round(seconds / 60))

export function TopLists({ figures }: { figures: HomeFigures }) {
  const { top_clients, top_gateways, low_balances } = figures
  return (
    <>
      <BarList
        title="Top clients today"
        columns={['Client', 'Calls', 'Minutes', 'ASR', 'Sell', 'Margin']}
        empty="No calls today."
        bars={top_clients.map((client) => ({
          key: String(client.id),
          label: (
            <ListLink to={records} filters={{ account_id: client.id }}>
              {client.name}
            </ListLink>
          ),
          value: Number(client.sell),
          figures: [
            formatDecimal(client.calls),
            minutesOf(client),
            <Asr key="asr" {...client} />,
            formatAmount(client.sell, 2),
            <span key="margin" className={(client.margin ?? 0) < 0 ? 'danger' : undefined}>
              {formatAmount(client.margin, 2)}
            </span>,
          ],
        }))}
      />
      <BarList
        title="Top gateways today"
        columns={['Gateway', 'Attempts', 'Minutes', 'ASR', 'Buy']}
        empty="No gateway attempts today."
        bars={top_gateways.map((gateway) => ({
          key: String(gateway.id),
          label: (
            <ListLink to={records} filters={{ gateway_id: gateway.id }}>
              {gateway.name}
            </ListLink>
          ),
          value: gateway.seconds,
          figures: [
            formatDecimal(gateway.attempts),
            minutesOf(gateway),
            <Asr key="asr" answered={gateway.answered} calls={gateway.attempts} />,
            formatAmount(gateway.buy, 2),
          ],
        }))}
      />
      <BarList
        title="Low balances"
        columns={['Client or reseller', 'Available']}
        empty="No low balances."
        bars={low_balances.map((account) => ({
          key: String(account.id),
          label: <Link to={accountPath(account)}>{account.name}</Link>,
          figures: [
            <span key="available" className={account.available <= 0 ? 'danger' : undefined}>
              {formatAmount(account.available, 2)} {account.currency}
            </span>,
          ],
        }))}
      />
    </>
  )
}
