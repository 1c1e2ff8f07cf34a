// The debt of a partner to us as a client, less our debt to it as a carrier.
import { Tooltip } from '@mantine/core'
import type { Settlement } from '#contract/accounts/settlements.ts'
import { NO_SUM, type Sum, toSum } from '#core/money.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { amountIn, NONE } from '../ui/values/format.ts'
import { netOf } from './net-of.ts'

export function Netting({ account }: { account: Settlement }) {
  const net = netOf(account)
  if (net === null) return NONE
  if (net === 'other currency') {
    return <span className="muted">{`client in ${account.client_currency}`}</span>
  }
  const owed = toSum(-(account.client_balance ?? NO_SUM))
  const written = (sum: Sum) => amountIn(magnitude(sum), account.currency)
  const asClient = `it ${owed < 0 ? 'has a credit balance' : 'owes us'} ${written(owed)}`
  const owing = account.balance < 0 ? 'it is prepaid' : 'we owe it'
  const hint = `As a client ${asClient}, as a carrier ${owing} ${written(account.balance)}.`
  return (
    <Tooltip label={hint} multiline maw={320}>
      <span>
        {net === 0n ? (
          <span className="muted">settled</span>
        ) : (
          <>
            <span className="muted">{net > 0 ? 'they owe us' : 'we owe them'}</span>{' '}
            <Amount value={magnitude(net)} currency={account.currency} />
          </>
        )}
      </span>
    </Tooltip>
  )
}

const magnitude = (sum: Sum): Sum => (sum < 0 ? toSum(-sum) : sum)
