import { useState } from 'react'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'

interface TimeFilterProps {
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}

/** Typed text is ignored until it is a whole time. */
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
