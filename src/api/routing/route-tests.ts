import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/routing/route-tests.ts'
import { availableFunds, type Balance, onDay } from '#core/account/available-funds.ts'
import type { Payer } from '#core/account/payer.ts'
import { assert } from '#core/assert.ts'
import { NO_MONEY } from '#core/money.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import {
  type Decision,
  type Invite,
  type Moment,
  ON_NET,
  type Routed,
} from '#core/routing/decision.ts'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import { type CallParty, type PricedCall, priceCall } from '#core/routing/price-call.ts'
import { answerTo, REFUSALS, type Refusal } from '#core/routing/refusal.ts'
import type { RoutingSnapshot } from '#core/routing/snapshot.ts'
import type { LoggedStep } from '#core/routing/trace.ts'
import { DetailsPool } from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import { dayIn } from '#core/time/calendar.ts'
import { describeStep } from '#core/trace/describe-step.ts'
import { logTrace } from '#core/trace/log-trace.ts'
import { asSqlConnection } from '#db/database.ts'
import { isOfAdmin } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import {
  loadBalances,
  loadFreeSeconds,
  loadNames,
  loadSnapshot,
  loadTariffsFor,
  loadUsage,
  type NamedAccount,
} from '#db/snapshot/route-tests.ts'
import { calledNumber, inviteOf, withCaller } from '../checks/called-number.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { checkSeen, ownSidesOf } from './own-route-test.ts'

type Form = BodyOf<typeof contract.testRoute>

export const routeTests: HandlersOf<typeof contract> = {
  async testRoute({ database, caller, body, clock }) {
    const connection = asSqlConnection(database)
    const at_ms = body.at === null ? clock.now_ms() : Date.parse(body.at)
    // Nothing is left to chance: the same test has the same answer.
    const moment: Moment = { now_ms: at_ms, random: () => 0 }
    const invite = inviteOf(body)
    const untariffed = withCaller(await loadSnapshot(connection), body)
    const called_number = calledNumber(untariffed, invite, moment)
    const tariffs = await loadTariffsFor(connection, [called_number], new DetailsPool())
    const snapshot: RoutingSnapshot = { ...untariffed, tariffs }
    const usage = await loadUsage(connection, new PercentCounters(), clock.now_ms())
    const decision = decideCall(snapshot, usage, invite, moment)
    await checkSeen(database, caller.scope, body, decision)

    const payers = payersOf(decision)
    const ids = payers.map((payer) => payer.account_id)
    const { timezone, currency } = await readSettings(database)
    const subscription_ids = payers.flatMap((payer) => payer.subscription_ids ?? [])
    const priced = priceOf(decision, body, {
      balances: await loadBalances(connection, ids),
      today: dayIn(timezone, clock.now_ms()),
      packages: await loadFreeSeconds(connection, subscription_ids, clock.now_ms() / 1000),
    })
    const named = { names: await loadNames(connection, ids), tariffs }
    const result = {
      ...answerOf(decision, priced, snapshot, { invite, form: body, currency }),
      at: toInstant(at_ms),
      currency,
      ...show(decision, priced, named),
    }
    return isOfAdmin(caller.scope) ? result : ownSidesOf(result, caller)
  },
}

function payersOf(decision: Decision): Payer[] {
  if (decision.kind !== 'routed') return []
  return [...decision.payers, ...decision.routes.flatMap(({ buy }) => buy ?? [])]
}

/** The available funds of all payers. */
interface Means {
  readonly balances: ReadonlyMap<number, Balance>
  readonly today: string
  /** Seconds of packages, by subscription. */
  readonly packages: ReadonlyMap<number, number>
}

function priceOf(
  decision: Decision,
  { duration_seconds }: Form,
  { balances, today, packages }: Means,
): PricedCall {
  if (decision.kind !== 'routed') return { payers: [], routes: [] }
  const fundsOf = (payer: Payer) => {
    const row = balances.get(payer.account_id)
    return availableFunds(payer, row && onDay(row, today), new Map())
  }
  return priceCall(decision, duration_seconds, fundsOf, (id) => packages.get(id) ?? 0)
}

/** Why a call with routes would be refused: a payer could pay for none of them. */
function whyNotPaid({ routes }: PricedCall): Refusal | null {
  return routes.every(({ refusal }) => refusal !== null) ? (routes[0]?.refusal ?? null) : null
}

function waysText({ routes }: Routed): string {
  const [first] = routes
  if (first.gateway_id === ON_NET) return `The call goes to SIP user ${first.address}.`
  return `The call has ${routes.length} ${routes.length === 1 ? 'gateway' : 'gateways'}.`
}

interface Asked {
  readonly invite: Invite
  readonly form: Form
  /** The system currency. */
  readonly currency: string
}

function answerOf(
  decision: Decision,
  priced: PricedCall,
  snapshot: RoutingSnapshot,
  { invite, form, currency }: Asked,
) {
  if (decision.kind === 'challenged') {
    return {
      outcome: 'challenged' as const,
      refusal: null,
      sip_code: 407,
      sip_reason: 'Proxy Authentication Required',
      text: 'The caller is challenged for username and password.',
      client: null,
      called_number: '',
      caller_number: invite.caller_number,
      steps: [],
      max_setup_seconds: null,
    }
  }
  const { identity } = decision
  const client = snapshot.clients.get(identity.account_id ?? 0)
  const common = {
    client: client ? { id: client.id, name: client.name, kind: client.type } : null,
    called_number: identity.called_number ?? '',
    caller_number: identity.routed_caller_number ?? invite.caller_number,
    steps: logTrace(decision).map((step) => stepOf(step, form, currency)),
  }
  const refusal = decision.kind === 'routed' ? whyNotPaid(priced) : decision.refusal
  if (decision.kind === 'routed' && refusal === null) {
    const { max_setup_seconds } = decision
    const heard = { refusal: null, sip_code: null, sip_reason: '', text: waysText(decision) }
    return { outcome: 'routed' as const, ...heard, ...common, max_setup_seconds }
  }
  assert(refusal !== null, 'what is not routed is refused')
  const { text } = REFUSALS[refusal]
  const wanted_code = decision.kind === 'refused' ? decision.sip_code : undefined
  const { sip_code, sip_reason } = answerTo(refusal, wanted_code)
  const heard = { refusal, sip_code, sip_reason, text }
  return { outcome: 'refused' as const, ...heard, ...common, max_setup_seconds: null }
}

/** A client that was chosen calls from no address. */
function stepOf(step: LoggedStep, { by }: Form, currency: string) {
  const written = describeStep(step, currency)
  if (step.step !== 'CALLER' || by !== 'client') return written
  const { client, account_id } = step
  return { ...written, text: `Caller identified as ${client}.`, facts: { client, account_id } }
}

const NO_PRICE: PricedCall['routes'][number] = {
  gateway_id: 0,
  buy: null,
  margin: NO_MONEY,
  longest_seconds: 0,
  refusal: null,
}

interface Named {
  readonly names: ReadonlyMap<number, NamedAccount>
  readonly tariffs: ReadonlyMap<number, Tariff>
}

function show(decision: Decision, priced: PricedCall, named: Named) {
  if (decision.kind !== 'routed') return { payers: [], routes: [] }
  return {
    payers: priced.payers.map((party) => showParty(party, named)),
    routes: decision.routes.map((way, at) => {
      const { buy, margin, longest_seconds, refusal } = priced.routes[at] ?? NO_PRICE
      const {
        settlement_id: _,
        target_id: __,
        target_channel_limit: ___,
        buy: ____,
        ...shown
      } = way
      const settlement = buy ? showParty(buy, named) : null
      const codecs = [...way.codecs]
      return { ...shown, codecs, buy: settlement, margin, longest_seconds, refusal }
    }),
  }
}

function showParty(party: CallParty, { names, tariffs }: Named) {
  const { payer, charge, package_seconds, longest_seconds, margin } = party
  const { price, account_id, depth } = payer
  const account = names.get(account_id)
  const tariff = tariffs.get(price.tariff_id)
  return {
    account_id,
    name: account?.name ?? '',
    kind: account?.kind ?? '',
    level: account?.level ?? null,
    depth,
    tariff_id: price.tariff_id,
    tariff_name: tariff?.name ?? '',
    prefix: price.prefix,
    destination: price.destination,
    rate: price.terms.rate,
    rate_currency: tariff?.currency ?? price.terms.currency,
    currency: price.terms.currency,
    billed_seconds: charge.billed_seconds,
    package_seconds,
    net: charge.net,
    vat: charge.vat,
    amount: charge.amount,
    longest_seconds,
    margin,
  }
}
