import { useNavigate, useSearch } from '@tanstack/react-router'

/** The call that is open over the list: it stands in the address as `call`. */
export function useOpenedCall() {
  const navigate = useNavigate()
  const { call }: { call?: unknown } = useSearch({ strict: false })
  const opened = typeof call === 'string' && /^\d{1,19}$/.test(call) ? call : undefined
  const go = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, call: next })) as never,
      // The way back through the pages of the list goes on from here.
      state: true,
      // Back closes the call, however many were looked at meanwhile.
      replace: opened !== undefined,
    })
  return { opened, open: (call_id: string) => go(call_id), close: () => go(undefined) }
}
