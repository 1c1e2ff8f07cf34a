import {
  type RecordConsumer,
  restartRecordConsumer,
} from '#contract/record-feed/record-consumers.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { Wide } from '../ui/form/Section.tsx'

interface RestartDialogProps {
  readonly consumer: RecordConsumer
  readonly onClose: () => void
}

/** Moves a consumer back: it gets again what it has got since then. */
export function RestartDialog({ consumer, onClose }: RestartDialogProps) {
  const restart = useChange(restartRecordConsumer, {
    errors: 'form',
    done: `${consumer.name} begins again.`,
  })
  const form = useEntityForm({
    schema: restartRecordConsumer.body,
    initial: { from_at: '' },
    save: (body) => restart.mutateAsync({ params: { id: consumer.id }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`Begin again: ${consumer.name}`}
      save="Begin again"
      form={form}
      onClose={onClose}
    >
      <Wide>
        <p className="muted">
          All calls that began from then on are delivered, also those that were delivered before:
          the receiver drops them by their ids.
        </p>
        <DateTimeField label="Calls since" data-autofocus {...form.bind('from_at')} />
      </Wide>
    </FormDialog>
  )
}
