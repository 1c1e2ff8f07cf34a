// Takes a payment back by a second one, after a look at what that does to the balance.
import { useState } from 'react'
import { type Payment, reversePayment } from '#contract/payments.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { makeIdempotencyKey } from '../http/idempotency-key.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'
import { formatExactAmount } from '../ui/format.ts'
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
  const { account_name, payee_name, kind, parent_amount, parent_currency } = payment
  const amount = `${formatExactAmount(payment.amount)} ${payment.currency}`
  return (
    <FormDialog
      title={`Reverse ${amount} of ${account_name}?`}
      form={form}
      onClose={onClose}
      save="Reverse"
    >
      <Wide>
        {kind === 'RECHARGE'
          ? `The balance of ${account_name} is reduced by ${amount}, if available. `
          : `Our debt to ${account_name} rises by ${amount} again. `}
        {parent_amount !== null &&
          `${payee_name} gets back ${formatExactAmount(parent_amount)} ${parent_currency}. `}
        Both payments stay on record; a reversal cannot be reversed.
      </Wide>
      <NoteField minRows={2} {...form.bind('note')} />
    </FormDialog>
  )
}
