// The trace steps about money, made only for calls whose trace is stored.
import { type AvailableFunds, type Grant, lowestFunds, type Payer } from '../account/payer.ts'
import type { Call } from '../call/call.ts'
import { NO_MONEY } from '../money.ts'
import type { LoggedStep } from '../routing/trace.ts'
import { limitedSettlements } from './operation.ts'

type FundsOf = (payer: Payer) => AvailableFunds | null

/** Every payer with what it had free before anything was held, and what is held of it. */
export function moneySteps(
  call: Call,
  grant: Grant & { kind: 'granted' },
  steps: readonly LoggedStep[],
  availableFunds: FundsOf,
): LoggedStep[] {
  const payers = [...call.payers, ...limitedSettlements(call.routes)]
  const told = payers.map((payer): LoggedStep => {
    const { account_id, depth } = payer
    return {
      step: 'PAYER',
      depth,
      party: nameOf(call, payer, steps),
      currency: payer.price.terms.currency,
      free: lowestFunds(payer, availableFunds(payer))?.amount ?? null,
      held: grant.holds.get(account_id) ?? NO_MONEY,
      is_limit: grant.limit?.account_id === account_id,
    }
  })
  const [client] = call.payers
  const held = grant.holds.get(client.account_id) ?? NO_MONEY
  const { currency } = client.price.terms
  const package_seconds = grant.package_hold?.seconds ?? 0
  const granted_seconds = grant.seconds
  return [...told, { step: 'RESERVATION', granted_seconds, held, currency, package_seconds }]
}

/** The refusal, with the name of whose money does not suffice. */
export function fundsRefusedStep(
  call: Call,
  { refusal, account_id }: Grant & { kind: 'refused' },
  steps: readonly LoggedStep[],
): LoggedStep {
  const payers = [...call.payers, ...limitedSettlements(call.routes)]
  const payer = payers.find((one) => one.account_id === account_id)
  const party = payer ? nameOf(call, payer, steps) : null
  return { step: 'REFUSED', refusal, party }
}

/** Gateways of the call as it was decided that are not among its routes any more. */
export function leftOutSteps(decided: Call, call: Call): LoggedStep[] {
  const left = decided.routes.filter((route) => !call.routes.includes(route))
  const reason = 'SETTLEMENT_DEBT_LIMIT'
  return left.map(({ gateway_name: gateway }) => ({ step: 'SKIPPED', gateway, reason }))
}

/** By the steps that priced it; of a settlement account the gateways for which it is paid. */
function nameOf(call: Call, { account_id, depth }: Payer, steps: readonly LoggedStep[]): string {
  if (depth >= 0) {
    const rate = steps.find((one) => one.step === 'RATE' && one.depth === depth)
    return rate?.step === 'RATE' ? rate.party : String(account_id)
  }
  const routes = call.routes.filter((route) => route.settlement_id === account_id)
  return `The account of ${routes.map(({ gateway_name }) => gateway_name).join(', ')}`
}
