// Adds and changes a rate. A field that is left empty takes the tariff's value, which it shows.
import { Textarea, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { NEW_RATE } from '#contract/blank-forms.ts'
import {
  createTariffRate,
  getTariffRate,
  type TariffRate,
  tariffRateForm,
  updateTariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import { getTariff, type Tariff } from '#contract/tariffs/tariffs.ts'
import { formatMoney, formatPercent } from '#core/money.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import type { useEntityForm } from '../forms/use-entity-form.ts'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { TimeWindowPicker } from '../pickers/pickers.tsx'
import { useMay, useSees } from '../session/session.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { type Fold, foldProps } from '../ui/form/fold.ts'
import { DurationField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { DestinationHint } from './DestinationHint.tsx'
import { deckNameOf, useDeckName } from './deck-name.ts'
import { PriceExample } from './PriceExample.tsx'
import type { RateValues } from './price-example.ts'
import { RateCostHint } from './RateCostHint.tsx'
import { ReplacedNote } from './ReplacedNote.tsx'
import { destinationBefore, useReplacedRate } from './replaced-rate.ts'
import { StepsField } from './StepsField.tsx'

export default function TariffRateForm() {
  const tid = useIdParam('tid') ?? 0
  const tariff = useOne(getTariff, { params: { id: tid } })
  return (
    <Loaded query={tariff}>
      {(found) => (
        <AddOrEdit get={getTariffRate} params={{ tid }}>
          {(rate) => <Fields tariff={found} rate={rate} />}
        </AddOrEdit>
      )}
    </Loaded>
  )
}

/** A link may fill in the prefix. */
function useBlankRate() {
  const { prefix }: { readonly prefix?: unknown } = useSearch({ strict: false })
  const digits = String(prefix ?? '')
  return /^\d{1,15}$/.test(digits) ? { ...NEW_RATE, prefix: digits } : NEW_RATE
}

interface FieldsProps {
  readonly tariff: Tariff
  readonly rate: TariffRate | undefined
}

function Fields({ tariff, rate }: FieldsProps) {
  const rates = paths.admin.tariffRates(tariff.id)
  const blank = useBlankRate()
  const [initial] = useState(() => (rate ? formValues(tariffRateForm, rate) : blank))
  const [values, setValues] = useState(initial)
  const replaced = useReplacedRate(tariff.id, values, rate)
  const deckName = useDeckName(values.prefix)
  const crud = {
    noun: 'rate',
    entity: 'tariff_rate',
    list: { label: 'Rates', to: rates.list },
    get: getTariffRate,
    create: createTariffRate,
    update: updateTariffRate,
    schema: tariffRateForm,
  }
  const form = useCrudForm(crud, rate, {
    blank,
    onChange: setValues,
    params: { tid: tariff.id },
    addBody: async (body) => ({
      ...body,
      destination:
        body.destination ||
        (await destinationBefore(tariff.id, body)) ||
        (await deckNameOf(body.prefix)),
    }),
    onAgain: () => setValues(NEW_RATE),
  })
  const { bind } = form
  const seesWindows = useMay('time_windows.view')
  const seesNotes = useSees('operations')
  const found = rate && {
    id: rate.id,
    name: `${prefixName(rate.prefix)} ${rate.destination}`.trim(),
  }
  return (
    <EntityFormPage
      of={crud}
      found={found}
      form={form}
      above={[
        { label: 'Tariffs', to: paths.admin.tariffs.list },
        { label: tariff.name, to: paths.admin.tariffs.edit(tariff.id) },
      ]}
      currency={tariff.currency}
    >
      <Section title="Rate" help="The longest matching prefix applies; empty prefix = default.">
        <TextInput
          label="Prefix"
          inputMode="numeric"
          placeholder="default"
          autoComplete="off"
          {...bind('prefix')}
        />
        <TextInput
          label="Destination (optional)"
          placeholder={rate ? undefined : replaced?.destination || deckName?.name}
          description={
            <DestinationHint
              prefix={values.prefix}
              onTake={
                values.destination || (!rate && replaced?.destination)
                  ? undefined
                  : (name) => form.form.setFieldValue('destination', name)
              }
            />
          }
          {...bind('destination')}
        />
        <RateField
          label="Rate"
          description={
            <RateCostHint
              tariff_id={tariff.id}
              currency={tariff.currency}
              prefix={values.prefix}
              rate={values.rate}
            />
          }
          {...bind('rate')}
        />
        {replaced && (
          <Wide>
            <ReplacedNote replaced={replaced} values={values} isNew={!rate} />
          </Wide>
        )}
        <SwitchField
          label="Blocked"
          description="Calls to this prefix are refused, also if a shorter prefix is allowed."
          {...bind('blocked', 'checkbox')}
        />
      </Section>
      <Section title="Example" help="Excl. VAT, from the values above." wide>
        <PriceExample tariff={tariff} values={values} />
      </Section>
      <Section
        title="Effective"
        help="Server time zone. A newer rate with the same prefix and hours replaces this one."
      >
        <DateTimeField label="From (default: now)" {...bind('effective_from')} />
        <DateTimeField label="Until (optional)" {...bind('effective_until')} />
        {seesWindows && (
          <TimeWindowPicker
            label="Time window (optional)"
            placeholder="Always"
            description="While open, this rate takes precedence over rates without a time window."
            clearable
            {...bind('window_id')}
          />
        )}
      </Section>
      <Section title="Billing" help={`Empty fields use the defaults of tariff ${tariff.name}.`}>
        <FromTariff tariff={tariff} bind={bind} />
      </Section>
      <AdvancedTerms form={form} values={values} />
      <Section title="Notes" wide>
        {seesNotes && <Textarea label="Notes (optional)" autosize minRows={2} {...bind('notes')} />}
      </Section>
    </EntityFormPage>
  )
}

type RateForm = ReturnType<typeof useEntityForm<typeof tariffRateForm>>
type RateBind = RateForm['bind']

function FromTariff({ tariff, bind }: { tariff: Tariff; bind: RateBind }) {
  const seconds = (
    label: string,
    name:
      | 'first_increment'
      | 'next_increment'
      | 'min_duration_seconds'
      | 'grace_seconds'
      | 'free_seconds',
  ) => <DurationField label={label} placeholder={String(tariff[name])} {...bind(name)} />
  return (
    <>
      {seconds('First increment', 'first_increment')}
      {seconds('Next increment', 'next_increment')}
      {seconds('Minimum duration', 'min_duration_seconds')}
      {seconds('Grace period', 'grace_seconds')}
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
        placeholder="same as rate"
        {...bind('first_rate')}
      />
    </>
  )
}

const ADVANCED = {
  title: 'Tiers, min/max charge, credits',
  help: 'Tiers count billed seconds. A started increment keeps its rate.',
  summary: 'One rate after the first increment, no min or max charge.',
  fields: [
    'attempt_fee',
    'additional_seconds',
    'min_charge',
    'max_charge',
    'reverse_billing',
    'steps',
  ],
} as const satisfies Fold<RateValues>

/** Rarely used fields, folded while they are empty. */
interface AdvancedTermsProps {
  readonly form: RateForm
  readonly values: RateValues
}

function AdvancedTerms({ form, values }: AdvancedTermsProps) {
  const { bind } = form
  const { errors } = form.form
  return (
    <FoldedSection {...foldProps(ADVANCED, { blank: NEW_RATE, initial: values, errors })}>
      <MoneyField
        label="Attempt fee"
        description="Per attempted call, answered or not"
        {...bind('attempt_fee')}
      />
      <DurationField
        label="Additional seconds"
        description="Added to the duration of each call"
        {...bind('additional_seconds')}
      />
      <MoneyField
        label="Minimum charge (optional)"
        description="For answered calls longer than the grace period"
        nullable
        {...bind('min_charge')}
      />
      <MoneyField
        label="Maximum charge (optional)"
        description="Per call, for any duration"
        nullable
        {...bind('max_charge')}
      />
      <SwitchField
        label="Reverse billing"
        description="Credits the amount instead of charging it."
        {...bind('reverse_billing', 'checkbox')}
      />
      <Wide>
        <StepsField
          steps={values.steps}
          errors={errors}
          onChange={(steps) => form.setList('steps', steps)}
        />
      </Wide>
    </FoldedSection>
  )
}
