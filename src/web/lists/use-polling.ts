import { useAddress } from './use-address.ts'

/** The refresh intervals of a list, as in the URL. */
export const REFRESHES = [
  { value: '5s', label: '5 s', every_ms: 5000 },
  { value: '10s', label: '10 s', every_ms: 10_000 },
  { value: '30s', label: '30 s', every_ms: 30_000 },
  { value: '1m', label: '1 min', every_ms: 60_000 },
] as const

export type Refresh = (typeof REFRESHES)[number]['value']

/** `own` is the interval of the screen; if absent, the user chooses it. */
export function usePolling(own: number | false | undefined) {
  const { address, write } = useAddress()
  const chosen = REFRESHES.find(({ value }) => value === address.refresh)
  const every_ms = own ?? chosen?.every_ms
  const isChosen = own === undefined
  return {
    /** For content beside the list, such as totals. */
    live: every_ms ? { every_ms } : {},
    refresh: chosen?.value,
    setRefresh: isChosen ? (next?: Refresh) => write({ refresh: next }) : undefined,
  }
}
