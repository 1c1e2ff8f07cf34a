// Company, address and contacts of the own account; the account above changes the rest.
import { Button, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import {
  getOwnProfile,
  type OwnProfile,
  ownProfileForm,
  updateOwnProfile,
} from '#contract/accounts/own-profile.ts'
import { formValues } from '../../forms/form-values.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { ApiError, messageOf } from '../../http/api-error.ts'
import { useChange, useOneToEdit } from '../../http/use-endpoint.ts'
import { CountryPicker } from '../../pickers/CountryPicker.tsx'
import { bindOf } from '../../ui/form/bind.ts'
import { Section } from '../../ui/form/Section.tsx'
import styles from '../Settings.module.css'

type Values = z.input<typeof ownProfileForm>

const valuesOf = (profile: OwnProfile): Values => formValues(ownProfileForm, profile)

export function AccountProfileSection() {
  const query = useOneToEdit(getOwnProfile, {})
  return (
    <Section title="Company" help="On your invoices, and where messages to you go." wide>
      <Loaded query={query}>{(found) => found && <ProfileForm found={found} />}</Loaded>
    </Section>
  )
}

function useProfileForm(found: OwnProfile) {
  const [version, setVersion] = useState(found.version)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: valuesOf(found),
    validate: schemaResolver(ownProfileForm as z.ZodType<object, object>, { sync: true }),
  })
  useLeaveGuard(() => form.isDirty())
  const change = useChange(updateOwnProfile, {
    errors: 'form',
    done: 'Company saved.',
    onDone: (saved) => {
      setVersion(saved.version)
      form.setInitialValues(valuesOf(saved))
      form.reset()
    },
  })
  const onSubmit = form.onSubmit((values) =>
    change.mutate(
      { body: { ...ownProfileForm.parse(values), version } },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {}
          const isNamed = Object.keys(fields).length > 0
          form.setErrors(isNamed ? { ...fields } : { company: messageOf(error) })
        },
      },
    ),
  )
  return { bind: bindOf(form), onSubmit, saving: change.isPending }
}

function ProfileForm({ found }: { found: OwnProfile }) {
  const { bind, onSubmit, saving } = useProfileForm(found)
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Company">
      <TextInput
        label="Company (optional)"
        placeholder={found.name}
        maxLength={200}
        {...bind('company')}
      />
      <Textarea
        label="Address (optional)"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...bind('address')}
      />
      <CountryPicker label="Country (optional)" {...bind('country_iso2')} />
      <TextInput label="Tax number (optional)" maxLength={40} {...bind('tax_number')} />
      <TextInput label="Phone (optional)" type="tel" maxLength={40} {...bind('phone')} />
      <TextInput label="Billing e-mail (optional)" type="email" {...bind('billing_email')} />
      <TextInput label="NOC e-mail (optional)" type="email" {...bind('noc_email')} />
      <TextInput label="Rates e-mail (optional)" type="email" {...bind('rates_email')} />
      <Button type="submit" variant="default" loading={saving}>
        Save
      </Button>
    </form>
  )
}
