import { lookupNumberLists } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

interface NumberListPickerProps extends PickerProps {
  /** Lists from which numbers are taken, or those that accept and refuse; else both. */
  readonly pool?: boolean
}

export function NumberListPicker({ pool, ...rest }: NumberListPickerProps) {
  const narrow = pool === undefined ? {} : { narrow: { pool: String(pool) } }
  return <LookupPicker endpoint={lookupNumberLists} {...narrow} {...rest} />
}
