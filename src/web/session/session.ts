// The data of the console about the server and the user; both live in the query cache.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { narrowedForm, seenWith } from '#contract/field-rights.ts'
import { type CurrentUser, initialData, me } from '#contract/people/session.ts'
import { exportOf } from '#core/permission/permission.ts'
import { send } from '../http/client.ts'
import { browserNow } from '../ui/browser-clock.ts'

const POLL_MS = 5000

export const serverQuery = queryOptions({
  queryKey: ['initial-data'],
  queryFn: async ({ signal }) => {
    const asked_at = browserNow()
    const data = await send(initialData, {}, signal)
    // The answer was on its way: half of the time that the whole way took.
    const came_at = (asked_at + browserNow()) / 2
    return { ...data, offset_ms: Date.parse(data.current_time) - came_at }
  },
  staleTime: 60_000,
  // A laptop that slept has a clock that jumped.
  refetchOnWindowFocus: true,
})

export const userQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => send(me, {}, signal),
  staleTime: POLL_MS,
})

export function knownUser(queries: QueryClient): CurrentUser | undefined {
  return queries.getQueryData(userQuery.queryKey)
}

/** The signed-in user; every screen inside an area has one. */
export function useUser(): CurrentUser {
  const { data } = useQuery({ ...userQuery, enabled: false })
  if (!data) throw new Error('A screen that needs a user stands outside the areas.')
  return data
}

/** Whether the user may make secrets: never in the portal of another account. */
export const useMakesSecrets = (): boolean => useUser().on_behalf_of === null

/** The settings of the switch that need no login. */
export const useServer = () => useQuery({ ...serverQuery, enabled: false }).data

/**
 * Support and terms at the address of the page, unless they are the operator's and the user is no
 * customer of it: an admin, or who buys from a reseller.
 */
export function useSupplier() {
  const server = useServer()
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  return server?.is_branded || !user || user.is_direct ? server : undefined
}

/** The time zone of the switch, which the user's own may differ from. */
export const useServerZone = (): string => useServer()?.timezone ?? 'UTC'

export function useMay(permission: CurrentUser['permissions'][number]): boolean {
  return useUser().permissions.includes(permission)
}

/** Whether the user sees what needs the right; the API answers nothing of it to others. */
export function useSees(right: CurrentUser['field_rights'][number]): boolean {
  return useUser().field_rights.includes(right)
}

/** Whether a list may be taken away as a file. */
export function useMayExport({ needs }: Endpoint): boolean {
  const { permissions } = useUser()
  const needed = exportOf(needs)
  return permissions.some((permission) => permission === needed)
}

/** The endpoint as the user has it: without the fields and filters that need other rights. */
export function useSeen<E extends Endpoint>(endpoint: E): E {
  const { field_rights } = useUser()
  return useMemo(() => seenWith(endpoint, field_rights) as E, [endpoint, field_rights])
}

/** A form as the user has it; the fields that it lacks stay as they are when it is saved. */
export function useSeenForm<S extends z.ZodObject>(form: S): S {
  const { field_rights } = useUser()
  return useMemo(() => narrowedForm(form, field_rights), [form, field_rights])
}

/** Refreshes the call counters while a user is signed in; used once, by the layout. */
export function useCallCounters(): { readonly failing: boolean; readonly updated_at: number } {
  // In a hidden tab too: its title is where the counters are read then.
  const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: true, retry: false }
  const query = useQuery({ ...userQuery, ...polled })
  return { failing: query.isError, updated_at: query.dataUpdatedAt }
}
