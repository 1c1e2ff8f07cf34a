// Another user has saved the same thing first: both values of each field that differs, side by
// side, and one of them is chosen.
import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import type { ShowValue } from '../ui/form/field-labels.ts'
import { useKit } from '../ui/Kit.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'
import styles from './ConflictDialog.module.css'
import { type Difference, firstChoice, merged, type Side } from './conflict.ts'
import { labelIn } from './field-elements.ts'
import type { EntityForm, FormConflict } from './use-entity-form.ts'

/** The dialog of the form when two users have changed the same thing. */
export function ConflictOf({ form }: { form: EntityForm }) {
  return form.conflict && <ConflictDialog form={form} conflict={form.conflict} />
}

function ConflictDialog({ form, conflict }: { form: EntityForm; conflict: FormConflict }) {
  const { timeZone } = useKit()
  const { differences, by, at } = conflict
  const [sides, setSides] = useState(
    () => new Map(differences.map((one) => [one.field, firstChoice(one)])),
  )
  const all = (side: Side) => setSides(new Map(differences.map(({ field }) => [field, side])))
  const sideOf = (one: Difference) => sides.get(one.field) ?? firstChoice(one)
  return (
    <Dialog
      title="Changed while you were editing"
      width={720}
      onClose={() => form.settle(undefined)}
    >
      <div className={styles.conflict}>
        <p>
          <strong>{by ?? 'Another user'}</strong> saved changes
          {at && (
            <>
              {' '}
              at <DateTime at={at} /> {timeZone}
            </>
          )}
          . Choose the value to keep for each field; nothing is saved until then.
        </p>
        <div className={styles.all}>
          <Button size="compact-sm" variant="default" onClick={() => all('mine')}>
            Keep all mine
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => all('theirs')}>
            Take all theirs
          </Button>
        </div>
        {differences.map((one) => (
          <Row
            key={one.field}
            difference={one}
            label={labelIn(form.element.current, one.field)}
            show={form.labels.get(one.field)}
            side={sideOf(one)}
            onChoose={(side) => setSides(new Map(sides).set(one.field, side))}
          />
        ))}
        <div className={styles.answers}>
          <Button variant="subtle" onClick={() => form.settle(undefined)}>
            Back to the form
          </Button>
          <Button data-autofocus onClick={() => form.settle(merged(differences, sideOf))}>
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly difference: Difference
  readonly label: string
  readonly show: ShowValue | undefined
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

function Row({ difference, label, show = plainly, side, onChoose }: RowProps) {
  const name = useId()
  const { field, mine, theirs, changed_by } = difference
  const choice = (value: Side, word: string, shown: ReactNode) => (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={side === value}
        onChange={() => onChoose(value)}
      />
      <span>
        <span className="muted">{word}</span> <span className={styles.value}>{shown}</span>
      </span>
    </label>
  )
  return (
    <fieldset className={styles.field} data-field={field}>
      <legend>
        {label} {changed_by === 'both' && <Badge tone="warning">changed by both</Badge>}
      </legend>
      {choice('mine', 'Yours', show(mine))}
      {choice('theirs', 'Theirs', show(theirs))}
    </fieldset>
  )
}

/** For fields that show their value as it is. */
function plainly(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (!Array.isArray(value)) return String(value)
  if (value.some((one) => typeof one === 'object')) return `${value.length} in the list`
  return value.join(', ') || NONE
}
