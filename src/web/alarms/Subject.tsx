import type { ReactNode } from 'react'
import type { Alarm } from '#contract/alarms/alarms.ts'
import { subjectPath } from '../navigation/subject-path.ts'
import { Link } from '../session/Link.tsx'

/** The name of the subject, which leads to it. */
export function Subject({ alarm, name }: { alarm: Alarm; name?: ReactNode }) {
  const to = subjectPath(alarm)
  const shown = name ?? alarm.subject_name
  return to === undefined ? shown : <Link to={to}>{shown}</Link>
}
