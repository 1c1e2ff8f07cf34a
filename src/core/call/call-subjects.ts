// The subjects whose calls are counted with a call (docs/domain/routing.md, R3).
import { type Subject, subjectOf } from '../routing/call-limits.ts'
import { ON_NET } from '../routing/decision.ts'
import { type Call, routeOver } from './call.ts'

/** All of them while the call is at this gateway; null and `ON_NET` are none. */
export const subjectsOf = (call: Call, gateway_id: number | null): Subject[] => [
  ...partiesOf(call),
  ...placesOf(call, gateway_id),
]

export function partiesOf({ identity }: Pick<Call, 'identity'>): Subject[] {
  const { account_id, client_ip_id, sip_user_id, reseller_ids, called_user_id } = identity
  const subjects = [subjectOf('CLIENT', account_id)]
  if (client_ip_id !== null) subjects.push(subjectOf('CLIENT_IP', client_ip_id))
  if (sip_user_id !== null) subjects.push(subjectOf('SIP_USER', sip_user_id))
  // A user that calls itself is one subject with two ends.
  if (called_user_id !== undefined) subjects.push(subjectOf('SIP_USER', called_user_id))
  return [...subjects, ...reseller_ids.map((id) => subjectOf('RESELLER', id))]
}

export function placesOf(call: Call, gateway_id: number | null): Subject[] {
  if (gateway_id === null || gateway_id === ON_NET) return []
  const number = `${gateway_id} ${call.identity.called_number}`
  const route = routeOver(call, gateway_id)
  return [
    subjectOf('GATEWAY', gateway_id),
    subjectOf('NUMBER', number),
    ...(route?.settlement_id == null ? [] : [subjectOf('SETTLEMENT', route.settlement_id)]),
    ...(route?.target_id == null ? [] : [subjectOf('TARGET', route.target_id)]),
  ]
}
