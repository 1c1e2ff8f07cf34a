// For how long calls and logs are kept.
import { Button, Switch } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import styles from '../Settings.module.css'
import { useSettingsForm } from '../use-settings-form.ts'
import { NumberMaskingState } from './NumberMaskingState.tsx'
import { useNumberMasking } from './use-number-masking.ts'

const NAMES = [
  'call_days',
  'routing_log_days',
  'sip_message_days',
  'sip_message_mb',
  'recording_days',
  'recording_mb',
  'auth_failure_days',
  'activity_days',
  'past_rate_days',
  'notification_days',
  'ledger_days',
  'export_days',
  'retention_exports',
  'mask_numbers_days',
] as const

export function RetentionSection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const masking = useNumberMasking(settings.mask_numbers_days)
  const form = useSettingsForm(NAMES, settings, masking.isWanted)
  const { bind, onSubmit, mayEdit, saving } = form
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Retention">
      <NumberField label="Calls" unit="days" {...bind('call_days')} />
      <NumberField label="Routing logs" unit="days" {...bind('routing_log_days')} />
      <NumberField label="SIP messages" unit="days" {...bind('sip_message_days')} />
      <NumberField label="SIP messages, max" unit="MB" {...bind('sip_message_mb')} />
      <NumberField label="Recordings" unit="days" {...bind('recording_days')} />
      <NumberField label="Recordings, max" unit="MB" {...bind('recording_mb')} />
      <NumberField label="Auth failures" unit="days" {...bind('auth_failure_days')} />
      <NumberField label="Activities" unit="days" {...bind('activity_days')} />
      <NumberField label="Past rates" unit="days" {...bind('past_rate_days')} />
      <NumberField label="Notifications" unit="days" {...bind('notification_days')} />
      <NumberField label="Ledger" unit="days" {...bind('ledger_days')} />
      <NumberField label="Exported files" unit="days" {...bind('export_days')} />
      <Switch
        label="Export before removal"
        description="Calls and charges to the archive, activities and the ledger as files"
        {...bind('retention_exports', 'checkbox')}
      />
      <NumberField
        label="Mask numbers after"
        unit="days"
        placeholder="Never"
        description="Empty = never. Enough for disputes, re-ratings and lists of calls"
        {...bind('mask_numbers_days')}
      />
      <div className={styles.whole}>
        <NumberMaskingState state={masking.state} />
      </div>
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
