// The form of a re-rating: calls and rates; the preview follows.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { createReRating, reRatingForm } from '#contract/re-ratings/re-ratings.ts'
import { FormPage } from '../forms/FormPage.tsx'
import type { Blank } from '../forms/use-checked-form.ts'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { AccountPicker, TariffPicker } from '../pickers/pickers.tsx'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { Section } from '../ui/form/Section.tsx'

const NEW: Blank<z.input<typeof reRatingForm>> = {
  reason: '',
  from_at: null,
  until_at: null,
  account_id: null,
  tariff_id: null,
  prefix: '',
  new_tariff_id: null,
}

export default function ReRatingForm() {
  const navigate = useNavigate()
  const { reRatings } = paths.admin
  const create = useChange(createReRating, { errors: 'form' })
  const form = useEntityForm({
    schema: reRatingForm,
    initial: NEW,
    save: (body) => create.mutateAsync({ body }),
    onSaved: (_, saved) => void navigate({ to: reRatings.one(saved.id) }),
  })
  const { bind } = form
  return (
    <FormPage
      title="Re-rate calls"
      trail={[{ label: 'Re-rating', to: reRatings.list }]}
      form={form}
      back={reRatings.list}
      save="Preview"
    >
      <Section
        title="Calls"
        help="Calls started in this period, without active calls. Nothing changes before you apply
          the preview."
      >
        <TextInput
          label="Reason"
          description="Shown on every resulting ledger entry"
          {...bind('reason')}
        />
        <DateTimeField label="From" way="past" {...bind('from_at')} />
        <DateTimeField label="Until" way="past" {...bind('until_at')} />
        <AccountPicker label="Account" placeholder="All" clearable {...bind('account_id')} />
        <TariffPicker
          label="Rated with tariff"
          placeholder="Any"
          clearable
          {...bind('tariff_id')}
        />
        <TextInput
          label="Called prefix"
          classNames={{ input: 'mono' }}
          placeholder="Any"
          {...bind('prefix')}
        />
      </Section>
      <Section
        title="New rates"
        help="Rates in force at the time of each call; correct them first. VAT and exchange rates
          stay as they were at call time."
      >
        <TariffPicker
          label="New tariff"
          placeholder="Original tariff of each call"
          clearable
          {...bind('new_tariff_id')}
        />
      </Section>
    </FormPage>
  )
}
