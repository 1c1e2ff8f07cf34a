// How the switch keeps out those who try names and passwords.
import { Button } from '@mantine/core'
import type { Settings } from '#contract/settings.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = ['auth_failures_per_ban', 'auth_ban_minutes'] as const

export function SecuritySection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Auth failures">
      <NumberField
        label="Failures before ban"
        description="0 = never"
        {...bind('auth_failures_per_ban')}
      />
      <NumberField
        label="Window and ban time"
        description="Failures of one address are counted within it"
        unit="minutes"
        {...bind('auth_ban_minutes')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
