import { Textarea } from '@mantine/core'
import { type Alarm, acknowledgeAlarm } from '#contract/alarms/alarms.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'

interface AcknowledgeDialogProps {
  readonly alarm: Alarm
  readonly onClose: () => void
}

/** Notes that someone takes care of an alarm, which leaves the strip above the screens. */
export function AcknowledgeDialog({ alarm, onClose }: AcknowledgeDialogProps) {
  const acknowledge = useChange(acknowledgeAlarm, {
    errors: 'form',
    done: `${alarm.subject_name} is acknowledged.`,
  })
  const form = useEntityForm({
    schema: acknowledgeAlarm.body,
    initial: { note: alarm.acknowledged_note ?? '' },
    save: (body) => acknowledge.mutateAsync({ params: { id: alarm.id }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`Acknowledge: ${alarm.subject_name}`}
      save="Acknowledge"
      form={form}
      onClose={onClose}
    >
      <Wide>
        <p className="muted">{alarm.sentence}</p>
        <Textarea
          label="Note (optional)"
          description="What you do about it; your colleagues see it"
          autosize
          minRows={3}
          data-autofocus
          {...form.bind('note')}
        />
      </Wide>
    </FormDialog>
  )
}
