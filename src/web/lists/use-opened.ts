import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one is the same list without what is open. */
    readonly overList?: true
  }
}

/** The alarm or call that is open over a list: its id is in the URL under `name`. */
export function useOpened(name: 'alarm' | 'call') {
  const navigate = useNavigate()
  const { history } = useRouter()
  const overList = useRouterState({ select: (state) => state.location.state.overList })
  const { [name]: text }: { [Name in typeof name]?: unknown } = useSearch({ strict: false })
  const opened = typeof text === 'string' && /^\d{1,19}$/.test(text) ? text : undefined
  const go = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, [name]: next })) as never,
      // Keeps the way back through the pages of the list.
      state: (before) => ({ ...before, ...(opened === undefined && { overList: true as const }) }),
      // Back closes it, even if several were opened one after the other.
      replace: opened !== undefined,
    })
  return {
    opened,
    open: (id: string) => go(id),
    // Closing is going back: else Back would have to be pressed twice afterwards.
    close: () => (overList ? history.back() : go(undefined)),
  }
}
