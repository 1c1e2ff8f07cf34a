// How the switch keeps out those who try names and passwords, and what needs more than these.
import { Button } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = [
  'auth_failures_per_ban',
  'auth_ban_minutes',
  'second_factor_for',
  'confirm_payments_above',
] as const

const SECOND_FACTOR_FOR: readonly Choice<Settings['second_factor_for']>[] = [
  { value: 'NOBODY', label: 'No users' },
  { value: 'ADMINS', label: 'All admins' },
  { value: 'EVERYONE', label: 'All users' },
]

export function SecuritySection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number] | 'currency'>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Security">
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
      <SelectField
        label="Second factor required for"
        description="A permission group can require it too"
        choices={SECOND_FACTOR_FOR}
        {...bind('second_factor_for')}
      />
      <MoneyField
        label="Confirm payments above"
        nullable
        placeholder="None"
        description={`In ${settings.currency}: password or code again; empty = none`}
        {...bind('confirm_payments_above')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
