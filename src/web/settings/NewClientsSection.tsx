// The defaults of new retail clients.
import { Button } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = ['retail_daily_spend_limit'] as const

interface NewClientsSectionProps {
  readonly settings: Pick<Settings, (typeof NAMES)[number] | 'currency'>
}

export function NewClientsSection({ settings }: NewClientsSectionProps) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="New retail clients">
      <MoneyField
        label="Spending limit per day"
        nullable
        placeholder="No limit"
        description={`In ${settings.currency}; empty = no limit`}
        {...bind('retail_daily_spend_limit')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
