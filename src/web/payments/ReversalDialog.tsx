// Takes a payment back by a second one, after a look at what that does to the balance.
import { useState } from 'react'
import { type Payment, reversePayment } from '#contract/payments/payments.ts'
import type { Money } from '#core/money.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'
import { formatExactAmount } from '../ui/values/format.ts'
import { NoteField } from './NoteField.tsx'
import { TOUCHED_BY_PAYMENTS } from './PaymentDialog.tsx'

interface ReversalDialogProps {
  readonly payment: Payment
  readonly onClose: () => void
}

export function ReversalDialog({ payment, onClose }: ReversalDialogProps) {
  const [idempotency_key] = useState(makeIdempotencyKey)
  const reverse = useChange(reversePayment, {
    errors: 'form',
    also: TOUCHED_BY_PAYMENTS,
    done: 'Payment reversed.',
  })
  const form = useEntityForm({
    schema: reversePayment.body,
    initial: { note: '', idempotency_key },
    save: (body) => reverse.mutateAsync({ params: { id: payment.id }, body }),
    onSaved: onClose,
  })
  const amount = `${formatExactAmount(payment.amount)} ${payment.currency}`
  return (
    <FormDialog
      title={`Reverse ${amount} of ${payment.account_name}?`}
      form={form}
      onClose={onClose}
      save="Reverse"
    >
      <Wide>
        {effectOf(payment)}
        {payment.method === 'netting' && 'The other half of the netting is reversed with it. '}
        Both payments stay on record; a reversal cannot be reversed.
      </Wide>
      <NoteField minRows={2} {...form.bind('note')} />
    </FormDialog>
  )
}

/** The effect of the reversal on the balances; the payment says how it moved them. */
function effectOf(payment: Payment): string {
  const { account_kind, account_name, amount, currency, parent_amount, parent_currency } = payment
  const moved = `${formatExactAmount(Math.abs(amount) as Money)} ${currency}`
  const wasPaid = amount > 0
  if (account_kind === 'SETTLEMENT') {
    return `Our debt to ${account_name} ${wasPaid ? 'rises' : 'falls'} by ${moved} again. `
  }
  const own = wasPaid
    ? `The balance of ${account_name} is reduced by ${moved}, if available. `
    : `The balance of ${account_name} rises by ${moved} again. `
  if (parent_amount === null) return own
  const back = `${formatExactAmount(parent_amount)} ${parent_currency}`
  const parent = wasPaid ? payment.payee_name : payment.payer_name
  return `${own}${parent} ${wasPaid ? 'gets back' : 'returns'} ${back}. `
}
