// The limits that are checked where the money is held, because calls of all engines count in them
// (ADR-0035). The decision has checked them against what its own engine counts.
import type { Counted, Route, Routed } from './decision.ts'
import { limitsOfGateway } from './evaluate-gateway.ts'
import type { LoadKind, RoutingSnapshot } from './snapshot.ts'

/** Whose calls are counted: `CLIENT 12`, or `NUMBER 30 4420...` for a number over a gateway. */
export type Subject = `${LoadKind} ${string}`

export interface SubjectLimit {
  readonly subject: Subject
  readonly channel_limit: number | null
  readonly cps_limit: number | null
}

export interface CallLimits {
  /** Those of the client, its resellers and the SIP users. */
  readonly parties: readonly SubjectLimit[]
  /** Those of the gateways, one list for each route. */
  readonly routes: readonly (readonly SubjectLimit[])[]
}

export const NO_LIMITS: CallLimits = { parties: [], routes: [] }

export const subjectOf = (kind: LoadKind, id: number | string): Subject => `${kind} ${id}`

export const limitsOfCall = (
  snapshot: RoutingSnapshot,
  { limits, routes, identity }: Routed,
): CallLimits => ({
  parties: limited(limits),
  routes: routes.map((route) => limitsOverRoute(snapshot, identity.called_number, route)),
})

/** The limits of the gateway, its settlement account and the target that led to it. */
export function limitsOverRoute(
  { gateways, settlements }: RoutingSnapshot,
  called_number: string,
  { gateway_id, settlement_id, target_id, target_channel_limit }: Route,
): SubjectLimit[] {
  const gateway = gateways.get(gateway_id)
  const settlement = settlements.get(settlement_id ?? 0)
  if (!gateway || !settlement) return []
  const places: Pick<Counted, 'kind' | 'id' | 'limits'>[] = [
    ...limitsOfGateway(called_number, gateway, settlement),
  ]
  if (target_id !== null) {
    // A call stored by an older version has no such field.
    const limits = { channel_limit: target_channel_limit ?? null, cps_limit: null }
    places.push({ kind: 'TARGET', id: target_id, limits })
  }
  return limited(places)
}

/** Calls to a number are counted under the lock of the gateway, which therefore has a counter. */
function limited(all: readonly Pick<Counted, 'kind' | 'id' | 'limits'>[]): SubjectLimit[] {
  const counts_numbers = all.some(({ kind }) => kind === 'NUMBER')
  return all.flatMap(({ kind, id, limits: { channel_limit, cps_limit } }) => {
    const is_counted = channel_limit !== null || cps_limit !== null
    return is_counted || (kind === 'GATEWAY' && counts_numbers)
      ? [{ subject: subjectOf(kind, id), channel_limit, cps_limit }]
      : []
  })
}
