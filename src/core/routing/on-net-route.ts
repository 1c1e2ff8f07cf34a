// The way to a telephone of ours: the switch knows where it is registered.
import { ON_NET, type Routed } from './decision.ts'
import type { ReadNumbers } from './read-numbers.ts'
import type { Client, SipUser } from './switchboard.ts'

/** Nobody waits longer for a telephone to be picked up, in seconds. */
const RING_SECONDS = 60

export function onNetRoute(
  client: Client,
  user: SipUser,
  { routed }: ReadNumbers,
): Pick<Routed, 'routes' | 'route_plan_id' | 'route_rule_id' | 'max_setup_seconds'> {
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
        codecs: client.codecs,
        // Telephones stand behind routers, which let only answers in.
        media_mode: 'PROXY',
        buy: null,
      },
    ],
    route_plan_id: null,
    route_rule_id: null,
    max_setup_seconds: RING_SECONDS,
  }
}
