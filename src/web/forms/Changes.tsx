// What an activity changed, field by field.
import type { Activity } from '#contract/activities.ts'
import { capital } from '../ui/form/labels.ts'
import { NONE } from '../ui/format.ts'
import styles from './Changes.module.css'

/** `tariff_rate` as "Tariff rate". */
export const inWords = (name: string): string => capital(name.replaceAll('_', ' '))

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

export function Changes({ changes }: Pick<Activity, 'changes'>) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return <p className="muted">No fields.</p>
  return (
    <table className={styles.changes} aria-label="Changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, [before, after]]) => (
          <tr key={field}>
            <th scope="row">{inWords(field)}</th>
            <td>{textOf(before)}</td>
            <td>{textOf(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
