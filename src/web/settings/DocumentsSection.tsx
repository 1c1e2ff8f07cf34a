// The details on every invoice, statement and list of prices.
import { Button, Textarea, TextInput } from '@mantine/core'
import { getSampleDocument, type Settings } from '#contract/console/settings.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import styles from './Settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const NAMES = [
  'company_address',
  'company_tax_number',
  'bank_details',
  'document_footer',
  'paper_size',
] as const

const SIZES: readonly Choice<Settings['paper_size']>[] = [
  { value: 'A4', label: 'A4' },
  { value: 'LETTER', label: 'Letter' },
]

export function DocumentsSection({
  settings,
}: {
  settings: Pick<Settings, (typeof NAMES)[number]>
}) {
  const { bind, onSubmit, mayEdit, saving } = useSettingsForm(NAMES, settings)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Documents">
      <Textarea
        label="Address"
        description="Below the company; one line each"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        {...bind('company_address')}
      />
      <Textarea
        label="Bank details"
        description="How to pay, on the first page of invoices"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={600}
        {...bind('bank_details')}
      />
      <Textarea
        label="Footer"
        description="Below every page, at most 10 lines"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        {...bind('document_footer')}
      />
      <TextInput
        label="Tax number"
        description="Below the address; empty = not shown"
        maxLength={40}
        {...bind('company_tax_number')}
      />
      <SelectField
        label="Paper size"
        description="Of all PDF documents"
        choices={SIZES}
        {...bind('paper_size')}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" disabled={!mayEdit} loading={saving}>
          Save
        </Button>
        <Button
          variant="subtle"
          onClick={() =>
            void download(getSampleDocument, {}).catch((error) => alert.error(messageOf(error)))
          }
        >
          Example invoice
        </Button>
      </div>
    </form>
  )
}
