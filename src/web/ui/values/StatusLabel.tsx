import type { ReactNode } from 'react'
import type { Choice } from '../form/SelectField.tsx'
import { StatusDot, type Tone } from './Badge.tsx'

/** A state with the colour of its dot. */
export interface StatusChoice<Value extends string = string> extends Choice<Value> {
  readonly tone: Tone
}

interface StatusLabelProps<Value extends string> {
  readonly choices: readonly StatusChoice<Value>[]
  readonly value: Value
  /** Further words behind the label. */
  readonly children?: ReactNode
}

export function StatusLabel<Value extends string>(props: StatusLabelProps<Value>) {
  const { choices, value, children } = props
  const choice = choices.find((one) => one.value === value)
  return (
    <StatusDot tone={choice?.tone ?? 'neutral'}>
      {choice?.label ?? value}
      {children}
    </StatusDot>
  )
}
