// Adds and changes a rate. A field that is left empty takes the tariff's value, which it shows.
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import {
  createTariffRate,
  getTariffRate,
  type TariffRate,
  tariffRateForm,
  updateTariffRate,
} from '#contract/tariff-rates.ts'
import { getTariff, type Tariff } from '#contract/tariffs.ts'
import { formatMoney, formatPercent } from '#core/money.ts'
import { paths } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useOne, useOneToEdit } from '../http/use-endpoint.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { DurationField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { prefixName } from './rate-columns.tsx'

const NEW: z.input<typeof tariffRateForm> = {
  prefix: '',
  destination: '',
  rate: '',
  first_rate: null,
  first_increment: null,
  next_increment: null,
  connect_fee: null,
  grace_seconds: null,
  free_seconds: null,
  min_duration: null,
  surcharge_percent: null,
  blocked: false,
  effective_from: null,
  effective_until: null,
  notes: '',
}

export default function TariffRateForm() {
  const tid = useIdParam('tid') ?? 0
  const id = useIdParam()
  const tariff = useOne(getTariff, { params: { id: tid } })
  return (
    <Loaded query={tariff}>
      {(found) =>
        id === undefined ? <Fields tariff={found} /> : <Existing key={id} id={id} tariff={found} />
      }
    </Loaded>
  )
}

function Existing({ id, tariff }: { id: number; tariff: Tariff }) {
  const rate = useOneToEdit(getTariffRate, { params: { tid: tariff.id, id } })
  return <Loaded query={rate}>{(found) => <Fields tariff={tariff} rate={found} />}</Loaded>
}

function Fields({ tariff, rate }: { tariff: Tariff; rate?: TariffRate }) {
  const navigate = useNavigate()
  const rates = paths.admin.tariffRates(tariff.id)
  const create = useChange(createTariffRate, { errors: 'form', done: 'The rate is added.' })
  const update = useChange(updateTariffRate, { errors: 'form', done: 'The rate is saved.' })
  const form = useEntityForm({
    schema: tariffRateForm,
    initial: rate ? formValues(tariffRateForm, rate) : NEW,
    save: (body) =>
      rate
        ? update.mutateAsync({
            params: { tid: tariff.id, id: rate.id },
            body: { ...body, version: rate.version },
          })
        : create.mutateAsync({ params: { tid: tariff.id }, body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: rates.list })
    },
  })
  const { bind } = form
  const name = rate && `${prefixName(rate.prefix)} ${rate.destination}`.trim()
  return (
    <FormPage
      title={name ?? 'Add rate'}
      trail={[
        { label: 'Tariffs', to: paths.admin.tariffs.list },
        { label: tariff.name, to: paths.admin.tariffs.edit(tariff.id) },
        { label: 'Rates', to: rates.list },
      ]}
      form={form}
      back={rates.list}
      addAnother={!rate}
    >
      <Section
        title="Rate"
        help="Of the prefixes that a number begins with, the longest counts; no prefix fits all."
      >
        <TextInput
          label="Prefix"
          inputMode="numeric"
          placeholder="default"
          autoComplete="off"
          {...bind('prefix')}
        />
        <TextInput label="Destination (optional)" {...bind('destination')} />
        <RateField label="Rate" {...bind('rate')} />
        <Wide>
          <Switch
            label="Blocked"
            description="Calls to these numbers are refused, whatever a shorter prefix says."
            {...bind('blocked', 'checkbox')}
          />
        </Wide>
      </Section>
      <Section
        title="Effective"
        help="In the server's time zone. A newer rate of the same prefix replaces this one."
      >
        <DateTimeField label="From (optional: at once)" {...bind('effective_from')} />
        <DateTimeField label="Until (optional)" {...bind('effective_until')} />
      </Section>
      <Section title="Billing" help={`What is left empty is taken from the tariff ${tariff.name}.`}>
        <FromTariff tariff={tariff} bind={bind} />
      </Section>
      <Section title="Notes">
        <Wide>
          <Textarea label="Notes (optional)" autosize minRows={2} {...bind('notes')} />
        </Wide>
      </Section>
    </FormPage>
  )
}

type RateBind = ReturnType<typeof useEntityForm<typeof tariffRateForm>>['bind']

function FromTariff({ tariff, bind }: { tariff: Tariff; bind: RateBind }) {
  const seconds = (
    label: string,
    name: 'first_increment' | 'next_increment' | 'min_duration' | 'grace_seconds' | 'free_seconds',
  ) => <DurationField label={label} placeholder={String(tariff[name])} {...bind(name)} />
  return (
    <>
      {seconds('First increment', 'first_increment')}
      {seconds('Next increment', 'next_increment')}
      {seconds('Minimum duration', 'min_duration')}
      {seconds('Grace', 'grace_seconds')}
      {seconds('Free seconds', 'free_seconds')}
      <MoneyField
        label="Connect fee"
        nullable
        placeholder={formatMoney(tariff.connect_fee)}
        {...bind('connect_fee')}
      />
      <PercentField
        label="Surcharge"
        nullable
        placeholder={formatPercent(tariff.surcharge_percent)}
        {...bind('surcharge_percent')}
      />
      <RateField
        label="Rate of the first increment"
        nullable
        placeholder="the rate above"
        {...bind('first_rate')}
      />
    </>
  )
}
