// Copies a tariff with other prices, once or as a tariff that follows it.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { copyTariff, tariffCopyForm } from '#contract/tariffs/markups.ts'
import { getTariff, type Tariff } from '#contract/tariffs/tariffs.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { CurrencyPicker } from '../pickers/CurrencyPicker.tsx'
import { ExchangeRateField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { MarkupPreview } from './markups/MarkupPreview.tsx'
import { MarkupRulesField, NEW_MARKUP_RULE } from './markups/MarkupRulesField.tsx'
import { ROUNDING_CHOICES } from './tariff-labels.ts'
import { useTariffKinds } from './use-tariff-kinds.ts'

type CopyValues = z.input<typeof tariffCopyForm>

export default function TariffCopyForm() {
  const id = useIdParam() ?? 0
  const tariff = useOne(getTariff, { params: { id } })
  return <Loaded query={tariff}>{(found) => <Fields key={id} original={found} />}</Loaded>
}

const newCopy = ({ name, currency }: Tariff): CopyValues => ({
  name: `${name} copy`.slice(0, 80),
  kind: 'SELL',
  currency,
  exchange: null,
  follows: false,
  has_past: false,
  rules: [{ ...NEW_MARKUP_RULE, percent: '10' }],
  decimals: 6,
  rounding_mode: 'HALF_UP',
})

/** Without the fields that are not shown. */
const shown = (values: CopyValues, original: Tariff): CopyValues => ({
  ...values,
  exchange: values.follows || values.currency === original.currency ? null : values.exchange,
  has_past: values.has_past && !values.follows,
})

function Fields({ original }: { original: Tariff }) {
  const kinds = useTariffKinds()
  const navigate = useNavigate()
  const { tariffs, tariffRates } = paths.admin
  const [initial] = useState(() => newCopy(original))
  const [values, setValues] = useState(initial)
  const create = useChange(copyTariff, { errors: 'form', done: 'Tariff added.' })
  const form = useEntityForm({
    schema: tariffCopyForm,
    initial,
    onChange: setValues,
    save: () =>
      create.mutateAsync({
        params: { id: original.id },
        body: tariffCopyForm.parse(shown(values, original)),
      }),
    onSaved: (_, saved) => void navigate({ to: tariffRates(saved.id).list }),
  })
  const { bind } = form
  const { name: _name, kind: _kind, ...asked } = shown(values, original)
  return (
    <FormPage
      title={`Copy ${original.name}`}
      trail={[
        { label: 'Tariffs', to: tariffs.list },
        { label: original.name, to: tariffRates(original.id).list },
      ]}
      form={form}
      back={tariffs.list}
      save="Copy"
    >
      <Section title="New tariff" help="Increments and other terms are those of the original.">
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Kind" choices={kinds} {...bind('kind')} />
        <CurrencyPicker label="Currency" {...bind('currency')} />
        {values.currency !== original.currency && !values.follows && (
          <ExchangeRateField
            label={`Value of 1 ${original.currency}`}
            nullable
            placeholder="by the settings"
            system={values.currency}
            {...bind('exchange')}
          />
        )}
        <SwitchField
          label="Follow the original"
          description="Computed again with each change of its rates; not changed by hand."
          {...bind('follows', 'checkbox')}
        />
        {!values.follows && (
          <SwitchField
            label="Past rates too"
            description="Also rates that have ended or were replaced."
            {...bind('has_past', 'checkbox')}
          />
        )}
      </Section>
      <MarkupSection
        bind={bind as MarkupSectionProps['bind']}
        rules={values.rules}
        errors={form.errors}
        onRules={(rules) => form.setList('rules', rules)}
      />
      <Section title="Preview" help="Nothing is changed before you copy.">
        <MarkupPreview parent_id={original.id} parent_currency={original.currency} values={asked} />
      </Section>
    </FormPage>
  )
}

interface MarkupSectionProps {
  readonly bind: (name: 'decimals' | 'rounding_mode') => { key: string; name: string }
  readonly rules: CopyValues['rules']
  readonly errors: Parameters<typeof MarkupRulesField>[0]['errors']
  readonly onRules: (rules: CopyValues['rules']) => void
}

/** How rates become those of the new tariff. */
export function MarkupSection({ bind, rules, errors, onRules }: MarkupSectionProps) {
  return (
    <Section
      title="Markup"
      help="Added to the rate of each prefix; of several rules the longest prefix applies. Fees are
        converted only. A negative percent or amount lowers rates."
    >
      <Wide>
        <MarkupRulesField rules={rules} errors={errors} onChange={onRules} />
      </Wide>
      <NumberField label="Rate decimals" {...bind('decimals')} />
      <SelectField label="Rounding" choices={ROUNDING_CHOICES} {...bind('rounding_mode')} />
    </Section>
  )
}
