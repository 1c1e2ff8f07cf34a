// The newest lines of the bell. Up and down go from line to line, Enter opens one.
import { Button, Menu } from '@mantine/core'
import { IconBellOff, IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type BellLine, listBellLines, readBellLines } from '#contract/alarms/bell.ts'
import { TOPIC_FACTS } from '#core/notification/topic-facts.ts'
import { useSnooze } from '../../actions/use-snooze.ts'
import { SEVERITY_CHOICES } from '../../fields/alarm-labels.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useChange, useOne } from '../../http/use-endpoint.ts'
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { useUser } from '../../session/session.ts'
import { SideDialog } from '../../ui/Dialog.tsx'
import { useKit } from '../../ui/Kit.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { formatDuration } from '../../ui/values/format.ts'
import { StatusLabel } from '../../ui/values/StatusLabel.tsx'
import { Ticking } from '../../ui/values/Ticking.tsx'
import { toWallClock } from '../../ui/wall-clock.ts'
import styles from './Bell.module.css'

const POLL_MS = 5000

export function BellDialog({ onClose }: { onClose: () => void }) {
  const query = useOne(listBellLines, {}, { every_ms: POLL_MS })
  const read = useReadLines()
  const [first] = query.data ?? []
  const hasUnread = query.data?.some((line) => !line.is_read) ?? false
  return (
    <SideDialog
      title="Notifications"
      width={460}
      onClose={onClose}
      tools={
        first &&
        hasUnread && (
          <Button variant="subtle" onClick={() => read(first, true)}>
            Mark all as read
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(lines) =>
          lines.length === 0 ? (
            <p className="muted">Nothing has fired or happened in the last 30 days.</p>
          ) : (
            <Lines lines={lines} onClose={onClose} />
          )
        }
      </Loaded>
    </SideDialog>
  )
}

interface LinesProps {
  readonly lines: readonly BellLine[]
  readonly onClose: () => void
}

/** It has the focus, so that the keys begin at the newest line. */
function Lines({ lines, onClose }: LinesProps) {
  const list = useRef<HTMLUListElement>(null)
  // The lines may come after the dialog has chosen where the focus is.
  useEffect(() => list.current?.focus(), [])
  return (
    <ul
      ref={list}
      className={styles.list}
      aria-label="Notifications"
      tabIndex={-1}
      data-autofocus
      onKeyDown={moveFocus}
    >
      {lines.map((line) => (
        <Line key={line.alarm_id ?? -line.event_id} line={line} onClose={onClose} />
      ))}
    </ul>
  )
}

const useReadLines = () => {
  const read = useChange(readBellLines, { also: ['alarms'] })
  return ({ event_id }: BellLine, with_older: boolean) =>
    read.mutate({ body: { event_id, with_older } })
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  // The keys of an open menu are its own.
  if (step === undefined || event.defaultPrevented) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line] a')]
  const here = lines.findIndex((line) => line.closest('li')?.contains(document.activeElement))
  const next = lines[here === -1 ? 0 : here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface LineProps {
  readonly line: BellLine
  readonly onClose: () => void
}

function Line({ line, onClose }: LineProps) {
  const read = useReadLines()
  const { severity, sentence, topic, occurred_at, is_read } = line
  const open = () => {
    if (!is_read) read(line, false)
    onClose()
  }
  return (
    <li className={styles.line} data-line data-unread={!is_read}>
      <div className={styles.head}>
        <StatusLabel choices={SEVERITY_CHOICES} value={severity} />
        <span className="muted">{TOPIC_FACTS[topic].label}</span>
        <span className={styles.time}>
          <DateTime at={occurred_at} style="minute" />
        </span>
      </div>
      <div>
        <LineLink line={line} onClick={open} /> {sentence}
      </div>
      <div className={styles.foot}>
        <Spell line={line} />
        {!is_read && (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconCheck size={13} />}
            aria-label={`Mark ${line.subject_name} as read`}
            onClick={() => read(line, false)}
          >
            Mark as read
          </Button>
        )}
        <SnoozeMenu line={line} />
      </div>
    </li>
  )
}

const MINUTE_MS = 60_000
/** Around the moment, so that what came at the same time is in the list. */
const AROUND_MS = 5 * MINUTE_MS

function LineLink({ line, onClick }: { line: BellLine; onClick: () => void }) {
  const { timeZone } = useKit()
  const { type } = useUser()
  const { alarm_id, began_at, subject_kind, subject_id, subject_name } = line
  if (alarm_id !== null && began_at !== null) {
    const wall = (by_ms: number) =>
      toWallClock(new Date(Date.parse(began_at) + by_ms).toISOString(), timeZone).slice(0, 16)
    const around = { from: wall(-AROUND_MS), to: wall(AROUND_MS + MINUTE_MS) }
    const search = { state: 'ALL', ...around, alarm: String(alarm_id) }
    return (
      <Link to={paths.admin.alarms} search={search} onClick={onClick}>
        {subject_name}
      </Link>
    )
  }
  if (subject_kind !== 'INVOICE' || subject_id === null) return <b>{subject_name}</b>
  const area = type === 'ADMIN' ? 'admin' : type === 'RESELLER' ? 'reseller' : 'client'
  return (
    <Link to={paths[area].invoices.one(subject_id)} onClick={onClick}>
      {subject_name}
    </Link>
  )
}

/** Firing and cleared are one line. */
function Spell({ line }: { line: BellLine }) {
  const { is_firing, fired_at, cleared_at, duration_seconds, snoozed_until } = line
  if (fired_at === null) return null
  return (
    <>
      {is_firing ? (
        <span>
          Firing for <Ticking since={fired_at} />
        </span>
      ) : (
        <span>
          {cleared_at ? 'Cleared after ' : 'Fired for '}
          {formatDuration(duration_seconds)}
        </span>
      )}
      {snoozed_until && (
        <span>
          Snoozed until <DateTime at={snoozed_until} style="minute" />
        </span>
      )}
    </>
  )
}

function SnoozeMenu({ line }: { line: BellLine }) {
  const { alarm_id, can_be_snoozed, snoozed_until, subject_name } = line
  const actions = useSnooze()({ id: alarm_id ?? 0, can_be_snoozed, snoozed_until })
  if (alarm_id === null || actions.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconBellOff size={13} />}
          aria-label={`Snooze ${subject_name}`}
        >
          Snooze
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
