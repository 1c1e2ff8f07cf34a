// The last alarms of the same subject, each of which opens in its place.
import { UnstyledButton } from '@mantine/core'
import { type Alarm, listAlarms } from '#contract/alarms/alarms.ts'
import { ALARM_TOPIC_CHOICES, SEVERITY_CHOICES } from '../fields/alarm-labels.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { labelFor } from '../ui/form/labels.ts'
import plain from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import styles from './AlarmDrawer.module.css'
import { AlarmDuration } from './alarm-columns.tsx'

const SHOWN = 10

interface SubjectHistoryProps {
  readonly alarm: Alarm
  readonly onOpen: (id: string) => void
}

export function SubjectHistory({ alarm, onOpen }: SubjectHistoryProps) {
  const { subject_kind, subject_id, subject_name } = alarm
  const subject = subject_id === null ? { q: subject_name } : { subject_id }
  const query = useOne(listAlarms, {
    query: { ...subject, subject_kind, state: 'ALL', limit: SHOWN + 1 },
  })
  return (
    <section aria-label="History">
      <h3>Other alarms of {subject_name}</h3>
      <Loaded query={query}>
        {(rows) => {
          const others = rows.filter(({ id }) => id !== alarm.id).slice(0, SHOWN)
          return others.length === 0 ? (
            <p className="muted">None in the last 400 days.</p>
          ) : (
            <ScrollBox label="History">
              <table className={`${plain.table} ${styles.history}`}>
                <TableHead columns={['Since', 'Topic', 'Severity', 'Duration']} />
                <tbody>
                  {others.map((other) => (
                    <tr key={other.id}>
                      <td>
                        <UnstyledButton
                          c="var(--mantine-color-anchor)"
                          onClick={() => onOpen(String(other.id))}
                        >
                          <DateTime at={other.began_at} style="minute" />
                        </UnstyledButton>
                      </td>
                      <td>{labelFor(ALARM_TOPIC_CHOICES, other.topic)}</td>
                      <td>
                        <StatusLabel choices={SEVERITY_CHOICES} value={other.severity} />
                      </td>
                      <td>
                        <AlarmDuration alarm={other} />
                        {other.state === 'FIRING' && ' and firing'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )
        }}
      </Loaded>
    </section>
  )
}
