import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one is the same list without the call. */
    readonly overList?: true
  }
}

/** The call that is open over the list: `call` in the URL. */
export function useOpenedCall() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const overList = useRouterState({ select: (state) => state.location.state.overList })
  const { call }: { call?: unknown } = useSearch({ strict: false })
  const opened = typeof call === 'string' && /^\d{1,19}$/.test(call) ? call : undefined
  const go = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, call: next })) as never,
      // Keeps the way back through the pages of the list.
      state: (before) => ({ ...before, ...(opened === undefined && { overList: true as const }) }),
      // Back closes the call, even if several were opened one after the other.
      replace: opened !== undefined,
    })
  return {
    opened,
    open: (call_id: string) => go(call_id),
    // Closing is going back: else Back would have to be pressed twice afterwards.
    close: () => (overList ? history.back() : go(undefined)),
  }
}
