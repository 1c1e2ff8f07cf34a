// Every way in which a call can go, on one screen: identify, normalise, limit, rate, route.
// Money comes after this: it is reserved in the database (account/payer.ts).
import type { Payer } from '../account/payer.ts'
import { priceOf } from '../tariff/tariff.ts'
import { chooseRoutes } from './choose-routes.ts'
import type { Decision, Identity, Invite } from './decision.ts'
import { identifyCaller } from './identify-caller.ts'
import { normaliseNumber } from './normalise-number.ts'
import type { Refusal } from './refusal.ts'
import { findRule } from './route-plan.ts'
import { isFull, type Switchboard, type Usage } from './switchboard.ts'
import type { TraceStep } from './trace.ts'

/** Decides about a call that arrives at `now_ms` (epoch). Takes everything, touches nothing. */
export function decideCall(
  switchboard: Switchboard,
  usage: Usage,
  invite: Invite,
  now_ms: number,
): Decision {
  const trace: TraceStep[] = []
  const payers: Payer[] = []
  let identity: Partial<Identity> = {}
  const refuse = (refusal: Refusal): Decision => {
    trace.push({ step: 'refused', refusal })
    return { kind: 'refused', refusal, identity, payers, trace }
  }

  const row = identifyCaller(switchboard, invite)
  const client = row && switchboard.clients.get(row.account_id)
  if (!row || !client) return refuse('AUTH_UNKNOWN_IP')
  const known = { account_id: client.id, client_type: client.type, client_ip_id: row.id }
  identity = known
  trace.push({
    step: 'caller',
    account_id: client.id,
    client: client.name,
    client_ip_id: row.id,
    source: `${invite.source_ip}:${invite.source_port}`,
  })
  if (client.status !== 'active') return refuse('AUTH_BLOCKED')

  const called_number = normaliseNumber(invite.dialled_number, row.tech_prefix)
  if (!called_number) return refuse('NUM_FORMAT')
  const whole_identity: Identity = { ...known, called_number }
  identity = whole_identity
  trace.push({ step: 'number', dialled_number: invite.dialled_number, called_number })

  const full = isFull(client, usage.load('client', client.id))
  if (full) return refuse(full === 'channels' ? 'LIMIT_CHANNEL_CLIENT' : 'LIMIT_CPS_CLIENT')

  const at_seconds = Math.floor(now_ms / 1000)
  const tariff = switchboard.tariffs.get(client.tariff_id)
  const sell = tariff && priceOf(tariff, called_number, at_seconds, client.vat_percent)
  if (!tariff || !sell) return refuse('DEST_NO_RATE')
  const payer: Payer = { account_id: client.id, depth: 0, price: sell }
  payers.push(payer)
  trace.push({
    step: 'rate',
    prefix: sell.prefix,
    destination: sell.destination,
    rate: sell.terms.rate,
    tariff: tariff.name,
  })
  if (sell.blocked) return refuse('DEST_BLOCKED')
  const dearest = Math.max(sell.terms.rate, sell.terms.first_rate)
  if (client.max_sell_rate !== null && dearest > client.max_sell_rate) {
    return refuse('RATE_TOO_HIGH')
  }

  const plan = switchboard.route_plans.get(client.route_plan_id ?? 0)
  const rule = plan?.status === 'active' ? findRule(plan, called_number) : undefined
  if (!plan || !rule) return refuse('NO_ROUTE')
  trace.push({
    step: 'rule',
    plan: plan.name,
    prefix: rule.dst_prefix,
    mode: plan.mode,
    candidates: rule.targets.length,
  })
  if (rule.action === 'BLOCK') return refuse('DEST_BLOCKED')

  const parties = { client, sell_tariff: tariff, sell, plan, rule }
  const chosen = chooseRoutes({ switchboard, usage, ...parties, called_number, at_seconds })
  trace.push(...chosen.trace)
  const [first, ...others] = chosen.routes
  if (!first) return refuse(whyNoRoute(chosen.trace))

  return {
    kind: 'routed',
    identity: whole_identity,
    payers: [payer],
    routes: [first, ...others],
    route_plan_id: plan.id,
    route_rule_id: rule.id,
    max_call_duration: Math.min(client.max_call_duration, switchboard.max_call_duration),
    trace,
  }
}

/** The most telling reason when no gateway is left: the one nearest to a working route. */
function whyNoRoute(trace: readonly TraceStep[]): Refusal {
  const drops = new Set(trace.map((step) => (step.step === 'gateway' ? step.dropped : null)))
  if (drops.has('costs more than the client pays')) return 'NO_PROFIT'
  if (drops.has('all channels in use') || drops.has('calls per second used up')) {
    return 'LIMIT_GATEWAY'
  }
  if (drops.has('no codec in common')) return 'CODEC_MISMATCH'
  return 'NO_ROUTE'
}
