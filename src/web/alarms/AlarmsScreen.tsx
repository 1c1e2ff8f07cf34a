// The alarms: those that fire now unless another state is chosen, each with its history beside it.
import { IconBellOff, IconUserCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Alarm, listAlarms } from '#contract/alarms/alarms.ts'
import { useSnooze } from '../actions/use-snooze.ts'
import { ALARM_TOPIC_CHOICES, SEVERITY_CHOICES, SUBJECT_CHOICES } from '../fields/alarm-labels.ts'
import { PICKED } from '../lists/export/picked-fields.tsx'
import { FilterChips } from '../lists/filters/FilterChips.tsx'
import type { FilterField } from '../lists/filters/filter-field.ts'
import { RANGES } from '../lists/filters/ranges.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useOpened } from '../lists/use-opened.ts'
import { useMay, useUser } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { RowAction } from '../ui/grid/column.ts'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { AlarmDrawer } from './AlarmDrawer.tsx'
import { ALARM_COLUMNS, OPERATOR_COLUMNS } from './alarm-columns.tsx'

/** The first takes the place of the default. */
const STATES = [
  { value: '', label: 'Firing' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'CLEARED', label: 'Cleared' },
  { value: 'ALL', label: 'All' },
]

const YES_NO = [
  { value: 'true', label: 'Acknowledged' },
  { value: 'false', label: 'Not acknowledged' },
]

const ANY_TIME = 'any'
const TIMES = [{ value: ANY_TIME, label: 'All times' }, ...RANGES]

const ACCOUNTS: readonly FilterField[] = [PICKED.clientOrReseller]

export default function AlarmsScreen() {
  const list = useListScreen(listAlarms, { defaults: { state: 'FIRING' }, every_ms: 5000 })
  const { opened, open, close } = useOpened('alarm')
  const [acknowledged, setAcknowledged] = useState<Alarm>()
  const isAdmin = useUser().type === 'ADMIN'
  const mayEdit = useMay('alarms.edit')
  const snoozesOf = useSnooze()
  const columns = useMemo(
    () => (isAdmin ? [...ALARM_COLUMNS, ...OPERATOR_COLUMNS] : ALARM_COLUMNS),
    [isAdmin],
  )
  const actions = (alarm: Alarm): readonly RowAction[] => [
    {
      label: 'Acknowledge…',
      icon: <IconUserCheck size={15} />,
      onClick: () => setAcknowledged(alarm),
    },
    ...snoozesOf({ ...alarm, can_be_snoozed: alarm.rule_id !== null }).map((action) => ({
      ...action,
      icon: <IconBellOff size={15} />,
    })),
  ]
  const { range, from, to, state } = list.search
  return (
    <>
      <ListPage
        name="alarms"
        list={list}
        columns={columns}
        noun={['alarm', 'alarms']}
        onOpen={(alarm) => open(String(alarm.id))}
        {...(mayEdit && { actions })}
        empty={EMPTY[state ?? ''] ?? 'No alarms yet.'}
        filters={
          <>
            <PresetTabs
              label="State"
              choices={STATES}
              value={state}
              onChange={list.bind('state').onChange}
            />
            <RangeFilter
              {...{ range, from, to }}
              choices={TIMES}
              fallback={ANY_TIME}
              onChange={(next) => list.set({ ...next })}
            />
            <TextFilter label="Subject or sentence" search {...list.bind('q')} />
            <SelectFilter label="Severity" choices={SEVERITY_CHOICES} {...list.bind('severity')} />
            <SelectFilter
              label="Topic"
              width={170}
              choices={ALARM_TOPIC_CHOICES}
              {...list.bind('topic')}
            />
            <SelectFilter
              label="Kind of subject"
              width={170}
              choices={SUBJECT_CHOICES}
              {...list.bind('subject_kind')}
            />
            <SelectFilter
              label="Acknowledged"
              width={170}
              choices={YES_NO}
              {...list.bind('is_acknowledged')}
            />
            {isAdmin && <FilterChips state={list.filterState} fields={ACCOUNTS} />}
          </>
        }
      />
      {opened && <AlarmDrawer id={Number(opened)} onOpen={open} onClose={close} />}
      {acknowledged && (
        <AcknowledgeDialog alarm={acknowledged} onClose={() => setAcknowledged(undefined)} />
      )}
    </>
  )
}

const EMPTY: Readonly<Record<string, string>> = {
  FIRING: 'No alarm is firing.',
  PENDING: 'No alarm is pending.',
}
