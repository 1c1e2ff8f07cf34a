// For how long calls and logs are kept.
import { Button, Switch } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = [
  'call_days',
  'routing_log_days',
  'auth_failure_days',
  'activity_days',
  'past_rate_days',
  'ledger_days',
  'export_days',
  'retention_exports',
] as const

export function RetentionSection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Retention">
      <NumberField label="Calls" unit="days" {...bind('call_days')} />
      <NumberField label="Routing logs" unit="days" {...bind('routing_log_days')} />
      <NumberField label="Auth failures" unit="days" {...bind('auth_failure_days')} />
      <NumberField label="Activities" unit="days" {...bind('activity_days')} />
      <NumberField label="Past rates" unit="days" {...bind('past_rate_days')} />
      <NumberField label="Ledger" unit="days" {...bind('ledger_days')} />
      <NumberField label="Exported files" unit="days" {...bind('export_days')} />
      <Switch
        label="Export before removal"
        description="Calls, charges, activities and the ledger, not the other logs"
        {...bind('retention_exports', 'checkbox')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
