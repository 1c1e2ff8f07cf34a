// The route to a SIP user; the switch knows its registrations.

import { checkAccountsActive, checkLimits, type Objection, resellersOf } from './admission.ts'
import { ON_NET, type Routed } from './decision.ts'
import type { ReadNumbers } from './read-numbers.ts'
import type { Client, RoutingSnapshot, SipUser, Usage } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** The longest ringing of a SIP user, in seconds. */
const RING_SECONDS = 60

export interface OnNetQuestion {
  readonly snapshot: RoutingSnapshot
  readonly usage: Usage
  /** Who calls. */
  readonly client: Client
  readonly numbers: ReadNumbers
  readonly now_ms: number
}

type OnNetRoute = Pick<Routed, 'routes' | 'route_plan_id' | 'route_rule_id' | 'max_setup_seconds'>

/**
 * The route to a SIP user, or why it cannot be called. Its client must be active as if it called
 * itself, and its calls count in both directions (docs/domain/routing.md, R4).
 */
export function routeOnNet(
  question: OnNetQuestion,
  user: SipUser,
  trace: TraceStep[],
): OnNetRoute | Objection {
  const { usage, client, numbers } = question
  const is_registered = usage.isRegistered(user.username)
  trace.push({ step: 'ON_NET', username: user.username, is_registered })
  const barred = whyOwnerBarred(question, user)
  if (barred) return barred
  if (!is_registered) return { refusal: 'USER_OFFLINE', party: null }
  const limits = { channel_limit: user.channel_limit, cps_limit: null }
  const called = { kind: 'SIP_USER', id: user.id, name: user.username, limits } as const
  return (
    checkLimits(usage, [{ ...called, when_full: BUSY }], trace) ?? onNetRoute(client, user, numbers)
  )
}

const BUSY = { CHANNELS: 'USER_BUSY', CPS: 'USER_BUSY' } as const

/** Why the client of the called SIP user is not active, as the refusal for its caller. */
function whyOwnerBarred({ snapshot, now_ms }: OnNetQuestion, user: SipUser) {
  const owner = snapshot.clients.get(user.account_id)
  if (!owner || user.status !== 'active')
    return { refusal: 'USER_BLOCKED', party: user.username } as const
  const barred = checkAccountsActive(owner, resellersOf(snapshot, owner), now_ms / 1000)
  return barred && ({ refusal: 'USER_BLOCKED', party: barred.party ?? owner.name } as const)
}

function onNetRoute(client: Client, user: SipUser, { routed }: ReadNumbers): OnNetRoute {
  return {
    routes: [
      {
        gateway_id: ON_NET,
        gateway_name: user.username,
        settlement_id: null,
        target_id: null,
        target_channel_limit: null,
        address: user.username,
        sent_number: user.username,
        sent_caller_number: routed.src,
        sent_caller_name: routed.name,
        sent_pai: routed.pai,
        sent_diversion: routed.diversion,
        codecs: client.codecs,
        // Phones are behind NAT, which accepts only responses.
        media_mode: 'PROXY',
        buy: null,
      },
    ],
    route_plan_id: null,
    route_rule_id: null,
    max_setup_seconds: RING_SECONDS,
  }
}
