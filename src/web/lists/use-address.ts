import { useNavigate, useSearch } from '@tanstack/react-router'
import { changedSearch } from './search.ts'

/**
 * The state that a screen keeps in the address besides the filters of a list: reload and sharing
 * give the same screen. Undefined removes a name.
 */
export function useAddress() {
  const navigate = useNavigate()
  const address: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const write = (patch: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      to: '.',
      search: changedSearch(address, { cursor: address.cursor, ...patch }) as never,
      // Keeps the way back through the pages of a list.
      state: true,
      replace: true,
    })
  return { address, write }
}
