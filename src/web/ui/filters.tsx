// The fields of a filter bar: each reads and returns the text in the URL.
import { CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Choice } from './form/SelectField.tsx'

interface FilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export interface TextFilterProps extends FilterProps {
  readonly width?: number
  /** The text of a search is looked for anywhere, and has a glass in front. */
  readonly search?: boolean
  /** Text that it refuses, such as half an address, is marked and not searched for. */
  readonly accepts?: (text: string) => boolean
  /** Below it, while it is refused. */
  readonly fault?: string
}

const PAUSE_MS = 300

export function TextFilter(props: TextFilterProps) {
  const { label, value = '', onChange, width = 150, search, accepts, fault = true } = props
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  // Back, Clear and a shared address change the filter from outside.
  if (value !== sent) {
    setSent(value)
    setTyped(value)
  }
  const isFit = (text: string) => text.trim() === '' || !accepts || accepts(text.trim())
  const send = (text: string) => {
    if (!isFit(text)) return
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
      error={!isFit(typed) && fault}
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
  /** One of the choices always holds, so there is nothing to clear. */
  readonly always?: boolean
}

/** With more choices, the user can type one. */
const CHOICES_IN_SIGHT = 8

export function SelectFilter(props: SelectFilterProps) {
  const { label, value, onChange, choices, width = 140, always = false } = props
  return (
    <Select
      aria-label={label}
      placeholder={label}
      w={width}
      data={[...choices]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable={choices.length > CHOICES_IN_SIGHT}
      clearable={!always}
      allowDeselect={!always}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      checkIconPosition="right"
    />
  )
}
