import { Button, TextInput } from '@mantine/core'
import type { Settings } from '#contract/console/settings.ts'
import { DATE_FORMATS, writeDay } from '#core/time/date-format.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { OptionalTextField } from '../ui/form/OptionalTextField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = [
  'title',
  'company',
  'support_email',
  'terms_url',
  'amount_decimals',
  'date_format',
] as const

const EXAMPLE = '2026-12-31'
const FORMATS = DATE_FORMATS.map((value) => ({
  value,
  label: `${value} (${writeDay(EXAMPLE, value)})`,
}))

export function ConsoleSection({ settings }: { settings: Pick<Settings, (typeof NAMES)[number]> }) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Console">
      <TextInput
        label="Title"
        description="Beside the logo, in the top bar and at the login"
        maxLength={40}
        {...bind('title')}
      />
      <TextInput
        label="Company"
        description="Below the title; empty = not shown"
        maxLength={60}
        {...bind('company')}
      />
      <OptionalTextField
        label="Support e-mail"
        description="Linked for your direct customers and at the login; empty = no link"
        maxLength={200}
        {...bind('support_email')}
      />
      <OptionalTextField
        label="Terms page"
        description="Linked beside the support; empty = no link"
        maxLength={300}
        {...bind('terms_url')}
      />
      <NumberField
        label="Decimals of amounts"
        description="In lists and beside fields, 0 to 4; files have all"
        {...bind('amount_decimals')}
      />
      <SelectField
        label="Date format"
        description="Of all dates and date fields; files keep YYYY-MM-DD"
        choices={FORMATS}
        {...bind('date_format')}
      />
      <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
        Save
      </Button>
    </form>
  )
}
