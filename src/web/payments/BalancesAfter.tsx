// What a payment does to the balances that it moves: of the account, and of the reseller above it.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getPaymentParties } from '#contract/payments.ts'
import { addSums, convertExactly, type Money, NO_MONEY, type Sum, toSum } from '#core/money.ts'
import { Amount } from '../ui/Amount.tsx'
import styles from './PaymentDialog.module.css'

type Parties = AnswerOf<typeof getPaymentParties>
type Party = Parties['account']

interface BalancesAfterProps {
  readonly kind: 'RECHARGE' | 'PAYMENT_MADE'
  readonly parties: Parties
  /** In the currency of the account. */
  readonly amount: Money | undefined
}

export function BalancesAfter({ kind, parties, amount = NO_MONEY }: BalancesAfterProps) {
  const { account, parent } = parties
  // What a client pays raises its balance; what we pay lowers what we owe.
  const isRecharge = kind === 'RECHARGE'
  const moved = toSum(isRecharge ? amount : -amount)
  const taken = parent && convertExactly(amount, account.fx, parent.fx)
  return (
    <div className={styles.balances}>
      <BalanceAfter label={isRecharge ? 'Balance' : 'We owe'} party={account} moved={moved} />
      {parent && taken !== null && (
        <>
          <BalanceAfter label={`Balance of ${parent.name}`} party={parent} moved={toSum(-taken)} />
          {parent.available < taken && (
            <span className="danger">
              {parent.name} has only{' '}
              <Amount value={parent.available} currency={parent.currency} places={6} /> available.
            </span>
          )}
        </>
      )}
    </div>
  )
}

interface BalanceAfterProps {
  readonly label: string
  readonly party: Party
  readonly moved: Sum
}

function BalanceAfter({ label, party: { balance, currency }, moved }: BalanceAfterProps) {
  return (
    <output className={styles.balance}>
      <span className="muted">{label}</span>
      <Amount value={balance} currency={currency} places={6} />
      {moved !== 0n && (
        <>
          <span className="muted">→</span>
          <strong>
            <Amount value={addSums(balance, moved)} currency={currency} places={6} />
          </strong>
        </>
      )}
    </output>
  )
}
