// A moment, typed or picked: a calendar and the usual ones open beside the text. Both the fields of
// forms and the ranges of lists are made of it.
import { ActionIcon, Button, Popover, type TextInputProps } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { writeMonth } from '#core/time/date-format.ts'
import { useKit } from '../Kit.tsx'
import { toWallClock } from '../wall-clock.ts'
import styles from './MomentInput.module.css'
import { daysOfMonth, monthAfter, quickMoments, readMoment, writeMoment } from './moment.ts'
import { PlainTextField } from './PlainTextField.tsx'

export interface MomentInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  readonly text: string
  readonly onText: (text: string) => void
  /** One was picked, which is as good as typed and left. */
  readonly onPick?: (text: string) => void
  /** Whether it usually lies behind or ahead. */
  readonly way?: 'past' | 'future'
}

export function MomentInput({ text, onText, onPick, way = 'future', ...rest }: MomentInputProps) {
  const { timeZone, dateFormat, now } = useKit()
  const [opened, setOpened] = useState(false)
  const clock = toWallClock(new Date(now()).toISOString(), timeZone)
  const pick = (wall: string) => {
    const written = writeMoment(wall, dateFormat)
    onText(written)
    onPick?.(written)
    setOpened(false)
  }
  const name = rest['aria-label'] ?? rest.label
  return (
    <PlainTextField
      placeholder={`${dateFormat} HH:mm:ss`}
      {...rest}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal>
          <Popover.Target>
            <ActionIcon
              size={24}
              aria-label={`Pick a date: ${String(name)}`}
              disabled={rest.disabled ?? false}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={15} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Picker chosen={readMoment(text, dateFormat)} clock={clock} onPick={pick} way={way} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

interface PickerProps {
  readonly chosen: string | undefined
  readonly clock: string
  readonly way: 'past' | 'future'
  readonly onPick: (wall: string) => void
}

function Picker({ chosen, clock, way, onPick }: PickerProps) {
  const { timeZone, dateFormat } = useKit()
  const [month, setMonth] = useState((chosen ?? clock).slice(0, 7))
  const time = chosen?.slice(10) ?? 'T00:00:00'
  return (
    <div className={styles.picker}>
      <div className={styles.month}>
        <ActionIcon aria-label="Month before" onClick={() => setMonth(monthAfter(month, -1))}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <strong aria-live="polite">{writeMonth(month, dateFormat)}</strong>
        <ActionIcon aria-label="Month after" onClick={() => setMonth(monthAfter(month, 1))}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      <div className={styles.days}>
        {['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((day) => (
          <span key={day} className="muted" aria-hidden>
            {day}
          </span>
        ))}
        {daysOfMonth(month).map((day) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-label={day}
            aria-pressed={chosen?.startsWith(day) ?? false}
            data-today={clock.startsWith(day) || undefined}
            data-outside={!day.startsWith(month) || undefined}
            onClick={() => onPick(`${day}${time}`)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <div className={styles.quick}>
        {quickMoments(clock, way).map(({ label, wall }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={() => onPick(wall)}>
            {label}
          </Button>
        ))}
      </div>
      <span className="muted">
        {writeMoment(clock, dateFormat)} {timeZone}
      </span>
    </div>
  )
}
