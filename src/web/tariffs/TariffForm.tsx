// Adds and changes a tariff. It is the model of every form: load, sections, save.
import { Textarea, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { NEW_TARIFF } from '#contract/blank-forms.ts'
import {
  createTariff,
  getTariff,
  TARIFF_KINDS,
  type Tariff,
  tariffForm,
  updateTariff,
} from '#contract/tariffs/tariffs.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { CurrencyPicker } from '../pickers/CurrencyPicker.tsx'
import { useSees } from '../session/session.ts'
import type { Bind } from '../ui/form/bind.ts'
import { MoneyField, PercentField } from '../ui/form/DecimalField.tsx'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { ROUNDING_CHOICES } from './tariff-labels.ts'
import { useTariffKinds } from './use-tariff-kinds.ts'

type TariffValues = z.input<typeof tariffForm>

const TARIFF = {
  noun: 'tariff',
  entity: 'tariff',
  list: { label: 'Tariffs', to: paths.admin.tariffs.list },
  get: getTariff,
  create: createTariff,
  update: updateTariff,
  schema: tariffForm,
}

export default function TariffForm() {
  return <AddOrEdit get={getTariff}>{(found) => <Fields tariff={found} />}</AddOrEdit>
}

function Fields({ tariff }: { tariff: Tariff | undefined }) {
  const kinds = useTariffKinds()
  const { tariffRates } = paths.admin
  const navigate = useNavigate()
  const { kind: given }: { readonly kind?: string } = useSearch({ strict: false })
  const wanted = TARIFF_KINDS.find((one) => one === given) ?? NEW_TARIFF.kind
  const [kind, setKind] = useState(tariff?.kind ?? wanted)
  const form = useCrudForm(TARIFF, tariff, {
    blank: { ...NEW_TARIFF, kind: wanted },
    onChange: (values) => setKind(values.kind),
    // A new tariff has no rates.
    leave: ({ id }) =>
      void navigate({ to: tariff ? paths.admin.tariffs.list : tariffRates(id).list }),
  })
  const { bind } = form
  const isPriced = (tariff?.rates_count ?? 0) > 0 || (tariff?.used_by_count ?? 0) > 0
  return (
    <EntityFormPage
      of={TARIFF}
      found={tariff}
      form={form}
      links={tariff ? [{ label: 'Rates', to: tariffRates(tariff.id).list }] : []}
    >
      <Section
        title="Tariff"
        help="Sell tariffs price clients, reseller cost tariffs price resellers, buy tariffs are
          carrier rates."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Kind"
          choices={kinds}
          disabled={(tariff?.used_by_count ?? 0) > 0}
          {...(tariff?.used_by_count ? { description: 'Locked while in use' } : {})}
          {...bind('kind')}
        />
        <SelectField label="Status" choices={STATUSES} {...bind('status')} />
        <CurrencyPicker
          label="Currency"
          disabled={isPriced}
          {...(isPriced ? { description: 'Locked while it has rates or users' } : {})}
          {...bind('currency')}
        />
      </Section>
      <Section
        title="Billing"
        help="Rate values override these defaults. Calls are billed in whole increments."
      >
        <DurationField label="First increment" {...bind('first_increment')} />
        <DurationField label="Next increment" {...bind('next_increment')} />
        <DurationField label="Minimum duration" {...bind('min_duration_seconds')} />
        <DurationField label="Grace period" {...bind('grace_seconds')} />
        <DurationField label="Free seconds" {...bind('free_seconds')} />
        <MoneyField label="Connect fee" {...bind('connect_fee')} />
        <PercentField label="Surcharge" {...bind('surcharge_percent')} />
      </Section>
      <Section
        title="Rounding"
        help="Duration is rounded to seconds first, the amount once at the end."
      >
        <SelectField label="Duration" choices={ROUNDING_CHOICES} {...bind('duration_rounding')} />
        <SelectField label="Amount" choices={ROUNDING_CHOICES} {...bind('rounding_mode')} />
        <NumberField label="Amount decimals" {...bind('rounding_decimals')} />
      </Section>
      <RoutingSection bind={bind} kind={kind} />
      <Section title="Notes" wide>
        <Textarea label="Notes (optional)" autosize minRows={2} {...bind('notes')} />
      </Section>
    </EntityFormPage>
  )
}

interface RoutingSectionProps {
  readonly bind: Bind<TariffValues>
  readonly kind: Tariff['kind']
}

/** The expected revenue decides; the cost is only compared with it. */
function RoutingSection({ bind, kind }: RoutingSectionProps) {
  const seesMargin = useSees('earnings')
  const seesRouting = useSees('operations')
  if (kind === 'BUY') {
    return (
      <Section
        title="Routing"
        help="No fields for buy tariffs: routing uses the average duration and loss protection of
          the sell or reseller cost tariff."
      >
        {null}
      </Section>
    )
  }
  return (
    <Section title="Routing" help="Assumptions for routing before the call duration is known.">
      <DurationField label="Average duration" {...bind('average_duration_seconds')} />
      {seesRouting && (
        <SwitchField
          label="Loss protection"
          description="Excludes gateways with a buy rate above the sell rate."
          {...bind('loss_protection', 'checkbox')}
        />
      )}
      {seesMargin && (
        <PercentField
          label="Allowed loss"
          description="Of the revenue of the call, despite loss protection"
          {...bind('max_loss_percent')}
        />
      )}
    </Section>
  )
}
