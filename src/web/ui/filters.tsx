// The fields of a filter bar: each takes the text that stands in the address, and gives it back.
import { CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './filters.module.css'
import type { Choice } from './form/SelectField.tsx'
import { useKit } from './Kit.tsx'

interface FilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export interface TextFilterProps extends FilterProps {
  readonly width?: number
  /** The text of a search is looked for anywhere, and has a glass in front. */
  readonly search?: boolean
}

const PAUSE_MS = 300

export function TextFilter(props: TextFilterProps) {
  const { label, value = '', onChange, width = 150, search } = props
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  // Back, Clear and a shared address change the filter from outside.
  if (value !== sent) {
    setSent(value)
    setTyped(value)
  }
  const send = (text: string) => {
    setSent(text.trim())
    onChange(text.trim() || undefined)
  }
  const later = useDebouncedCallback(send, PAUSE_MS)
  const write = (text: string) => {
    setTyped(text)
    later(text)
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      w={search ? 220 : width}
      value={typed}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(event.currentTarget.value)
      }}
      leftSection={search ? <IconSearch size={14} /> : undefined}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label={`Clear ${label}`}
            onClick={() => {
              setTyped('')
              send('')
            }}
          />
        ) : undefined
      }
    />
  )
}

export interface SelectFilterProps extends FilterProps {
  readonly choices: readonly Choice[]
  readonly width?: number
}

export function SelectFilter({ label, value, onChange, choices, width = 140 }: SelectFilterProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      w={width}
      data={[...choices]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      checkIconPosition="right"
    />
  )
}

export interface RangeFilterProps {
  readonly range: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly choices: readonly Choice[]
  /** The range that counts when none is chosen. */
  readonly fallback: string
  readonly onChange: (next: {
    range: string | undefined
    from: string | undefined
    to: string | undefined
  }) => void
}

const CUSTOM = 'custom'

/** A time range in the server's time zone: one of the usual ones, or from and to. */
export function RangeFilter(props: RangeFilterProps) {
  const { timeZone } = useKit()
  const isCustom = props.from !== undefined || props.to !== undefined
  const [custom, setCustom] = useState(isCustom)
  const shown = custom || isCustom
  const choose = (value: string | null) => {
    setCustom(value === CUSTOM)
    if (value === CUSTOM) return
    const range = value === null || value === props.fallback ? undefined : value
    props.onChange({ range, from: undefined, to: undefined })
  }
  const bound = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="datetime-local"
      aria-label={`${label}, ${timeZone}`}
      w={180}
      defaultValue={props[name]}
      onBlur={(event) =>
        props.onChange({
          range: undefined,
          from: props.from,
          to: props.to,
          [name]: event.currentTarget.value || undefined,
        })
      }
    />
  )
  return (
    <div className={styles.range}>
      <Select
        aria-label="Time range"
        w={140}
        data={[...props.choices, { value: CUSTOM, label: 'From – to' }]}
        value={shown ? CUSTOM : (props.range ?? props.fallback)}
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
    </div>
  )
}
