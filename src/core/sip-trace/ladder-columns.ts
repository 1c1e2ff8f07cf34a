// The columns of the ladder: the caller, the switch, and every other address in the order in which
// it appears.
import type { Direction } from './message-direction.ts'

export interface Directed {
  readonly from: string
  readonly to: string
  readonly direction: Direction
}

export interface LadderColumn {
  /** Address and port; undefined for the switch, which may have several. */
  readonly address: string | undefined
  readonly label: string
}

/** Those after them share the last one. */
export const COLUMNS_MAX = 16

export const otherEnd = ({ from, to, direction }: Directed): string =>
  direction === 'IN' ? from : to

/**
 * `names` are those of addresses that are known, such as of gateways; `caller` is known if the
 * trace has its leg.
 */
export function ladderColumns(
  messages: readonly Directed[],
  names: ReadonlyMap<string, string>,
): LadderColumn[] {
  const addresses = [...new Set(messages.map(otherEnd))].slice(0, COLUMNS_MAX)
  const labelOf = (address: string, i: number) =>
    names.get(address) ?? (i === 0 ? 'Caller' : address)
  const [first, ...rest] = addresses.map((address, i) => ({ address, label: labelOf(address, i) }))
  const ours = { address: undefined, label: 'Switch' }
  return first ? [first, ours, ...rest] : [ours]
}

/** From which column to which the arrow goes. */
export function columnsBetween(
  columns: readonly LadderColumn[],
  message: Directed,
): readonly [from: number, to: number] {
  const address = otherEnd(message)
  const ours = columns.findIndex((column) => column.address === undefined)
  const found = columns.findIndex((column) => column.address === address)
  const other = found < 0 ? columns.length - 1 : found
  return message.direction === 'IN' ? [other, ours] : [ours, other]
}
