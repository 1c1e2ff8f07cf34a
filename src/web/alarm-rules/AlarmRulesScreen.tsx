// The rules of alarms: what each is about, and how many of its alarms fire.
import {
  type AlarmRule,
  deleteAlarmRule,
  listAlarmRules,
  updateAlarmRule,
} from '#contract/alarms/alarm-rules.ts'
import { useCopyAction } from '../actions/use-copy-action.tsx'
import { usePauseAction } from '../actions/use-pause-action.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import {
  ALARM_TOPIC_CHOICES,
  conditionInWords,
  SEVERITY_CHOICES,
  SUBJECT_WORDS,
} from '../fields/alarm-labels.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { RULE_STATUSES } from './rule-labels.ts'

/** All of a kind, or how many of them. */
function subjectsInWords({ subject_kind, subject_ids, destinations }: AlarmRule): string {
  if (subject_kind === 'SWITCH') return 'The switch'
  const [one, many] = SUBJECT_WORDS[subject_kind]
  const chosen = subject_ids.length + destinations.length
  return chosen === 0 ? `All ${many}` : count(chosen, one.toLowerCase(), many)
}

const COLUMNS: readonly GridColumn<AlarmRule>[] = [
  column.name(230, paths.admin.alarmRules.edit),
  column.choice('topic', 'Topic', 150, ALARM_TOPIC_CHOICES, { sort: true }),
  {
    id: 'subject_kind',
    header: 'Subjects',
    width: 150,
    fields: ['subject_kind', 'subject_ids', 'destinations'],
    cell: subjectsInWords,
  },
  {
    id: 'condition',
    header: 'Condition',
    width: 330,
    fields: [...(['comparison', 'compares_with', 'bound', 'window_minutes', 'min_calls'] as const)],
    cell: (rule) => conditionInWords(rule),
  },
  {
    id: 'severity',
    header: 'Severity',
    width: 100,
    sort: 'severity',
    cell: ({ severity }) => <StatusLabel choices={SEVERITY_CHOICES} value={severity} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 90,
    sort: 'status',
    cell: ({ status }) => <StatusLabel choices={RULE_STATUSES} value={status} />,
  },
  column.countLink(
    'firing',
    'Firing now',
    90,
    ({ id }) => ({ to: paths.admin.alarms, filters: { rule_id: id } }),
    { sort: true },
  ),
  column.duration('pending_seconds', 'True before it fires', 130, { hidden: true }),
  column.duration('clear_seconds', 'Not true before it clears', 130, { hidden: true }),
  column.created,
]

export default function AlarmRulesScreen() {
  const list = useListScreen(listAlarmRules, { every_ms: 10_000 })
  const mayAdd = useMay('alarm_rules.create')
  const copy = useCopyAction(paths.admin.alarmRules.add)
  const pause = usePauseAction<AlarmRule>(updateAlarmRule, {
    pause: 'It alarms nothing until it is resumed, and its open alarms clear.',
    resume: 'Its condition is judged again from now on.',
  })
  const rows = useRowActions<AlarmRule>({
    noun: 'alarm rule',
    of: 'alarm_rules',
    pages: paths.admin.alarmRules,
    always: (rule) => (mayAdd ? [copy(rule)] : []),
    more: (rule) => [pause(rule)],
    remove: {
      endpoint: deleteAlarmRule,
      effect: ({ firing }) =>
        firing === 0
          ? 'It alarms no more. Its past alarms stay.'
          : `It alarms no more, and ${count(firing, 'open alarm clears', 'open alarms clear')}.`,
    },
  })
  return (
    <ListPage
      name="alarm-rules"
      list={list}
      columns={COLUMNS}
      noun={['alarm rule', 'alarm rules']}
      {...rows}
      empty="No alarm rules. Without a rule nothing is watched."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter
            label="Topic"
            width={170}
            choices={ALARM_TOPIC_CHOICES}
            {...list.bind('topic')}
          />
          <SelectFilter label="Severity" choices={SEVERITY_CHOICES} {...list.bind('severity')} />
          <SelectFilter label="Status" choices={RULE_STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
