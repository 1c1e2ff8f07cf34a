// Recharges a client, or pays a settlement account. It shows what the balance will be before the
// money moves, and a second click on the button moves it no second time.
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import { createPayment, paymentForm } from '#contract/payments.ts'
import { getSettlement } from '#contract/settlements.ts'
import { getWholesaleClient } from '#contract/wholesale-clients.ts'
import { type Money, money, parseMoney } from '#core/money.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { MoneyField, tidyDecimal } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { formatExactAmount } from '../ui/format.ts'
import styles from './PaymentDialog.module.css'
import { METHODS } from './payment-words.ts'

type Kind = Exclude<Payment['kind'], 'REVERSAL'>

const WORDS = {
  RECHARGE: {
    title: 'Recharge',
    account: 'Client',
    type: 'WHOLESALE',
    save: 'Recharge',
    done: 'The client is recharged.',
  },
  PAYMENT_MADE: {
    title: 'Pay',
    account: 'Settlement account',
    type: 'SETTLEMENT',
    save: 'Pay',
    done: 'The payment is booked.',
  },
} as const

/** What a payment makes old besides the payments. */
export const TOUCHED_BY_PAYMENTS = ['wholesale-clients', 'settlements', 'ledger', 'home'] as const

interface PaymentDialogProps {
  /** RECHARGE: the client pays us. PAYMENT_MADE: we pay the settlement account. */
  readonly kind: Kind
  /** Without one, it is picked in the dialog. */
  readonly account?: { readonly id: number; readonly name: string } | undefined
  readonly onClose: () => void
}

export function PaymentDialog({ kind, account, onClose }: PaymentDialogProps) {
  const words = WORDS[kind]
  const [account_id, setAccountId] = useState<number | null>(account?.id ?? null)
  const [amount, setAmount] = useState('')
  const [idempotency_key] = useState(makeIdempotencyKey)
  const pay = useChange(createPayment, {
    errors: 'form',
    also: TOUCHED_BY_PAYMENTS,
    done: words.done,
  })
  const form = useEntityForm({
    schema: paymentForm,
    initial: {
      kind,
      account_id,
      amount: '',
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key,
    },
    save: (body) => pay.mutateAsync({ body }),
    onSaved: onClose,
  })
  const { bind } = form
  const picker = bind('account_id')
  const sum = bind('amount')
  return (
    <FormDialog
      title={account ? `${words.title} ${account.name}` : words.title}
      form={form}
      onClose={onClose}
      save={words.save}
    >
      {!account && (
        <Wide>
          <AccountPicker
            label={words.account}
            type={words.type}
            {...picker}
            onChange={(id) => {
              picker.onChange(id)
              setAccountId(id)
            }}
          />
        </Wide>
      )}
      <MoneyField
        label="Amount"
        data-autofocus={account ? true : undefined}
        {...sum}
        onChange={(text) => {
          sum.onChange(text)
          setAmount(text ?? '')
        }}
      />
      <SelectField label="Method" choices={METHODS} {...bind('method')} />
      <Wide>
        <BalanceAfter
          kind={kind}
          account_id={account_id}
          amount={parseMoney(tidyDecimal(amount))}
        />
      </Wide>
      <Wide>
        <TextInput
          label="Reference (optional)"
          placeholder="Number of the receipt or of the transfer"
          {...bind('reference')}
        />
      </Wide>
      <Wide>
        <Textarea
          label="Note (optional)"
          description="The account sees it"
          autosize
          {...bind('note')}
        />
      </Wide>
      <Wide>
        <Textarea
          label="Private note (optional)"
          description="Only administrators see it"
          autosize
          {...bind('private_note')}
        />
      </Wide>
    </FormDialog>
  )
}

interface BalanceAfterProps {
  readonly kind: Kind
  readonly account_id: number | null
  readonly amount: Money | undefined
}

function BalanceAfter({ kind, account_id, amount }: BalanceAfterProps) {
  const isRecharge = kind === 'RECHARGE'
  const call = { params: { id: account_id ?? 0 } }
  const isKnown = account_id !== null
  const client = useOne(getWholesaleClient, call, { enabled: isKnown && isRecharge })
  const settlement = useOne(getSettlement, call, { enabled: isKnown && !isRecharge })
  const query = isRecharge ? client : settlement
  if (!isKnown) return null
  if (query.error) return <output className="danger">{query.error.message}</output>
  const before = query.data?.balance
  if (before === undefined) return <output className="muted">Balance …</output>
  return (
    <output className={styles.balance}>
      <span className="muted">{isRecharge ? 'Balance' : 'We owe'}</span>
      {formatExactAmount(before)}
      {amount !== undefined && amount > 0 && (
        <>
          <span className="muted">→</span>
          <strong>{formatExactAmount(after(before, amount, isRecharge))}</strong>
        </>
      )}
    </output>
  )
}

/** What a client pays raises its balance; what we pay lowers what we owe. */
function after(before: Money, amount: Money, isRecharge: boolean): Money | null {
  const sum = isRecharge ? before + amount : before - amount
  return Number.isSafeInteger(sum) ? money(sum) : null
}
