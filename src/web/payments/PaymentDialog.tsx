// Recharges a client or a reseller, or pays a settlement account. It shows what the balances will
// be before the money moves, and a second click on the button moves it no second time.
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createPayment, getPaymentParties, type Payment, paymentForm } from '#contract/payments.ts'
import { parseMoney } from '#core/money.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { AccountPicker } from '../pickers/pickers.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BalancesAfter } from './BalancesAfter.tsx'
import { NoteField } from './NoteField.tsx'
import { METHODS } from './payment-labels.ts'

type Kind = Exclude<Payment['kind'], 'REVERSAL'>

const LABELS = {
  RECHARGE: {
    title: 'Recharge',
    account: 'Client or reseller',
    save: 'Recharge',
    done: 'Account recharged.',
  },
  PAYMENT_MADE: {
    title: 'Pay',
    account: 'Settlement account',
    save: 'Pay',
    done: 'Payment recorded.',
  },
} as const

/** What a payment makes old besides the payments. */
export const TOUCHED_BY_PAYMENTS = [
  'wholesale-clients',
  'retail-clients',
  'resellers',
  'settlements',
  'ledger',
  'home',
] as const

interface PaymentDialogProps {
  /** RECHARGE: it pays its parent. PAYMENT_MADE: we pay the settlement account. */
  readonly kind: Kind
  /** Without one, it is picked in the dialog. */
  readonly account?: { readonly id: number; readonly name: string } | undefined
  readonly onClose: () => void
}

export function PaymentDialog({ kind, account, onClose }: PaymentDialogProps) {
  const words = LABELS[kind]
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
  const parties = useOne(
    getPaymentParties,
    { params: { id: account_id ?? 0 } },
    { enabled: account_id !== null },
  )
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
            payment={kind}
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
        currency={parties.data?.account.currency}
        data-autofocus={account ? true : undefined}
        {...sum}
        onChange={(text) => {
          sum.onChange(text)
          setAmount(text ?? '')
        }}
      />
      <SelectField label="Method" choices={METHODS} {...bind('method')} />
      <Wide>
        {parties.isLoading && <output className="muted">Balance …</output>}
        {parties.error && <output className="danger">{parties.error.message}</output>}
        {parties.data && (
          <BalancesAfter kind={kind} parties={parties.data} amount={parseMoney(amount)} />
        )}
      </Wide>
      <Wide>
        <TextInput
          label="Reference (optional)"
          placeholder="Receipt or transfer number"
          {...bind('reference')}
        />
      </Wide>
      <NoteField {...bind('note')} />
      <Wide>
        <Textarea
          label="Private note (optional)"
          description="Visible to administrators only"
          autosize
          {...bind('private_note')}
        />
      </Wide>
    </FormDialog>
  )
}
