// Opens a dispute, changes its state or amount, and adds a note.
import { Textarea } from '@mantine/core'
import {
  disputeReconciliation,
  type OneReconciliation,
} from '#contract/reconciliations/reconciliations.ts'
import { formatMoney } from '#core/money.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { DISPUTES } from './reconciliation-labels.ts'

interface DisputeDialogProps {
  readonly reconciliation: OneReconciliation
  readonly onClose: () => void
}

export function DisputeDialog({ reconciliation, onClose }: DisputeDialogProps) {
  const { id, currency, difference, dispute_state, dispute_amount } = reconciliation
  const dispute = useChange(disputeReconciliation, { errors: 'form', done: 'Dispute saved.' })
  const form = useEntityForm({
    schema: disputeReconciliation.body,
    initial: {
      state: dispute_state ?? 'OPEN',
      amount: formatMoney(dispute_amount ?? difference ?? (0n as never)),
      note: '',
    },
    save: (body) => dispute.mutateAsync({ params: { id }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog title="Dispute" form={form} onClose={onClose}>
      <SelectField label="State" choices={DISPUTES} {...form.bind('state')} />
      <MoneyField label="Amount" currency={currency} {...form.bind('amount')} />
      <Wide>
        <Textarea label="Note (optional)" autosize minRows={2} {...form.bind('note')} />
      </Wide>
    </FormDialog>
  )
}
