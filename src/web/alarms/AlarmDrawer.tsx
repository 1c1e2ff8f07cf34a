// All that is known of an alarm: its values, the rule as it was, and the subject's other alarms.
import { Button, Menu } from '@mantine/core'
import { IconBellOff, IconPhone, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Alarm, getAlarm } from '#contract/alarms/alarms.ts'
import { useSnooze } from '../actions/use-snooze.ts'
import {
  ALARM_STATE_CHOICES,
  conditionInWords,
  SEVERITY_CHOICES,
  SUBJECT_WORDS,
} from '../fields/alarm-labels.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { useRecordsPath } from '../session/use-records-path.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { useKit } from '../ui/Kit.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { formatDuration } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import styles from './AlarmDrawer.module.css'
import { AlarmValue, type AlarmValueProps } from './AlarmValue.tsx'
import { AlarmDuration } from './alarm-columns.tsx'
import { callsOfAlarm } from './calls-of-alarm.ts'
import { Subject } from './Subject.tsx'
import { SubjectHistory } from './SubjectHistory.tsx'

const POLL_MS = 5000

interface AlarmDrawerProps {
  readonly id: number
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

export function AlarmDrawer({ id, onOpen, onClose }: AlarmDrawerProps) {
  const query = useOne(getAlarm, { params: { id } }, { every_ms: POLL_MS })
  const alarm = query.data
  return (
    <SideDialog title={alarm ? alarm.subject_name : 'Alarm'} width={720} onClose={onClose}>
      <Loaded query={query}>
        {(found) => (
          <div className={styles.parts}>
            <p className={styles.sentence}>{found.sentence}</p>
            <AlarmActions alarm={found} />
            <AlarmFigures alarm={found} />
            <Care alarm={found} />
            <RuleThen alarm={found} />
            <SubjectHistory alarm={found} onOpen={onOpen} />
          </div>
        )}
      </Loaded>
    </SideDialog>
  )
}

function AlarmActions({ alarm }: { alarm: Alarm }) {
  const [isOpen, setOpen] = useState(false)
  const { timeZone } = useKit()
  const mayEdit = useMay('alarms.edit')
  const snoozes = useSnooze()({ ...alarm, can_be_snoozed: alarm.rule_id !== null })
  const recordsPath = useRecordsPath()
  const calls = callsOfAlarm(alarm, timeZone)
  return (
    <div className={styles.actions}>
      {mayEdit && (
        <Button leftSection={<IconUserCheck size={15} />} onClick={() => setOpen(true)}>
          Acknowledge…
        </Button>
      )}
      {snoozes.length > 0 && (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button variant="default" leftSection={<IconBellOff size={15} />}>
              Snooze
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {snoozes.map(({ label, onClick }) => (
              <Menu.Item key={label} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {calls && (
        <span className={styles.calls}>
          <IconPhone size={15} aria-hidden />
          <ListLink to={recordsPath('all')} filters={calls}>
            Calls at that moment
          </ListLink>
        </span>
      )}
      {isOpen && <AcknowledgeDialog alarm={alarm} onClose={() => setOpen(false)} />}
    </div>
  )
}

const CAUSES: Readonly<Record<NonNullable<Alarm['clear_cause']>, string>> = {
  RECOVERED: 'It is over',
  RULE_CHANGED: 'The rule, or what it is about, has changed',
  NO_CALLS: 'No calls to judge any more',
}

function AlarmFigures({ alarm }: { alarm: Alarm }) {
  const { state, severity, subject_kind, account_id, account_kind, unit } = alarm
  const { began_at, fired_at, cleared_at, clear_cause } = alarm
  const value = (label: string, of: AlarmValueProps['of']) => ({
    label,
    value: <AlarmValue alarm={alarm} of={of} />,
  })
  return (
    <Figures
      label="Alarm"
      figures={[
        { label: 'State', value: <StatusLabel choices={ALARM_STATE_CHOICES} value={state} /> },
        { label: 'Severity', value: <StatusLabel choices={SEVERITY_CHOICES} value={severity} /> },
        { label: SUBJECT_WORDS[subject_kind][0], value: <Subject alarm={alarm} /> },
        ...(account_id !== null && account_kind !== null && account_id !== alarm.subject_id
          ? [{ label: 'Account', value: <Account alarm={alarm} id={account_id} /> }]
          : []),
        { label: 'Began', value: <DateTime at={began_at} /> },
        { label: 'Fired', value: <DateTime at={fired_at} /> },
        { label: 'Cleared', value: <DateTime at={cleared_at} /> },
        ...(clear_cause ? [{ label: 'Why it cleared', value: CAUSES[clear_cause] }] : []),
        { label: 'Duration', value: <AlarmDuration alarm={alarm} /> },
        ...(unit === 'STATE'
          ? []
          : [
              value('First value', 'first_value'),
              value(state === 'CLEARED' ? 'Last value' : 'Value now', 'last_value'),
              value('Worst value', 'worst_value'),
            ]),
      ]}
    />
  )
}

function Account({ alarm, id }: { alarm: Alarm; id: number }) {
  const { account_kind, account_level: level, account_name } = alarm
  return <Link to={accountPath({ id, kind: account_kind ?? '', level })}>{account_name}</Link>
}

/** Who takes care of it, and how long it sends no messages. */
function Care({ alarm }: { alarm: Alarm }) {
  const { acknowledged_at, acknowledged_by_name, acknowledged_note } = alarm
  const { snoozed_until, snoozed_by_name } = alarm
  if (!acknowledged_at && !snoozed_until) return null
  return (
    <div>
      {acknowledged_at && (
        <p>
          Acknowledged{acknowledged_by_name && ` by ${acknowledged_by_name}`}{' '}
          <DateTime at={acknowledged_at} style="minute" />
          {acknowledged_note && `: ${acknowledged_note}`}
        </p>
      )}
      {snoozed_until && (
        <p>
          Snoozed until <DateTime at={snoozed_until} style="minute" />
          {snoozed_by_name && ` by ${snoozed_by_name}`}
        </p>
      )}
    </div>
  )
}

/** The alarm keeps the rule as it was when its condition became true. */
function RuleThen({ alarm }: { alarm: Alarm }) {
  const { rule_id, rule_name, pending_seconds, clear_seconds, currency } = alarm
  return (
    <section aria-label="Rule">
      <h3>The rule as it was</h3>
      <p>{conditionInWords(alarm, currency)}</p>
      <Figures
        label="Rule"
        figures={[
          ...(rule_name === null
            ? []
            : [{ label: 'Name', value: <RuleName id={rule_id} name={rule_name} /> }]),
          { label: 'True before it fires', value: formatDuration(pending_seconds) },
          { label: 'Not true before it clears', value: formatDuration(clear_seconds) },
        ]}
      />
    </section>
  )
}

function RuleName({ id, name }: { id: number | null; name: string }) {
  if (id === null) return <>{name} (deleted)</>
  return <Link to={paths.admin.alarmRules.edit(id)}>{name}</Link>
}
