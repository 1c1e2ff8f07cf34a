// The permissions of a group: a row per resource, a column per action. Arrow keys move from cell to
// cell, Space toggles; the heads of rows and columns toggle all of them.
import { Checkbox, Input, Switch, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ACTIONS, type Action, type Permission } from '#core/permission/permission.ts'
import { completePermissions } from '#core/permission/rights.ts'
import { useUser } from '../session/session.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { count } from '../ui/values/format.ts'
import styles from './PermissionMatrix.module.css'
import { ACTION_LABELS, MATRIX, type MatrixRow, permissionAt } from './permission-labels.ts'

interface PermissionMatrixProps {
  /** Only these have rows and can be given; without them, all that the user has. */
  readonly offered?: readonly Permission[]
  /** Granted, and of no effect: the restrictions of the group take them away. */
  readonly taken?: ReadonlySet<string>
  readonly error?: ReactNode
  readonly value?: Permission[]
  readonly defaultValue?: Permission[]
  readonly onChange?: (permissions: Permission[]) => void
}

interface Cells {
  readonly granted: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
  /** True for a permission that the user lacks and cannot give. */
  readonly isLocked: (permission: Permission) => boolean
  readonly set: (permissions: readonly Permission[], on: boolean) => void
  /** The one cell that Tab reaches; arrow keys lead to the others. */
  readonly current: string
  readonly setCurrent: (place: string) => void
}

/** The head of the first column, which no filter hides. */
const FIRST = '0,1'

const permissionsOf = (rows: readonly MatrixRow[], actions: readonly Action[]): Permission[] =>
  rows.flatMap(({ resource }) => actions.flatMap((action) => permissionAt(resource, action) ?? []))

/** Without the permission to view, nothing else of the resource is left. */
function without(granted: Iterable<string>, removed: readonly string[]): Permission[] {
  const gone = new Set(removed)
  const blind = removed
    .filter((permission) => permission.endsWith('.view'))
    .map((permission) => permission.replace(/view$/, ''))
  return completePermissions(
    [...granted].filter(
      (permission) => !gone.has(permission) && !blind.some((one) => permission.startsWith(one)),
    ),
  )
}

const NONE_TAKEN: ReadonlySet<string> = new Set()

export function PermissionMatrix(props: PermissionMatrixProps) {
  const { offered, taken = NONE_TAKEN, error, ...field } = props
  const [value, change] = useFieldValue<Permission[]>(field, [])
  const [text, setText] = useState('')
  const [onlyGranted, setOnlyGranted] = useState(false)
  const [current, setCurrent] = useState(FIRST)
  const { permissions: held } = useUser()
  const own = new Set<string>(offered ?? held)
  const granted = new Set<string>(value)
  const rows = MATRIX.filter(
    ({ resource, label, section }) =>
      (!offered || ACTIONS.some((action) => own.has(`${resource}.${action}`))) &&
      `${section} ${label}`.toLowerCase().includes(text.toLowerCase()) &&
      (!onlyGranted || ACTIONS.some((action) => granted.has(`${resource}.${action}`))),
  )
  const isLocked = (permission: Permission) => !own.has(permission) && !granted.has(permission)
  const set = (permissions: readonly Permission[], on: boolean) => {
    const open = permissions.filter((permission) => !isLocked(permission))
    change(on ? completePermissions([...granted, ...open]) : without(granted, open))
  }
  const cells: Cells = { granted, taken, isLocked, set, current, setCurrent }
  return (
    <div>
      <div className={styles.tools}>
        <TextInput
          aria-label="Find permissions"
          placeholder="Find"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setCurrent(FIRST)
          }}
        />
        <Switch
          label="Only granted"
          checked={onlyGranted}
          onChange={(event) => {
            setOnlyGranted(event.currentTarget.checked)
            setCurrent(FIRST)
          }}
        />
        <span className="muted" role="status">
          {count(value.length, 'permission', 'permissions')}
          {taken.size > 0 && `, ${taken.size} of them taken away by the restrictions`}
        </span>
      </div>
      {error && <Input.Error>{error}</Input.Error>}
      <ScrollBox label="Permissions">
        <table className={styles.matrix} aria-label="Permissions" onKeyDown={moveFocus}>
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {ACTIONS.map((action, column) => (
                <th key={action} scope="col">
                  <span>{ACTION_LABELS[action]}</span>
                  <Toggle
                    label={`${ACTION_LABELS[action]}: all`}
                    place={[0, column + 1]}
                    permissions={permissionsOf(rows, [action])}
                    cells={cells}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Row
                key={row.resource}
                row={row}
                at={at + 1}
                isFirst={rows[at - 1]?.section !== row.section}
                cells={cells}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}

interface RowProps {
  readonly row: MatrixRow
  readonly at: number
  readonly isFirst: boolean
  readonly cells: Cells
}

function Row({ row, at, isFirst, cells }: RowProps) {
  const { resource, label, hint, section } = row
  const taken = ACTIONS.filter((action) => cells.taken.has(`${resource}.${action}`))
  return (
    <tr data-first={isFirst || undefined}>
      <th scope="row">
        <div className={styles.what}>
          <span className={styles.section}>{isFirst ? section : ''}</span>
          <Toggle
            label={`${label}: all`}
            place={[at, 0]}
            permissions={permissionsOf([row], ACTIONS)}
            cells={cells}
          />
          <span>
            {label}
            {hint && <small className="muted">{hint}</small>}
            {taken.length > 0 && (
              <small className="danger">
                Taken away by the restrictions: {taken.map((one) => ACTION_LABELS[one]).join(', ')}
              </small>
            )}
          </span>
        </div>
      </th>
      {ACTIONS.map((action, column) => {
        const permission = permissionAt(resource, action)
        return (
          <td key={action}>
            {permission ? (
              <Toggle
                label={`${label}: ${ACTION_LABELS[action]}`}
                place={[at, column + 1]}
                permissions={[permission]}
                cells={cells}
              />
            ) : (
              <span className="muted">–</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface ToggleProps {
  readonly label: string
  /** Row and column, for the arrow keys. */
  readonly place: readonly [number, number]
  readonly permissions: readonly Permission[]
  readonly cells: Cells
}

/** One permission, or all of a row or a column. */
function Toggle({ label, place, permissions, cells }: ToggleProps) {
  const { granted, isLocked, set, current, setCurrent } = cells
  const some = permissions.some((permission) => granted.has(permission))
  const all = permissions.length > 0 && permissions.every((permission) => granted.has(permission))
  const locked = permissions.every(isLocked)
  return (
    <Checkbox
      size="md"
      aria-label={label}
      data-place={place.join()}
      tabIndex={current === place.join() ? 0 : -1}
      onFocus={() => setCurrent(place.join())}
      title={locked && permissions.length === 1 ? 'You lack this permission yourself' : label}
      checked={all}
      indeterminate={some && !all}
      disabled={locked}
      onChange={() => set(permissions, !all)}
    />
  )
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** To the next cell in the direction of the arrow; gaps and locked cells are skipped. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const from = event.target instanceof HTMLElement ? event.target.dataset.place : undefined
  if (!step || !from) return
  event.preventDefault()
  let [row = 0, column = 0] = from.split(',').map(Number)
  for (;;) {
    row += step[0]
    column += step[1]
    if (row < 0 || column < 0 || row > MATRIX.length || column > ACTIONS.length) return
    const next = event.currentTarget.querySelector<HTMLInputElement>(
      `[data-place="${row},${column}"]:not(:disabled)`,
    )
    if (!next) continue
    next.focus()
    return
  }
}
