import type { Alarm } from '#contract/alarms/alarms.ts'
import * as column from '../columns/common-columns.tsx'
import {
  ALARM_STATE_CHOICES,
  ALARM_TOPIC_CHOICES,
  SEVERITY_CHOICES,
  SUBJECT_WORDS,
} from '../fields/alarm-labels.ts'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDuration, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { Ticking } from '../ui/values/Ticking.tsx'
import { AlarmValue } from './AlarmValue.tsx'
import { Subject } from './Subject.tsx'

/** Since it fired; a pending one since its condition is true. */
export function AlarmDuration({ alarm }: { alarm: Alarm }) {
  const { state, fired_at, began_at, duration_seconds } = alarm
  if (state === 'CLEARED') return formatDuration(duration_seconds)
  return <Ticking since={fired_at ?? began_at} />
}

const valueColumn = (
  id: 'first_value' | 'last_value' | 'worst_value',
  header: string,
  more: Partial<GridColumn<Alarm>> = {},
): GridColumn<Alarm> => ({
  id,
  header,
  width: 110,
  align: 'end',
  fields: [id, 'unit', 'currency'],
  cell: (alarm) => <AlarmValue alarm={alarm} of={id} />,
  ...more,
})

export const ALARM_COLUMNS: readonly GridColumn<Alarm>[] = [
  {
    id: 'state',
    header: 'State',
    width: 100,
    fields: ['state', 'snoozed_until'],
    cell: ({ state, snoozed_until }) => (
      <StatusLabel choices={ALARM_STATE_CHOICES} value={state}>
        {snoozed_until && ', snoozed'}
      </StatusLabel>
    ),
  },
  {
    id: 'severity',
    header: 'Severity',
    width: 100,
    sort: 'severity',
    cell: ({ severity }) => <StatusLabel choices={SEVERITY_CHOICES} value={severity} />,
  },
  {
    id: 'subject_name',
    header: 'Subject',
    width: 170,
    sort: 'subject_name',
    fields: ['subject_kind', 'subject_name'],
    name: ({ subject_name }) => subject_name,
    cell: (alarm, name) => <Subject alarm={alarm} name={name} />,
  },
  {
    id: 'topic',
    header: 'Topic',
    width: 140,
    minWidth: 130,
    sort: 'topic',
    cell: ({ topic }) => labelFor(ALARM_TOPIC_CHOICES, topic),
  },
  column.text('sentence', 'Alarm', 340, { minWidth: 250 }),
  {
    id: 'began_at',
    header: 'Since',
    width: 160,
    sort: 'began_at',
    cell: ({ began_at }) => <DateTime at={began_at} />,
  },
  {
    id: 'duration_seconds',
    header: 'Duration',
    width: 90,
    align: 'end',
    sort: 'duration_seconds',
    cell: (alarm) => <AlarmDuration alarm={alarm} />,
  },
  valueColumn('last_value', 'Value now'),
  valueColumn('worst_value', 'Worst'),
  column.time('snoozed_until', 'Snoozed until', 160, { hidden: true }),
  valueColumn('first_value', 'First value', { hidden: true }),
  {
    id: 'subject_kind',
    header: 'Kind of subject',
    width: 140,
    hidden: true,
    cell: ({ subject_kind }) => SUBJECT_WORDS[subject_kind][0],
  },
  column.text('account_name', 'Account', 150, { hidden: true }),
  column.time('fired_at', 'Fired', 160, { sort: true, hidden: true }),
  column.time('cleared_at', 'Cleared', 160, { sort: true, hidden: true }),
]

/** For those who work for the operator: who takes care, and by which rule. */
export const OPERATOR_COLUMNS: readonly GridColumn<Alarm>[] = [
  {
    id: 'acknowledged_by_name',
    header: 'Acknowledged by',
    width: 150,
    cell: ({ acknowledged_by_name }) => acknowledged_by_name ?? NONE,
  },
  column.text('acknowledged_note', 'Note', 160, { hidden: true }),
  column.text('rule_name', 'Rule', 180, { hidden: true }),
]
