// The changes of an activity, field by field.
import type { Activity } from '#contract/people/activities.ts'
import { useKit } from '../../ui/Kit.tsx'
import styles from './Changes.module.css'
import { fieldInWords, valueInWords } from './changes-in-words.ts'

export function Changes({ changes, names }: Pick<Activity, 'changes' | 'names'>) {
  const reading = { names, look: useKit() }
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
            <td>{valueInWords(field, before, reading)}</td>
            <td>{valueInWords(field, after, reading)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
