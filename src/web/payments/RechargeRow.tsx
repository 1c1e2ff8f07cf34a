// One account of several that are recharged: amount, kind and note, and its balance before and
// after.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { z } from 'zod'
import { lookupPayers } from '#contract/lookups.ts'
import { getPaymentParties, type paymentForm } from '#contract/payments.ts'
import type { PaymentKind } from '#core/account/payment.ts'
import { parseMoney } from '#core/money.ts'
import { useOne } from '../http/use-endpoint.ts'
import { LookupPicker } from '../pickers/LookupPicker.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BalancesAfter } from './BalancesAfter.tsx'
import { enteredKinds } from './payment-labels.ts'
import styles from './RechargeRow.module.css'

export type RowValues = Omit<z.input<typeof paymentForm>, 'account_id'> & {
  readonly account_id: number | null
}

export interface RowState {
  readonly values: RowValues
  readonly errors: Readonly<Record<string, string>>
  /** It is recorded, and no longer changed. */
  readonly isDone: boolean
}

interface RechargeRowProps {
  readonly label: string
  readonly row: RowState
  readonly onChange: (values: RowValues) => void
  readonly onRemove: (() => void) | undefined
}

export function RechargeRow({ label, row, onChange, onRemove }: RechargeRowProps) {
  const { values, errors, isDone } = row
  const { account_id, kind, amount, note } = values
  const call = { params: { id: account_id ?? 0 } }
  const parties = useOne(getPaymentParties, call, { enabled: account_id !== null })
  const change = (patch: Partial<RowValues>) => onChange({ ...values, ...patch })
  return (
    <fieldset className={`panel ${styles.row}`} aria-label={label} disabled={isDone}>
      <LookupPicker
        endpoint={lookupPayers}
        label="Account"
        placeholder="Name, SIP user, IP"
        value={account_id}
        disabled={isDone}
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
        currency={parties.data?.account.currency}
        value={amount}
        error={errors.amount}
        onChange={(text) => change({ amount: text ?? '' })}
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
          parties.data && (
            <BalancesAfter kind={kind} parties={parties.data} amount={parseMoney(amount)} />
          )
        )}
        {parties.error && <span className="danger">{parties.error.message}</span>}
      </div>
      {onRemove && !isDone && (
        <ActionIcon className={styles.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </fieldset>
  )
}
