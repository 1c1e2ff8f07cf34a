// The number as which a call of a client, an address or a SIP user is rated and routed.
import type { BodyOf } from '#contract/endpoint.ts'
import type { testRoute } from '#contract/routing/route-tests.ts'
import { NetworkTable } from '#core/ip-network.ts'
import type { Invite, Moment } from '#core/routing/decision.ts'
import { identifyCaller } from '#core/routing/identify-caller.ts'
import { normaliseCall } from '#core/routing/normalise-call.ts'
import type { ClientIp, RoutingSnapshot } from '#core/routing/snapshot.ts'
import type { SnapshotWithoutTariffs } from '#db/snapshot/route-tests.ts'
import { badField } from '../http/problem.ts'

type Form = BodyOf<typeof testRoute>

/** A documentation address (RFC 5737): no call comes from it. */
const TEST_ADDRESS = '192.0.2.255'

export function inviteOf(form: Form): Invite {
  return {
    sip_call_id: 'route-test',
    source_ip: form.by === 'address' ? form.source_ip : TEST_ADDRESS,
    source_port: form.source_port,
    transport: form.transport,
    dialled_number: form.dialled_number,
    to_number: form.dialled_number,
    diversion: '',
    caller_number: form.caller_number || (form.by === 'sip_user' ? form.username : ''),
    caller_name: '',
    pai: '',
    rpid: '',
    privacy: '',
    foreign_route: '',
    user_agent: 'route test',
    auth_username: form.by === 'sip_user' ? form.username : '',
    from_domain: '',
    dialled_domain: '',
    local_address: '',
  }
}

/** A client is tested by a row of the IP list that only this test has: any address, no limits. */
export function withCaller(snapshot: SnapshotWithoutTariffs, form: Form): SnapshotWithoutTariffs {
  if (form.by === 'address') return snapshot
  if (form.by === 'sip_user') {
    if (!snapshot.sip_users.has(form.username.toLowerCase())) {
      throw badField('username', 'No active SIP user has this name.')
    }
    return snapshot
  }
  if (form.client_id === null || !snapshot.clients.has(form.client_id)) {
    throw badField('client_id', 'Select a client.')
  }
  const callers = new NetworkTable<ClientIp>()
  callers.add(TEST_ADDRESS, {
    id: 0,
    account_id: form.client_id,
    port: null,
    transport: null,
    tech_prefix: '',
    dst_prefixes: [],
    src_prefixes: [],
    dst_min_length: 0,
    dst_max_length: 64,
    channel_limit: null,
    cps_limit: null,
    route_plan_id: null,
    tariff_id: null,
    auth_username: null,
  })
  return { ...snapshot, callers }
}

/**
 * Found by the first steps of the decision itself, because it determines which rates are loaded.
 */
export function calledNumber(
  untariffed: SnapshotWithoutTariffs,
  invite: Invite,
  moment: Moment,
): string {
  const snapshot: RoutingSnapshot = { ...untariffed, tariffs: new Map() }
  const caller = identifyCaller(snapshot, invite)
  if (caller.kind !== 'known') return ''
  const normalised = normaliseCall(snapshot, caller, invite, moment)
  return normalised.kind === 'normalised' ? normalised.numbers.called_number : ''
}
