// Copying a thing from its list: the form that adds one opens with the values of another.
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useIdPreset } from '../forms/use-id-preset.ts'
import { withSearch } from '../navigation/paths.ts'
import type { RowAction } from '../ui/grid/column.ts'

export function useCopyAction(add: string): (row: { readonly id: number }) => RowAction {
  const navigate = useNavigate()
  return ({ id }) => ({
    label: 'Copy',
    icon: <IconCopy size={15} />,
    onClick: () => void navigate({ href: withSearch(add, { copy: id }) }),
  })
}

/** The thing whose values the form takes, if any. */
export const useCopiedId = (): number | undefined => useIdPreset('copy').copy
