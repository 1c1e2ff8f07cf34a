// A tariff that has rates, or follows another one, follows the one that is chosen here.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { followForm, followTariff, previewMarkup } from '#contract/tariffs/markups.ts'
import { getTariff, type Tariff } from '#contract/tariffs/tariffs.ts'
import { alert } from '../../alerts/alerts.ts'
import { FormPage } from '../../forms/FormPage.tsx'
import { Loaded } from '../../forms/Loaded.tsx'
import type { Blank } from '../../forms/use-checked-form.ts'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { send } from '../../http/client.ts'
import { useChange, useOne } from '../../http/use-endpoint.ts'
import { paths } from '../../navigation/paths.ts'
import { useIdParam } from '../../navigation/use-id-param.ts'
import { TariffPicker } from '../../pickers/pickers.tsx'
import { Section, Wide } from '../../ui/form/Section.tsx'
import { count } from '../../ui/values/format.ts'
import { MarkupSection } from '../TariffCopyForm.tsx'
import { MarkupPreview } from './MarkupPreview.tsx'
import { NEW_MARKUP_RULE } from './MarkupRulesField.tsx'

type Values = z.input<typeof followForm>

const BLANK: Blank<Values> = {
  parent_id: null,
  rules: [{ ...NEW_MARKUP_RULE, percent: '10' }],
  decimals: 6,
  rounding_mode: 'HALF_UP',
}

export default function FollowForm() {
  const id = useIdParam() ?? 0
  const tariff = useOne(getTariff, { params: { id } })
  return <Loaded query={tariff}>{(found) => <Fields key={id} tariff={found} />}</Loaded>
}

/** Throws with a sentence if it is not to be done. */
async function confirmChanges({ id, name }: Tariff, body: z.output<typeof followForm>) {
  const counts = await send(previewMarkup, { params: { id }, body })
  // The server refuses it with this text at its field.
  if (counts.problem) return
  const effect = [
    `Rates that are the same: ${counts.unchanged_count}, new: ${counts.new_count},`,
    `changed: ${counts.changed_count}, removed: ${counts.removed_count}.`,
    `Active calls keep their rates. From then on the rates of ${name} are not changed by hand.`,
  ].join(' ')
  const question = { title: `Replace the rates of ${name}?`, yes: 'Follow', no: 'Keep' }
  const isDangerous = counts.changed_count + counts.removed_count > 0
  if (await alert.confirm(effect, { ...question, dangerous: isDangerous })) return
  throw new Error('Nothing was changed.')
}

function Fields({ tariff }: { tariff: Tariff }) {
  const navigate = useNavigate()
  const { id, name, rates_count, currency } = tariff
  const rates = paths.admin.tariffRates(id).list
  const [values, setValues] = useState(BLANK)
  const follow = useChange(followTariff, { errors: 'form', done: 'The rates are being computed.' })
  const form = useEntityForm({
    schema: followForm,
    initial: BLANK,
    onChange: setValues,
    save: async (body) => {
      await confirmChanges(tariff, body)
      return follow.mutateAsync({ params: { id }, body })
    },
    onSaved: () => void navigate({ to: rates }),
  })
  return (
    <FormPage
      title={`Have ${name} follow another tariff`}
      trail={[
        { label: 'Tariffs', to: paths.admin.tariffs.list },
        { label: name, to: rates },
      ]}
      form={form}
      currency={currency}
      back={rates}
      save="Follow"
    >
      <Section
        title="Original"
        help={`Its rates with the markup replace the ${count(rates_count, 'rate', 'rates')} here.`}
      >
        <TariffPicker label="Tariff to follow" {...form.bind('parent_id')} />
      </Section>
      <MarkupSection
        bind={form.bind as Parameters<typeof MarkupSection>[0]['bind']}
        rules={values.rules ?? []}
        errors={form.errors}
        onRules={(rules) => form.setList('rules', rules)}
      />
      {values.parent_id !== null && (
        <Section title="Preview" help="Nothing is changed before you confirm.">
          <Preview parent_id={values.parent_id} currency={currency} values={values as Values} />
        </Section>
      )}
    </FormPage>
  )
}

interface PreviewProps {
  readonly parent_id: number
  readonly currency: string
  readonly values: Values
}

function Preview({ parent_id, currency, values: { parent_id: _, ...markup } }: PreviewProps) {
  const { data: parent } = useOne(getTariff, { params: { id: parent_id } })
  const asked = { ...markup, currency, exchange: null, follows: true, has_past: false }
  if (!parent) {
    return (
      <Wide>
        <p className="muted">Computing…</p>
      </Wide>
    )
  }
  return <MarkupPreview parent_id={parent_id} parent_currency={parent.currency} values={asked} />
}
