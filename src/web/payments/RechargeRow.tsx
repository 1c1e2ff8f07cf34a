// One account of several that are recharged: amount, kind, method and texts, and its balance before
// and after.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lookupPayers } from '#contract/console/lookups.ts'
import type { PaymentKind } from '#core/account/payment.ts'
import { parseMoney } from '#core/money.ts'
import { LookupPicker } from '../pickers/LookupPicker.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BalancesAfter } from './BalancesAfter.tsx'
import { enteredKinds, METHODS } from './payment-labels.ts'
import styles from './RechargeRow.module.css'
import type { Balances, RowState, RowValues } from './recharge-rows.ts'

interface RechargeRowProps {
  readonly label: string
  readonly row: RowState
  /** It was added: one types its account at once. */
  readonly isNew: boolean
  /** Undefined without an account. */
  readonly balances: Balances | undefined
  readonly onChange: (values: RowValues) => void
  readonly onRemove: (() => void) | undefined
}

export function RechargeRow(props: RechargeRowProps) {
  const { label, row, isNew, balances, onChange, onRemove } = props
  const { values, errors, isDone } = row
  const { parties, error = null } = balances ?? {}
  const { account_id, kind, amount, method, reference, note } = values
  const change = (patch: Partial<RowValues>) => onChange({ ...values, ...patch })
  return (
    <fieldset className={`panel ${styles.row}`} aria-label={label} disabled={isDone}>
      <LookupPicker
        endpoint={lookupPayers}
        label="Account"
        placeholder="Name, SIP user, IP"
        value={account_id}
        disabled={isDone}
        autoFocus={isNew && account_id === null}
        error={errors.account_id}
        onChange={(id) => change({ account_id: id })}
      />
      <SelectField
        label="Kind"
        choices={enteredKinds('RECHARGE')}
        value={kind}
        disabled={isDone}
        onChange={(next) => change({ kind: (next ?? 'RECHARGE') as PaymentKind })}
      />
      <MoneyField
        label="Amount"
        currency={parties?.account.currency}
        value={amount}
        error={errors.amount}
        onChange={(text) => change({ amount: text ?? '' })}
      />
      <SelectField
        label="Method"
        choices={METHODS}
        value={method}
        disabled={isDone}
        onChange={(next) => change({ method: (next ?? 'bank') as RowValues['method'] })}
      />
      <TextInput
        label="Reference (optional)"
        maxLength={100}
        value={reference}
        error={errors.reference}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
      <TextInput
        label={kind === 'ADJUSTMENT' ? 'Reason' : 'Note (optional)'}
        value={note}
        error={errors.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <div className={styles.after}>
        {isDone ? (
          <output className="success">Recorded</output>
        ) : (
          parties && <BalancesAfter kind={kind} parties={parties} amount={parseMoney(amount)} />
        )}
        {error && <span className="danger">{error.message}</span>}
      </div>
      {onRemove && !isDone && (
        <ActionIcon className={styles.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </fieldset>
  )
}
