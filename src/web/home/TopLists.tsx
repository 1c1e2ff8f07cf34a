// Who calls and who takes the calls today, and whose money runs out. Names lead to the records.

import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { useSees, useUser } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { BarList } from '../ui/BarList.tsx'
import { formatDecimal, formatPercentOf } from '../ui/format.ts'
import { basisOf, type HomeFigures, isTooFew } from './figures.ts'
import { LowBalances } from './LowBalances.tsx'

const records = paths.admin.callRecords('all')

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
  const { top_clients, top_gateways } = figures
  const { currency } = useUser()
  const seesRevenue = useSees('turnover')
  const seesMargin = useSees('margin')
  return (
    <>
      <BarList
        title="Top clients today"
        columns={[
          ...['Client', 'Calls', 'Minutes', 'ASR'],
          ...(seesRevenue ? ['Revenue'] : []),
          ...(seesMargin ? ['Margin'] : []),
        ]}
        empty="No calls today."
        bars={top_clients.map((client) => ({
          key: String(client.id),
          label: (
            <ListLink to={records} filters={{ account_id: client.id }}>
              {client.name}
            </ListLink>
          ),
          value: seesRevenue ? Number(client.revenue) : client.calls,
          figures: [
            formatDecimal(client.calls),
            minutesOf(client),
            <Asr key="asr" {...client} />,
            ...(seesRevenue
              ? [<Amount key="revenue" value={client.revenue} currency={currency} places={2} />]
              : []),
            ...(seesMargin
              ? [<Amount key="margin" value={client.margin} currency={currency} places={2} />]
              : []),
          ],
        }))}
      />
      <BarList
        title="Top gateways today"
        columns={['Gateway', 'Attempts', 'Minutes', 'ASR', ...(seesMargin ? ['Cost'] : [])]}
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
            ...(seesMargin
              ? [<Amount key="cost" value={gateway.cost} currency={currency} places={2} />]
              : []),
          ],
        }))}
      />
      <LowBalances accounts={figures.low_balances} />
    </>
  )
}
