// A target of a rule: its name and state, the fields of the mode, and on request all others.
import { ActionIcon, Switch } from '@mantine/core'
import { IconAdjustments, IconStack2, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { NumberField, Unit, unitWidth } from '../ui/form/NumberField.tsx'
import { MoveButtons } from '../ui/MoveButtons.tsx'
import { Badge, StatusDot, type Tone } from '../ui/values/Badge.tsx'
import { destinationOf, entityOf, targetName } from './plan-values.ts'
import styles from './RoutePlan.module.css'
import {
  asksForPercent,
  asksForPosition,
  asksForPriority,
  asksForStatic,
} from './route-plan-labels.ts'
import { targetNotes } from './rule-labels.ts'
import { TargetDetails } from './TargetDetails.tsx'
import type { TargetProps } from './target-props.ts'

const STATES: Readonly<Record<string, { tone: Tone; word: string }>> = {
  active: { tone: 'success', word: 'Active' },
  blocked: { tone: 'danger', word: 'Blocked' },
  maintenance: { tone: 'warning', word: 'Maintenance' },
}

/** The fields in the line of the target: an error there does not open the details. */
const IN_LINE: ReadonlySet<string> = new Set(['percent', 'priority', 'weight'])

export function Target(props: TargetProps) {
  const { target, place, mode, known, errors, onMove, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const hasErrors = Object.keys(errors).some((name) => !IN_LINE.has(name))
  if (hasErrors && !isOpen) setOpen(true)
  const name = targetName(known, target)
  const { kind, id } = destinationOf(target)
  const state = STATES[entityOf(known, kind, id)?.state ?? '']
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || !by || !asksForPosition(mode)) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li className={styles.target} onKeyDown={keys}>
      <div className={styles.targetLine}>
        {asksForPosition(mode) && <span className={styles.position}>{place.at + 1}</span>}
        {kind === 'gateway_group' && <IconStack2 size={15} aria-label="Group" />}
        <span className={styles.gateway}>{name}</span>
        {state && <StatusDot tone={state.tone}>{state.word}</StatusDot>}
        <span className={styles.chips}>
          {!isOpen && targetNotes(target, known).map((note) => <Badge key={note}>{note}</Badge>)}
        </span>
        <ModeFields {...props} name={name} />
        <span className={styles.controls}>
          <Switch
            size="xs"
            aria-label={`Use ${name}`}
            checked={target.status === 'active'}
            onChange={(event) =>
              onChange({ status: event.currentTarget.checked ? 'active' : 'blocked' })
            }
          />
          {asksForPosition(mode) && <MoveButtons {...props} name={name} />}
          <ActionIcon
            size={24}
            aria-label={`More about ${name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconAdjustments size={14} />
          </ActionIcon>
          <ActionIcon size={24} aria-label={`Remove ${name}`} onClick={props.onRemove}>
            <IconX size={14} />
          </ActionIcon>
        </span>
      </div>
      {props.figures}
      {isOpen && <TargetDetails {...props} name={name} />}
    </li>
  )
}

type Named = TargetProps & { readonly name: string }

/** The fields that the mode of the plan compares, in the line itself. */
function ModeFields({ target, mode, errors, name, onChange }: Named) {
  return (
    <span className={styles.modeFields}>
      {asksForStatic(mode) && (
        <Switch
          size="xs"
          mt={7}
          label="Static"
          aria-label={`${name} is static`}
          checked={target.is_static}
          onChange={(event) => onChange({ is_static: event.currentTarget.checked })}
        />
      )}
      {asksForPercent(mode) && (
        <Figure
          label={`Percent of ${name}`}
          unit="%"
          range={[0, 100]}
          value={target.percent}
          error={errors.percent}
          onChange={(percent) => onChange({ percent })}
        />
      )}
      {asksForPriority(mode) && (
        <>
          <Figure
            label={`Priority of ${name}`}
            word="prio"
            range={[1, 32767]}
            value={target.priority}
            error={errors.priority}
            onChange={(priority) => onChange({ priority })}
          />
          <Figure
            label={`Weight of ${name}`}
            word="weight"
            range={[1, 32767]}
            value={target.weight}
            error={errors.weight}
            onChange={(weight) => onChange({ weight })}
          />
        </>
      )}
    </span>
  )
}

interface FigureProps {
  readonly label: string
  /** Written before the number. */
  readonly word?: string
  readonly unit?: string
  readonly range: readonly [number, number]
  readonly value: number
  readonly error: ReactNode
  readonly onChange: (value: number) => void
}

/** It shows errors immediately and keeps the typed text. */
function Figure({ label, word, unit, range, value, error, onChange }: FigureProps) {
  const [min, max] = range
  const isWithin = Number.isInteger(value) && value >= min && value <= max
  // An empty one is null, which is refused when the plan is saved.
  const isWrong = value !== null && !isWithin
  return (
    <NumberField
      size="xs"
      w={word === 'weight' ? 116 : 100}
      aria-label={label}
      value={value}
      error={isWrong ? `From ${min} to ${max}.` : error}
      onChange={(next) => onChange(next as number)}
      {...(unit ? { unit } : {})}
      {...(word ? { leftSection: <Unit text={word} />, leftSectionWidth: unitWidth(word) } : {})}
    />
  )
}
