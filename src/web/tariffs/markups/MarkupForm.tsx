// The markup of a tariff that follows another one: its rules, its state, and the end of following.

import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  deleteMarkup,
  getMarkup,
  markupForm,
  type TariffMarkup,
  updateMarkup,
} from '#contract/tariffs/markups.ts'
import { alert } from '../../alerts/alerts.ts'
import { FormPage } from '../../forms/FormPage.tsx'
import { formValues } from '../../forms/form-values.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../../forms/use-entity-form.ts'
import { send } from '../../http/client.ts'
import { useChange, useOneToEdit } from '../../http/use-endpoint.ts'
import { paths } from '../../navigation/paths.ts'
import { useIdParam } from '../../navigation/use-id-param.ts'
import { Link } from '../../session/Link.tsx'
import { Section, Wide } from '../../ui/form/Section.tsx'
import { MarkupSection } from '../TariffCopyForm.tsx'
import { MarkupNote } from './MarkupNote.tsx'
import { MarkupPreview } from './MarkupPreview.tsx'

export default function MarkupForm() {
  const id = useIdParam() ?? 0
  const markup = useOneToEdit(getMarkup, { params: { id } })
  return <Loaded query={markup}>{(found) => <Fields key={id} markup={found} />}</Loaded>
}

const valuesOf = (markup: TariffMarkup) => formValues(markupForm, markup)

function Fields({ markup }: { markup: TariffMarkup }) {
  const navigate = useNavigate()
  const { tariffs, tariffRates } = paths.admin
  const { tariff_id: id, tariff_name, parent_id, parent_currency, currency } = markup
  const rates = tariffRates(id).list
  const [initial] = useState(() => valuesOf(markup))
  const [values, setValues] = useState(initial)
  const update = useChange(updateMarkup, { errors: 'form', done: 'Markup saved.' })
  const form = useEntityForm({
    schema: markupForm,
    initial,
    onChange: setValues,
    edited: editedBy(markup, () => send(getMarkup, { params: { id } }), valuesOf),
    save: (body, version) => update.mutateAsync({ params: { id }, body: { ...body, version } }),
    onSaved: () => void navigate({ to: rates }),
  })
  const asked = { ...values, currency, exchange: null, follows: true, has_past: false }
  return (
    <FormPage
      title={`Markup of ${tariff_name}`}
      trail={[
        { label: 'Tariffs', to: tariffs.list },
        { label: tariff_name, to: rates },
      ]}
      form={form}
      currency={currency}
      back={rates}
    >
      <Section title="Original" help="Its rates are changed there, and computed for this tariff.">
        <Wide>
          <MarkupNote tariff_id={id} state={markup.state} isLinked={false} />
        </Wide>
        <Wide>
          <StopFollowing markup={markup} onDone={() => void navigate({ to: rates })} />
        </Wide>
      </Section>
      <MarkupSection
        bind={form.bind as Parameters<typeof MarkupSection>[0]['bind']}
        rules={values.rules}
        errors={form.errors}
        onRules={(rules) => form.setList('rules', rules)}
      />
      <Section title="Preview" help="Nothing is changed before you save.">
        <MarkupPreview parent_id={parent_id} parent_currency={parent_currency} values={asked} />
      </Section>
    </FormPage>
  )
}

function StopFollowing({ markup, onDone }: { markup: TariffMarkup; onDone: () => void }) {
  const { tariff_id: id, tariff_name, parent_name } = markup
  const remove = useChange(deleteMarkup, { done: 'The tariff has its own rates now.', onDone })
  const stop = async () => {
    const effect = [
      `The rates of ${tariff_name} stay as they are, and are changed by hand from now on.`,
      'To follow again computes all of them.',
    ].join(' ')
    const question = { title: `Stop following ${parent_name}?`, yes: 'Stop following', no: 'Keep' }
    if (!(await alert.confirm(effect, { ...question, dangerous: true }))) return
    remove.mutate({ params: { id } })
  }
  return (
    <Group gap="xs">
      <Link to={paths.admin.tariffs.follow(id)}>Follow another tariff</Link>
      <Button variant="outline" color="danger" onClick={() => void stop()}>
        Stop following…
      </Button>
    </Group>
  )
}
