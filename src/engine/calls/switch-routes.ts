// The routes of a call for the switch: addresses, timers, caller identity.
import type { Call } from '#core/call/call.ts'
import {
  type CompiledFailoverPolicy,
  DEFAULT_FAILOVER_POLICY,
} from '#core/gateway/failover-policy.ts'
import { isAnonymous, isPrivate } from '#core/number/caller-id.ts'
import { ON_NET, type Route } from '#core/routing/decision.ts'
import type { Gateway, RoutingSnapshot } from '#core/routing/snapshot.ts'
import { SIP_REALM } from '#core/sip-realm.ts'
import { hostAndPort, socketOf, uriOfHost } from '../gateways/gateway-address.ts'
import type { CallerHeaders, SwitchRoute } from '../kamailio/switch-link.ts'

const SECOND_MS = 1000
const ON_NET_TIMEOUTS = { invite_timeout_ms: 4000, pdd_timeout_ms: 12_000, ring_timeout_ms: 60_000 }

/** SIP users that are registered at another node, and the SIP URI of that node. */
export type Elsewhere = ReadonlyMap<string, string>

/**
 * The switch sends an `AttemptQuestion` before it leaves a gateway with limits and before it tries
 * one; the first route was counted at the decision.
 */
export function switchRoutes(
  snapshot: RoutingSnapshot,
  call: Call,
  elsewhere: Elsewhere = new Map(),
): SwitchRoute[] {
  return call.routes.map((route, at) => {
    const before = call.routes[at - 1]
    const sent = switchRoute(snapshot, call, route, elsewhere)
    const ask = before && (hasLimits(snapshot, before) || hasLimits(snapshot, route))
    return ask ? { ...sent, ask } : sent
  })
}

function hasLimits(snapshot: RoutingSnapshot, route: Route): boolean {
  const gateway = snapshot.gateways.get(route.gateway_id)
  const settlement = snapshot.settlements.get(route.settlement_id ?? 0)
  const limits = [
    gateway?.channel_limit,
    gateway?.cps_limit,
    gateway?.per_number_channel_limit,
    settlement?.channel_limit,
    settlement?.cps_limit,
    route.target_channel_limit,
  ]
  return limits.some((limit) => typeof limit === 'number')
}

function switchRoute(
  snapshot: RoutingSnapshot,
  call: Call,
  route: Route,
  elsewhere: Elsewhere,
): SwitchRoute {
  const gateway = snapshot.gateways.get(route.gateway_id)
  return route.gateway_id === ON_NET || !gateway
    ? toSipUser(call, route, elsewhere.get(route.address))
    : toGateway(snapshot, call, route, gateway)
}

function toSipUser(call: Call, route: Route, node_uri: string | undefined): SwitchRoute {
  const uri = uriOf(route.sent_number, SIP_REALM)
  return {
    gateway_id: ON_NET,
    ...(node_uri === undefined ? { on_net: route.address } : { node_user: route.address }),
    uri,
    dst_uri: node_uri ?? '',
    codecs: route.codecs,
    media: 'PROXY',
    ...ON_NET_TIMEOUTS,
    ...callerOf(call, route, { from_domain: SIP_REALM }),
  }
}

function toGateway(
  snapshot: RoutingSnapshot,
  call: Call,
  route: Route,
  gateway: Gateway,
): SwitchRoute {
  const policy = snapshot.failover_policies.get(
    gateway.failover_policy_id ?? DEFAULT_FAILOVER_POLICY,
  )
  return {
    gateway_id: gateway.id,
    uri: uriOf(route.sent_number, hostAndPort(gateway)),
    dst_uri: uriOfHost(gateway),
    networks: settlementNetworks(snapshot, gateway),
    codecs: route.codecs,
    media: route.media_mode,
    invite_timeout_ms: gateway.invite_timeout_seconds * SECOND_MS,
    pdd_timeout_ms: gateway.pdd_timeout_seconds * SECOND_MS,
    ring_timeout_ms: gateway.ring_timeout_seconds * SECOND_MS,
    stop_after_ringing: gateway.stop_after_ringing,
    ...(policy ? stopsOf(policy, gateway) : {}),
    ...socketOf(snapshot, gateway),
    ...authOf(gateway),
    ...callerOf(call, route, gateway),
  }
}

/** Kamailio keeps them with each call. */
const NETWORKS_MAX = { client: 32, settlement: 8 }

/** Networks from which the client may change and end its calls, beside their source. */
export const clientNetworks = (snapshot: RoutingSnapshot, { identity }: Call): readonly string[] =>
  (snapshot.client_networks.get(identity.account_id) ?? []).slice(0, NETWORKS_MAX.client)

/** The networks of all gateways of the carrier, this one's first. */
function settlementNetworks(
  { settlement_networks }: RoutingSnapshot,
  { host, settlement_id }: Gateway,
): readonly string[] {
  const all = settlement_networks.get(settlement_id) ?? []
  const own_first = all.includes(host) ? [host, ...all.filter((one) => one !== host)] : all
  return own_first.slice(0, NETWORKS_MAX.settlement)
}

function stopsOf(
  { stops, replies }: CompiledFailoverPolicy,
  { stop_after_ringing }: Gateway,
): Pick<SwitchRoute, 'stop' | 'stop_after_two_gateways' | 'replies'> {
  return { ...(stop_after_ringing ? stops.after_ringing : stops.otherwise), replies }
}

function authOf({ auth_username, auth_password, auth_realm }: Gateway) {
  if (auth_username === '') return {}
  return { auth: { username: auth_username, password: auth_password, realm: auth_realm } }
}

type CallerRules = Partial<
  Pick<Gateway, 'from_user' | 'from_domain' | 'pai_mode' | 'rpid' | 'privacy_mode'>
>
type SentCaller = Pick<SwitchRoute, 'from_uri' | 'from_name' | 'headers'>

/** RFC 3323 §4.1: name and address of a caller that asked for privacy. */
const ANONYMOUS_URI = 'sip:anonymous@anonymous.invalid'
const ANONYMOUS_NAME = 'Anonymous'

/**
 * The caller as sent to this gateway: in From, and, if the gateway is trusted with the identity, in
 * P-Asserted-Identity (RFC 3325) or Remote-Party-ID. Such a gateway also gets the Diversion header
 * (RFC 5806).
 */
function callerOf(call: Call, route: Route, rules: CallerRules): SentCaller {
  const { from_user = '', from_domain = '', pai_mode = 'none', rpid = false } = rules
  const { invite } = call
  const number = route.sent_caller_number
  const shown = { number: invite.caller_number, is_private: isPrivate(invite) }
  const is_hidden = rules.privacy_mode !== 'none' && isAnonymous(shown)
  const domain = from_domain || SIP_REALM
  const asserted = pai_mode === 'relay' ? route.sent_pai : number
  const has_identity = asserted !== '' && !isAnonymous({ number: asserted, is_private: false })
  const is_secret = is_hidden && rules.privacy_mode === 'hide'
  const may_tell = has_identity && !is_secret
  const diverter = pai_mode === 'relay' && !is_secret ? route.sent_diversion : ''
  const identity = `<${uriOf(asserted, domain)}>`
  const headers: CallerHeaders = {
    ...(may_tell && pai_mode !== 'none' ? { 'P-Asserted-Identity': identity } : {}),
    ...(may_tell && rpid
      ? { 'Remote-Party-ID': `${identity};party=calling;privacy=${is_hidden ? 'full' : 'off'}` }
      : {}),
    ...(is_hidden ? { Privacy: 'id' } : {}),
    ...(diverter !== '' ? { Diversion: `<${uriOf(diverter, domain)}>` } : {}),
  }
  if (is_hidden || number === '') {
    return { from_uri: ANONYMOUS_URI, from_name: ANONYMOUS_NAME, headers }
  }
  const from_uri = uriOf(from_user || number, domain)
  return { from_uri, from_name: route.sent_caller_name, headers }
}

/** Escapes a number received from outside, so that it can only be the user part. */
function uriOf(user: string, host: string): string {
  return `sip:${encodeURIComponent(user).replace(/%2B/g, '+')}@${host}`
}
