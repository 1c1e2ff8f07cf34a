// How the quality of gateways is watched.
import { Button } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = ['gateway_check_minutes'] as const

export function QualitySettingsSection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Gateway quality">
      <NumberField
        label="Check interval"
        description="1 to 60; a gateway is locked or unlocked at a check"
        unit="minutes"
        {...bind('gateway_check_minutes')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
