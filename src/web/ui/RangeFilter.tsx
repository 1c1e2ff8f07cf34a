// A time range in the server's time zone: one of the usual ones, or from and to; ‹ and › move it
// by its own length.
import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './filters.module.css'
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
    <TextInput
      // The field is the user's while it is written in; a range that was moved is shown anew.
      key={props[name]}
      type="datetime-local"
      aria-label={`${label}, ${timeZone}`}
      w={178}
      defaultValue={props[name]}
      onBlur={(event) => {
        const written = event.currentTarget.value || undefined
        if (written !== props[name]) onChange({ range: undefined, from, to, [name]: written })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
  return (
    <div className={styles.range}>
      <ActionIcon aria-label="Previous period" onClick={() => shift(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <Select
        aria-label="Time range"
        w={130}
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
      <ActionIcon aria-label="Next period" onClick={() => shift(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}
