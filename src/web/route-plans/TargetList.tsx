// The gateways of a rule in the order in which they are tried: a drag moves one, as do Alt with ↑
// or ↓ and its buttons.
import { ActionIcon, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { Gateway } from '#contract/gateways.ts'
import { StatusDot, type Tone } from '../ui/Badge.tsx'
import type { TargetValues } from './plan-changes.ts'
import styles from './RoutePlan.module.css'

export interface KnownGateway {
  readonly name: string
  readonly status: string
}

/** Names and states of the gateways of a plan by their id. */
export type KnownGateways = ReadonlyMap<number, KnownGateway>

export const gatewayName = (known: KnownGateways, id: number): string =>
  known.get(id)?.name ?? `gateway ${id}`

const GATEWAY_STATES: Readonly<Record<string, { tone: Tone; word: string }>> = {
  active: { tone: 'success', word: 'Active' },
  blocked: { tone: 'danger', word: 'Blocked' },
  maintenance: { tone: 'warning', word: 'Maintenance' },
} satisfies Record<Gateway['status'], { tone: Tone; word: string }>

interface TargetListProps {
  readonly targets: readonly TargetValues[]
  readonly gateways: KnownGateways
  readonly onChange: (targets: TargetValues[]) => void
}

export function TargetList({ targets, gateways, onChange }: TargetListProps) {
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => {
    const target = targets[from]
    if (!target || to < 0 || to >= targets.length) return
    onChange(targets.toSpliced(from, 1).toSpliced(to, 0, target))
  }
  const dragOver = (to: number) => {
    if (dragged === undefined || dragged === to) return
    move(dragged, to)
    setDragged(to)
  }
  const change = (at: number, part: Partial<TargetValues>) =>
    onChange(targets.map((target, i) => (i === at ? { ...target, ...part } : target)))
  return (
    <ol className={styles.targets} aria-label="Gateways in the order in which they are tried">
      {targets.map((target, at) => (
        <Target
          key={target.gateway_id}
          target={target}
          place={{ at, isLast: at === targets.length - 1, isDragged: at === dragged }}
          name={gatewayName(gateways, target.gateway_id)}
          state={GATEWAY_STATES[gateways.get(target.gateway_id)?.status ?? '']}
          onMove={(by) => move(at, at + by)}
          onSwitch={(status) => change(at, { status })}
          onRemove={() => onChange(targets.toSpliced(at, 1))}
          onDragStart={() => setDragged(at)}
          onDragOver={() => dragOver(at)}
          onDragEnd={() => setDragged(undefined)}
        />
      ))}
    </ol>
  )
}

interface TargetProps {
  readonly target: TargetValues
  readonly place: { readonly at: number; readonly isLast: boolean; readonly isDragged: boolean }
  readonly name: string
  readonly state: { readonly tone: Tone; readonly word: string } | undefined
  readonly onMove: (by: -1 | 1) => void
  readonly onSwitch: (status: TargetValues['status']) => void
  readonly onRemove: () => void
  readonly onDragStart: () => void
  readonly onDragOver: () => void
  readonly onDragEnd: () => void
}

function Target(props: TargetProps) {
  const { target, place, name, state, onMove } = props
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || !by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li
      className={styles.target}
      data-dragged={place.isDragged || undefined}
      draggable
      onKeyDown={keys}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        props.onDragStart()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        props.onDragOver()
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={props.onDragEnd}
    >
      <IconGripVertical className={styles.grip} size={15} aria-hidden />
      <span className={styles.position}>{place.at + 1}</span>
      <span className={styles.gateway}>{name}</span>
      {state && <StatusDot tone={state.tone}>{state.word}</StatusDot>}
      <span className={styles.controls}>
        <Switch
          size="xs"
          aria-label={`Use ${name}`}
          checked={target.status === 'active'}
          onChange={(event) => props.onSwitch(event.currentTarget.checked ? 'active' : 'blocked')}
        />
        <ActionIcon
          size={24}
          aria-label={`Try ${name} earlier`}
          disabled={place.at === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon
          size={24}
          aria-label={`Try ${name} later`}
          disabled={place.isLast}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={14} />
        </ActionIcon>
        <ActionIcon size={24} aria-label={`Take ${name} away`} onClick={props.onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </span>
    </li>
  )
}
