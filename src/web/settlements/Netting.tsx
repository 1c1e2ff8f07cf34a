// What a partner owes us as a client, less what we owe it as a carrier.
import { Tooltip } from '@mantine/core'
import type { Settlement } from '#contract/settlements.ts'
import { NO_SUM, type Sum, toSum } from '#core/money.ts'
import { formatAmount, NONE } from '../ui/format.ts'
import { netOf } from './net-of.ts'

export function Netting({ account }: { account: Settlement }) {
  const net = netOf(account)
  if (net === null) return NONE
  if (net === 'other currency') {
    return <span className="muted">{`client in ${account.client_currency}`}</span>
  }
  const owed = toSum(-(account.client_balance ?? NO_SUM))
  const hint = `As a client it ${owed < 0 ? 'has a credit balance' : 'owes us'} ${formatAmount(
    magnitude(owed),
  )}, as a carrier ${account.balance < 0 ? 'it is prepaid' : 'we owe it'} ${formatAmount(
    magnitude(account.balance),
  )}.`
  return (
    <Tooltip label={hint} multiline maw={320}>
      <span>
        {net === 0n ? (
          <span className="muted">settled</span>
        ) : (
          <>
            <span className="muted">{net > 0 ? 'they owe us' : 'we owe them'}</span>{' '}
            {formatAmount(magnitude(net))}
          </>
        )}
      </span>
    </Tooltip>
  )
}

const magnitude = (sum: Sum): Sum => (sum < 0 ? toSum(-sum) : sum)
