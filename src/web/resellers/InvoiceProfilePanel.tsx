// How a reseller issues invoices: what is empty is that of its account, and nothing is that of the
// operator.
import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import {
  getExampleInvoice,
  getInvoiceProfile,
  type InvoiceProfile,
  invoiceProfileForm,
  updateInvoiceProfile,
} from '#contract/invoices/invoice-profiles.ts'
import { alert } from '../alerts/alerts.ts'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { useMay } from '../session/session.ts'
import { type Bind, bindOf } from '../ui/form/bind.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import styles from './Brand.module.css'

const HELP =
  'Of invoices to the accounts right below the reseller. The logo is that of its brand. {seq:5} ' +
  'counts in five digits; with {year}, again from 1 each year.'

export function InvoiceProfilePanel({ id }: { id: number }) {
  const query = useOneToEdit(getInvoiceProfile, { params: { id } })
  return (
    <Section title="Invoice settings" help={HELP} wide>
      <Loaded query={query}>{(found) => <ProfileForm id={id} found={found} />}</Loaded>
    </Section>
  )
}

interface ProfileProps {
  readonly id: number
  readonly found: InvoiceProfile
}

type Values = z.input<typeof invoiceProfileForm>

const valuesOf = (profile: InvoiceProfile): Values => formValues(invoiceProfileForm, profile)

function useProfileForm({ id, found }: ProfileProps) {
  const [version, setVersion] = useState(found.version)
  const mayEdit = useMay('invoices.edit')
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: valuesOf(found),
    validate: schemaResolver(invoiceProfileForm as z.ZodType<object, object>, { sync: true }),
  })
  useLeaveGuard(() => form.isDirty())
  const change = useChange(updateInvoiceProfile, {
    also: ['invoices'],
    done: 'Invoice settings saved.',
    onDone: (saved) => {
      setVersion(saved.version)
      form.setInitialValues(valuesOf(saved))
      form.reset()
    },
  })
  const onSubmit = form.onSubmit((values) =>
    change.mutate(
      { params: { id }, body: { ...invoiceProfileForm.parse(values), version } },
      {
        onError: (error) => {
          if (error instanceof ApiError) form.setErrors({ ...error.fields })
        },
      },
    ),
  )
  const bind: Bind<Values> = (path, kind) => ({ ...bindOf(form)(path, kind), disabled: !mayEdit })
  const example = form.onSubmit((values) => {
    const call = { params: { id }, body: invoiceProfileForm.parse(values) }
    download(getExampleInvoice, call).catch((error) => alert.error(messageOf(error)))
  })
  return { bind, onSubmit, example, mayEdit, saving: change.isPending }
}

function ProfileForm({ id, found }: ProfileProps) {
  const { bind, onSubmit, example, mayEdit, saving } = useProfileForm({ id, found })
  const { company, address, tax_number } = found.account
  const lines = { autosize: true, minRows: 2, maxRows: 6 }
  return (
    <form className={styles.panel} onSubmit={onSubmit} noValidate aria-label="Invoice settings">
      <div className={styles.fields}>
        <TextInput
          label="Company (optional)"
          placeholder={company}
          maxLength={60}
          {...bind('company')}
        />
        <Textarea
          label="Address (optional)"
          placeholder={address}
          maxLength={300}
          {...lines}
          {...bind('company_address')}
        />
        <TextInput
          label="Tax number (optional)"
          placeholder={tax_number}
          maxLength={40}
          {...bind('company_tax_number')}
        />
        <Textarea
          label="Bank details (optional)"
          description="How to pay, on the first page of invoices"
          maxLength={600}
          {...lines}
          {...bind('bank_details')}
        />
        <Textarea
          label="Footer (optional)"
          description="Below every page, at most 10 lines"
          maxLength={300}
          {...lines}
          {...bind('document_footer')}
        />
        <TextInput label="Invoice numbers" {...bind('invoice_number')} />
        <TextInput label="Credit note numbers" {...bind('credit_note_number')} />
        <NumberField label="Payment terms" unit="days" {...bind('invoice_terms_days')} />
        <TimeZonePicker
          label="Time zone of invoices (optional)"
          placeholder="That of the switch"
          clearable
          {...bind('timezone')}
        />
        <Switch label="Issue drafts automatically" {...bind('issues_drafts', 'checkbox')} />
      </div>
      {mayEdit && (
        <Group className={styles.save}>
          <Button type="submit" variant="default" loading={saving}>
            Save invoice settings
          </Button>
          <Button variant="subtle" onClick={() => example()}>
            Example invoice
          </Button>
        </Group>
      )}
    </form>
  )
}
