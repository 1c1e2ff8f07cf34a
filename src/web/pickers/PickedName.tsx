// The name of a value picked by id, such as a gateway in a shared URL.
import { useQuery } from '@tanstack/react-query'
import type { Option } from '#contract/console/lookups.ts'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { send } from '../http/client.ts'
import { keyOf } from '../http/use-endpoint.ts'

export function PickedName({ endpoint, id }: { endpoint: Endpoint; id: number }) {
  // Every lookup answers options; the generic endpoint cannot say so.
  const call = { query: { id } } as unknown as CallOf<Endpoint>
  const { data } = useQuery({
    queryKey: keyOf(endpoint, call),
    queryFn: ({ signal }) => send(endpoint, call, signal) as unknown as Promise<Option[]>,
    staleTime: 30_000,
    enabled: id !== 0,
  })
  // For example, a call without a gateway.
  if (id === 0) return 'none'
  return data?.find((option) => option.id === id)?.name ?? (data ? `${id}` : '…')
}
