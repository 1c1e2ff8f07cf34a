// What an activity changed, field by field.
import type { Activity } from '#contract/activities.ts'
import { capital } from '../ui/form/labels.ts'
import { NONE } from '../ui/format.ts'
import styles from './Changes.module.css'

/** `tariff_rate` as "Tariff rate". */
export const inWords = (name: string): string => capital(name.replaceAll('_', ' '))

/** `tariff_id` as "Tariff", because its value is shown by its name. */
export const fieldInWords = (field: string): string =>
  inWords(field.replace(/_ids?$/, (end) => (end === '_ids' ? 's' : '')))

type Names = Activity['names']

/** Ids come with their names: `Retail EUR (12)`. */
function named(field: string, value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => named(field, one, names))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([name, inner]) => [name, named(name, inner, names)]))
  }
  const name = typeof value === 'number' ? names[field]?.[value] : undefined
  return name === undefined ? value : `${name} (${value})`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return value.join(', ') || NONE
  }
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

interface Target {
  readonly gateway_id: number | null
  readonly gateway_group_id: number | null
}

/** The targets of a route rule, in their order. */
function targetsInWords(targets: readonly Target[], names: Names): string {
  const texts = targets.map(({ gateway_id, gateway_group_id }) =>
    String(
      gateway_id === null
        ? named('gateway_group_id', gateway_group_id, names)
        : named('gateway_id', gateway_id, names),
    ),
  )
  return texts.join(' ▸ ') || NONE
}

/** A value of a field as the log shows it. */
export const valueInWords = (field: string, value: unknown, names: Names): string =>
  field === 'targets' && Array.isArray(value)
    ? targetsInWords(value, names)
    : textOf(named(field, value, names))

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
