// Adds and changes a time window with its ranges of hours.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createTimeWindow,
  getTimeWindow,
  timeWindowForm,
  updateTimeWindow,
  type WholeTimeWindow,
} from '#contract/routing/time-windows.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { useServerZone } from '../session/session.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { RangesField, WORKDAYS } from './RangesField.tsx'
import { StateNow } from './StateNow.tsx'

type Values = z.input<typeof timeWindowForm>

const TIME_WINDOW = {
  noun: 'time window',
  entity: 'time_window',
  list: { label: 'Time windows', to: paths.admin.timeWindows.list },
  get: getTimeWindow,
  create: createTimeWindow,
  update: updateTimeWindow,
  schema: timeWindowForm,
}

export default function TimeWindowForm() {
  return <AddOrEdit get={getTimeWindow}>{(found) => <Fields window={found} />}</AddOrEdit>
}

function Fields({ window }: { window: WholeTimeWindow | undefined }) {
  const timezone = useServerZone()
  const [initial] = useState<Values>(() =>
    window
      ? formValues(timeWindowForm, window)
      : { name: '', description: '', status: 'active', timezone, ranges: [WORKDAYS] },
  )
  const [ranges, setRanges] = useState(initial.ranges)
  const form = useCrudForm(TIME_WINDOW, window, {
    blank: initial,
    onChange: (values) => setRanges(values.ranges),
  })
  const { bind } = form
  return (
    <EntityFormPage of={TIME_WINDOW} found={window} form={form}>
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
        wide
      >
        <RangesField
          ranges={ranges}
          errors={form.form.errors}
          onChange={(next) => {
            if (next.length !== ranges.length) form.setList('ranges', next)
            else form.form.setFieldValue('ranges', next)
          }}
        />
      </Section>
    </EntityFormPage>
  )
}
