import { SegmentedControl } from '@mantine/core'
import type { Choice } from './form/SelectField.tsx'

interface PresetTabsProps {
  readonly label: string
  /** The value of the first is empty: everything. */
  readonly choices: readonly Choice[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** The usual views of a list side by side, of which one is chosen. */
export function PresetTabs({ label, choices, value, onChange }: PresetTabsProps) {
  const known = choices.some((choice) => choice.value === value)
  return (
    <SegmentedControl
      aria-label={label}
      data={[...choices]}
      value={known ? (value ?? '') : ''}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
