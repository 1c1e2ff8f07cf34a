import { useState } from 'react'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'

interface TimeFilterProps {
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}

/** What is typed is no time until it is whole. */
export function TimeFilter({ at, onChange }: TimeFilterProps) {
  const [typed, setTyped] = useState<string | null>(at ?? null)
  const change = (next: string | null) => {
    setTyped(next)
    if (next === null) onChange(undefined)
    else if (next.endsWith('Z')) onChange(next)
  }
  return (
    <DateTimeField
      aria-label="At (default: now)"
      placeholder="At (default: now)"
      description={null}
      w={190}
      value={typed}
      onChange={change}
    />
  )
}
