// The effect of a payment on the balances of the account and of the reseller above it.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getPaymentParties } from '#contract/payments/payments.ts'
import { balanceChange, enteredAmount, type PaymentKind } from '#core/account/payment.ts'
import { addSums, convertExactly, type Money, NO_MONEY, type Sum, toSum } from '#core/money.ts'
import { Amount } from '../ui/values/Amount.tsx'
import styles from './PaymentDialog.module.css'

type Parties = AnswerOf<typeof getPaymentParties>
type Party = Parties['account']

interface BalancesAfterProps {
  readonly kind: PaymentKind
  readonly parties: Parties
  /** In the currency of the account. */
  readonly amount: Money | undefined
}

export function BalancesAfter({ kind, parties, amount = NO_MONEY }: BalancesAfterProps) {
  const { account, parent } = parties
  const change = balanceChange(account.kind, enteredAmount(kind, amount))
  const opposite = parent && convertExactly(-change as Money, account.fx, parent.fx)
  return (
    <div className={styles.balances}>
      <BalanceAfter
        label={account.kind === 'SETTLEMENT' ? 'We owe' : 'Balance'}
        party={account}
        moved={toSum(change)}
      />
      <Shortage party={account} moved={toSum(change)} />
      {parent && opposite !== null && (
        <>
          <BalanceAfter label={`Balance of ${parent.name}`} party={parent} moved={opposite} />
          <Shortage party={parent} moved={opposite} />
        </>
      )}
    </div>
  )
}

/** A balance of a client or reseller falls only by what is available. */
function Shortage({ party: { name, kind, available, currency }, moved }: Moved) {
  if (kind === 'SETTLEMENT' || moved >= 0n || available >= -moved) return null
  return (
    <span className="danger">
      {name} has only <Amount value={available} currency={currency} places={6} /> available.
    </span>
  )
}

interface Moved {
  readonly party: Party
  readonly moved: Sum
}

interface BalanceAfterProps extends Moved {
  readonly label: string
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
