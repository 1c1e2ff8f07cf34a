// What the trace of a call tells of the money: made only for calls whose trace is written.
import { type Grant, narrowest, type Payer, type Purse } from '#core/account/payer.ts'
import type { Call } from '#core/call/call.ts'
import { NO_MONEY } from '#core/money.ts'
import type { LoggedStep } from '#core/routing/trace.ts'
import { limitedCarriers } from './operation.ts'

type PurseOf = (payer: Payer) => Purse | null

/** Every payer with what it had free before anything was held, and what is held of it. */
export function moneySteps(
  call: Call,
  grant: Grant & { kind: 'granted' },
  steps: readonly LoggedStep[],
  purseOf: PurseOf,
): LoggedStep[] {
  const payers = [...call.payers, ...limitedCarriers(call.routes)]
  const told = payers.map((payer): LoggedStep => {
    const { account_id, depth } = payer
    return {
      step: 'payer',
      depth,
      party: nameOf(call, payer, steps),
      free: narrowest(payer, purseOf(payer))?.amount ?? null,
      held: grant.holds.get(account_id) ?? NO_MONEY,
      is_limit: grant.limit?.account_id === account_id,
    }
  })
  const held = grant.holds.get(call.payers[0].account_id) ?? NO_MONEY
  const package_seconds = grant.package_hold?.seconds ?? 0
  const granted_seconds = grant.seconds
  return [...told, { step: 'money', granted_seconds, held, package_seconds }]
}

/** The refusal, with the name of whose money does not suffice. */
export function noMoneyStep(
  call: Call,
  { refusal, account_id }: Grant & { kind: 'refused' },
  steps: readonly LoggedStep[],
): LoggedStep {
  const payers = [...call.payers, ...limitedCarriers(call.routes)]
  const payer = payers.find((one) => one.account_id === account_id)
  const party = payer ? nameOf(call, payer, steps) : null
  return { step: 'refused', refusal, party }
}

/** Gateways of the call as it was decided that are not among its routes any more. */
export function leftOutSteps(decided: Call, call: Call): LoggedStep[] {
  const left = decided.routes.filter((route) => !call.routes.includes(route))
  const reason = 'settlement debt limit reached'
  return left.map(({ gateway_name: gateway }) => ({ step: 'skipped', gateway, reason }))
}

/** By the steps that priced it; of a settlement account the gateways for which it is paid. */
function nameOf(call: Call, { account_id, depth }: Payer, steps: readonly LoggedStep[]): string {
  if (depth >= 0) {
    const rate = steps.find((one) => one.step === 'rate' && one.depth === depth)
    return rate?.step === 'rate' ? rate.party : String(account_id)
  }
  const routes = call.routes.filter((route) => route.settlement_id === account_id)
  return `The account of ${routes.map(({ gateway_name }) => gateway_name).join(', ')}`
}
