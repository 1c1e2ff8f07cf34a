// Adds and changes a time window with its ranges of hours.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createTimeWindow,
  getTimeWindow,
  timeWindowForm,
  updateTimeWindow,
  type WholeTimeWindow,
} from '#contract/time-windows.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { withoutErrorsOf } from '../forms/without-errors.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useKit } from '../ui/Kit.tsx'
import { RangesField, WORKDAYS } from './RangesField.tsx'
import { StateNow } from './StateNow.tsx'
import { STATUSES } from './time-window-labels.ts'

type Values = z.input<typeof timeWindowForm>

export default function TimeWindowForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const window = useOneToEdit(getTimeWindow, { params: { id } })
  return <Loaded query={window}>{(found) => <Fields window={found} />}</Loaded>
}

function Fields({ window }: { window?: WholeTimeWindow }) {
  const navigate = useNavigate()
  const { timeZone } = useKit()
  const { timeWindows } = paths.admin
  const create = useChange(createTimeWindow, { errors: 'form', done: 'Time window added.' })
  const update = useChange(updateTimeWindow, { errors: 'form', done: 'Time window saved.' })
  const [initial] = useState<Values>(() =>
    window
      ? formValues(timeWindowForm, window)
      : { name: '', description: '', status: 'active', timezone: timeZone, ranges: [WORKDAYS] },
  )
  const [ranges, setRanges] = useState(initial.ranges)
  const form = useEntityForm({
    schema: timeWindowForm,
    initial,
    onChange: (values) => setRanges(values.ranges),
    edited: editedBy(
      window,
      ({ id }) => send(getTimeWindow, { params: { id } }),
      (newest) => formValues(timeWindowForm, newest),
    ),
    save: (body, version) =>
      window
        ? update.mutateAsync({
            params: { id: window.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: timeWindows.list })
    },
  })
  const { bind } = form
  return (
    <FormPage
      title={window ? window.name : 'Add time window'}
      trail={[{ label: 'Time windows', to: timeWindows.list }]}
      form={form}
      back={timeWindows.list}
      addAnother={!window}
    >
      <Section
        title="Time window"
        help="Rules, rates and gateways with a time window are used during its hours."
      >
        <TextInput label="Name" {...bind('name')} />
        <TimeZonePicker label="Time zone" {...bind('timezone')} />
        <SelectField
          label="Status"
          choices={STATUSES}
          description="A blocked window is always closed."
          inputWrapperOrder={BELOW}
          {...bind('status')}
        />
        <Wide>
          <TextInput label="Description (optional)" {...bind('description')} />
        </Wide>
        {window && (
          <Wide>
            As saved: <StateNow window={window} />
          </Wide>
        )}
      </Section>
      <Section
        title="Hours"
        help="Open during any of them, in the time zone of the window. 22:00 to 06:00 passes
          midnight and belongs to the day it starts on; a day ends at 24:00."
      >
        <Wide>
          <RangesField
            ranges={ranges}
            errors={form.form.errors}
            onChange={(next) => {
              if (next.length !== ranges.length) {
                form.form.setErrors(withoutErrorsOf(form.form.errors, 'ranges'))
              }
              form.form.setFieldValue('ranges', next)
            }}
          />
        </Wide>
      </Section>
    </FormPage>
  )
}
