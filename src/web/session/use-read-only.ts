import { useMatches } from '@tanstack/react-router'
import { useUser } from './session.ts'

/** Whether the form of this page may be read and not saved, for lack of the right to change it. */
export function useReadOnly(): boolean {
  const edits = useMatches({ select: (matches) => matches.at(-1)?.staticData.place?.edits })
  const { permissions } = useUser()
  return edits !== undefined && !permissions.includes(edits)
}
