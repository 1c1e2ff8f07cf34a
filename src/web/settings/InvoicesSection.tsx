// How invoices are numbered, and when they are due.
import { Button, Switch, TextInput } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = [
  'invoice_number',
  'self_billed_number',
  'credit_note_number',
  'invoice_terms_days',
  'issues_drafts',
] as const

export function InvoicesSection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Invoices">
      <TextInput label="Invoice numbers" {...bind('invoice_number')} />
      <TextInput label="Self-billed numbers" {...bind('self_billed_number')} />
      <TextInput label="Credit note numbers" {...bind('credit_note_number')} />
      <NumberField label="Payment terms" unit="days" {...bind('invoice_terms_days')} />
      <Switch label="Issue drafts automatically" {...bind('issues_drafts', 'checkbox')} />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
