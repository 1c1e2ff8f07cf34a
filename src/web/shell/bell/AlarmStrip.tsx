// Above every screen: the oldest critical alarms that are not acknowledged or snoozed.
import { IconAlertTriangle } from '@tabler/icons-react'
import { ListLink } from '../../lists/ListLink.tsx'
import { paths } from '../../navigation/paths.ts'
import { count } from '../../ui/values/format.ts'
import { Ticking } from '../../ui/values/Ticking.tsx'
import styles from './AlarmStrip.module.css'
import { useAlarmCounts } from './use-alarm-counts.ts'

const CRITICALS = { severity: 'CRITICAL', is_acknowledged: 'false' } as const

export function AlarmStrip() {
  const counts = useAlarmCounts()
  if (!counts || counts.criticals.length === 0) return null
  const { criticals, unacknowledged_criticals: all } = counts
  const others = all - criticals.length
  return (
    <section className={styles.strip} aria-label="Critical alarms">
      <IconAlertTriangle size={17} aria-hidden />
      {/* Only this is read out: the durations change every second. */}
      <strong role="status" className="visually-hidden">
        {count(all, 'critical alarm', 'critical alarms')}
      </strong>
      <ul>
        {criticals.map(({ id, subject_name, sentence, fired_at, began_at }) => (
          <li key={id}>
            <ListLink to={paths.admin.alarms} filters={{ ...CRITICALS, alarm: id }}>
              {subject_name}
            </ListLink>
            <span className={styles.sentence} title={sentence}>
              {sentence}
            </span>
            <span className={styles.since}>
              <Ticking since={fired_at ?? began_at} />
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <span className={styles.more}>
          <ListLink to={paths.admin.alarms} filters={CRITICALS}>
            + {others} more
          </ListLink>
        </span>
      )}
    </section>
  )
}
