import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFieldValue } from '../ui/form/use-field-value.ts'

type Transport = 'UDP' | 'TCP'

interface TransportFieldProps {
  readonly value?: Transport | null
  readonly defaultValue?: Transport | null
  readonly onChange?: (transport: Transport | null) => void
  readonly error?: ReactNode
}

/** UDP, TCP, or either. */
export function TransportField(props: TransportFieldProps) {
  const [current, change] = useFieldValue<Transport | null>(props, null)
  return (
    <Select<Transport>
      checkIconPosition="right"
      label="Transport (optional)"
      placeholder="Any"
      clearable
      data={['UDP', 'TCP']}
      value={current}
      onChange={change}
      error={props.error}
    />
  )
}
