import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

interface MoveButtonsProps {
  /** The thing that is moved: `rule 3`. */
  readonly name: string
  readonly place: { readonly at: number; readonly isLast: boolean }
  readonly onMove: (by: -1 | 1) => void
}

/** Moves an entry of an ordered list by one. */
export function MoveButtons({ name, place: { at, isLast }, onMove }: MoveButtonsProps) {
  return (
    <>
      <ActionIcon
        size={24}
        data-part="up"
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        size={24}
        data-part="down"
        aria-label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
    </>
  )
}
