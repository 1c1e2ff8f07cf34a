// What an activity changed, field by field.
import type { Activity } from '#contract/activities.ts'
import styles from './Changes.module.css'
import { fieldInWords, valueInWords } from './changes-in-words.ts'

export function Changes({ changes, names }: Pick<Activity, 'changes' | 'names'>) {
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
            <th scope="row">{fieldInWords(field)}</th>
            <td>{valueInWords(field, before, names)}</td>
            <td>{valueInWords(field, after, names)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
