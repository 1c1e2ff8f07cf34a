// A banner over every page with accounts that spend unusually fast, and a button that stops them.

import { IconFlame } from '@tabler/icons-react'
import { listSpendWarnings } from '#contract/accounts/spend-warnings.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { StopCallsButton } from '../actions/StopCallsButton.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { accountPath } from '../navigation/account-path.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useSees, useUser } from '../session/session.ts'
import { count, formatAmount } from '../ui/values/format.ts'
import styles from './SpendBanner.module.css'

const POLL_MS = 10_000

type Warning = AnswerOf<typeof listSpendWarnings>['accounts'][number]

export function SpendBanner() {
  const may = useMay('spend_warnings.view')
  const { data } = useOne(listSpendWarnings, {}, { every_ms: POLL_MS, enabled: may })
  if (!data || data.count === 0) return null
  const others = data.count - data.accounts.length
  return (
    <section className={styles.banner} aria-label="Fast spending">
      <IconFlame size={17} aria-hidden />
      <div className={styles.text}>
        {/* Only this is read out: the amounts below change with every poll. */}
        <strong role="status">
          {count(data.count, 'account has', 'accounts have')} spent more than a third of the daily
          limit within 10 minutes.
        </strong>
        <ul>
          {data.accounts.map((account) => (
            <Spender key={account.id} account={account} />
          ))}
        </ul>
        {others > 0 && <span>and {count(others, 'other', 'others')}</span>}
      </div>
    </section>
  )
}

function Spender({ account }: { account: Warning }) {
  const { type } = useUser()
  const seesSale = useSees('sale')
  const { name, spent, daily_spend_limit, currency, active_calls } = account
  return (
    <li>
      {type === 'ADMIN' ? <Link to={accountPath(account)}>{name}</Link> : <b>{name}</b>}
      <span>
        {seesSale &&
          `${formatAmount(spent, 2)} of ${formatAmount(daily_spend_limit, 2)} ${currency}, `}
        {count(active_calls, 'call', 'calls')} now
      </span>
      <StopCallsButton account={account} size="compact-xs" />
    </li>
  )
}
