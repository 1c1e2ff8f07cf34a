// A time range in the user's time zone: one of the usual ones, or from and to; ‹ and › move it
// by its own length.
import { ActionIcon, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { writeDay } from '#core/time/date-format.ts'
import styles from './filters.module.css'
import { MomentInput } from './form/MomentInput.tsx'
import { readMoment, writeMoment } from './form/moment.ts'
import type { Choice } from './form/SelectField.tsx'
import { useKit } from './Kit.tsx'
import { shiftRange, type TimeRange } from './time-range.ts'
import { toWallClock } from './wall-clock.ts'

export interface RangeFilterProps extends TimeRange {
  readonly choices: readonly Choice[]
  /** The range that counts when none is chosen. */
  readonly fallback: string
  readonly onChange: (next: TimeRange) => void
}

const CUSTOM = 'custom'

export function RangeFilter(props: RangeFilterProps) {
  const { timeZone, now } = useKit()
  const { range, from, to, fallback, onChange } = props
  const isCustom = from !== undefined || to !== undefined
  const [custom, setCustom] = useState(isCustom)
  const shown = custom || isCustom
  const choose = (value: string | null) => {
    setCustom(value === CUSTOM)
    if (value === CUSTOM) return
    const chosen = value === null || value === fallback ? undefined : value
    onChange({ range: chosen, from: undefined, to: undefined })
  }
  const shift = (by: -1 | 1) => {
    const wall = toWallClock(new Date(now()).toISOString(), timeZone)
    onChange(shiftRange({ range, from, to }, fallback, wall, by))
  }
  const bound = (name: 'from' | 'to', label: string) => (
    <Bound
      // The field keeps its text while the user types; a moved range is shown again.
      key={props[name]}
      label={`${label}, ${timeZone}`}
      at={props[name]}
      onChange={(at) => onChange({ range: undefined, from, to, [name]: at })}
    />
  )
  return (
    <div className={styles.range}>
      <ActionIcon aria-label="Previous period" onClick={() => shift(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <Select
        aria-label="Time range"
        w={shown ? 145 : 130}
        data={[...props.choices, { value: CUSTOM, label: 'Custom range' }]}
        value={shown ? CUSTOM : (range ?? fallback)}
        onChange={choose}
        allowDeselect={false}
        checkIconPosition="right"
      />
      {shown && (
        <>
          {bound('from', 'From')}
          <span className="muted">–</span>
          {bound('to', 'To')}
        </>
      )}
      <span className="muted" title="Time zone">
        {timeZone}
      </span>
      <ActionIcon aria-label="Next period" onClick={() => shift(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}

interface BoundProps {
  readonly label: string
  /** By the clock of the user's time zone, to the minute. */
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}

function Bound({ label, at, onChange }: BoundProps) {
  const { dateFormat } = useKit()
  const [text, setText] = useState(writeMoment(at ?? '', dateFormat))
  const [isWrong, setWrong] = useState(false)
  const take = (written: string) => {
    const wall = readMoment(written, dateFormat)?.slice(0, 16)
    setWrong(!wall && written.trim() !== '')
    if (wall !== at && (wall || written.trim() === '')) onChange(wall)
  }
  return (
    <MomentInput
      aria-label={label}
      placeholder={`${dateFormat} HH:mm`}
      w={190}
      way="past"
      text={text}
      onText={setText}
      onPick={take}
      error={isWrong && `Such as ${writeDay('2026-12-01', dateFormat)} 00:00.`}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value)
      }}
    />
  )
}
