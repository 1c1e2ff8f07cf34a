import { Switch, type SwitchProps } from '@mantine/core'
import { Wide } from './Section.tsx'

/** A switch in a line of its own. */
export function SwitchField(props: SwitchProps) {
  return (
    <Wide>
      <Switch {...props} />
    </Wide>
  )
}
