// Which calls are recorded. It is decided for each route before the call is sent, since only media
// that the switch relays can be recorded.
import { type CallRule, choosesCall } from './call-rule.ts'
import { type Identity, ON_NET, type Routed } from './decision.ts'

type Routes = Routed['routes']

/**
 * The routes, with the mark on those whose call is recorded, and relayed for that, if it is
 * answered there. A rule for gateways chooses no call to a SIP user.
 */
export function recordRoutes(
  rules: readonly CallRule[],
  { account_id, reseller_ids, called_number, routed_caller_number }: Identity,
  routes: Routes,
): Routes {
  if (rules.length === 0) return routes
  const facts = {
    account_ids: [account_id, ...reseller_ids],
    called_number,
    caller_number: routed_caller_number,
  }
  const mark = (route: Routes[number]): Routes[number] => {
    const gateway_ids = route.gateway_id === ON_NET ? [] : [route.gateway_id]
    return rules.some((rule) => choosesCall(rule, { ...facts, gateway_ids }))
      ? { ...route, media_mode: 'PROXY', is_recorded: true }
      : route
  }
  const [first, ...others] = routes
  return [mark(first), ...others.map(mark)]
}
