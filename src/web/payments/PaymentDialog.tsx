// Recharges a client or a reseller, or pays a settlement account. It shows what the balances will
// be before the money moves, and a second click on the button moves it no second time.
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createPayment, getPaymentParties, paymentForm } from '#contract/payments/payments.ts'
import type { PaymentKind } from '#core/account/payment.ts'
import { parseMoney } from '#core/money.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { AccountPicker } from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BalancesAfter } from './BalancesAfter.tsx'
import { NoteField } from './NoteField.tsx'
import { enteredKinds, type MainKind, RECORDED } from './payment-labels.ts'

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

/** The meaning of the sign of an adjustment. */
const ADJUSTMENT = {
  RECHARGE: 'Adds to the balance; with a minus it is deducted',
  PAYMENT_MADE: 'Reduces what we owe; with a minus it is added',
} as const

/** The resources that a payment makes outdated, besides the payments. */
export const TOUCHED_BY_PAYMENTS = [
  'invoices',
  'wholesale-clients',
  'retail-clients',
  'resellers',
  'settlements',
  'ledger',
  'reports',
  'unused-clients',
  'home',
] as const

interface PaymentDialogProps {
  /** RECHARGE: for clients and resellers. PAYMENT_MADE: for settlement accounts. */
  readonly kind: MainKind
  /** Without one, it is picked in the dialog. */
  readonly account?: { readonly id: number; readonly name: string } | undefined
  readonly onClose: () => void
}

export function PaymentDialog({ kind: main, account, onClose }: PaymentDialogProps) {
  const seesPrivateNotes = useSees('operations')
  const words = LABELS[main]
  const [kind, setKind] = useState<PaymentKind>(main)
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
      kind: main as PaymentKind,
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
  const kinds = bind('kind')
  const isAdjustment = kind === 'ADJUSTMENT'
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
            payment={main}
            {...picker}
            onChange={(id) => {
              picker.onChange(id)
              setAccountId(id)
            }}
          />
        </Wide>
      )}
      <SelectField
        label="Kind"
        choices={enteredKinds(main)}
        {...kinds}
        onChange={(next) => {
          kinds.onChange(next)
          setKind((next ?? main) as PaymentKind)
        }}
      />
      <MoneyField
        label="Amount"
        description={isAdjustment ? ADJUSTMENT[main] : undefined}
        currency={parties.data?.account.currency}
        data-autofocus={account ? true : undefined}
        {...sum}
        onChange={(text) => {
          sum.onChange(text)
          setAmount(text ?? '')
        }}
      />
      <SelectField label="Method" choices={RECORDED} {...bind('method')} />
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
      <NoteField {...(isAdjustment && { label: 'Reason' })} {...bind('note')} />
      {seesPrivateNotes && (
        <Wide>
          <Textarea
            label="Private note (optional)"
            description="Visible to administrators only"
            autosize
            {...bind('private_note')}
          />
        </Wide>
      )}
    </FormDialog>
  )
}
