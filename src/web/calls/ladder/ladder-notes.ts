// The decision of the switch and its money as notes between the messages of a call.
import type { WholeCall } from '#contract/calls/call-records.ts'
import { type Money, parseMoney } from '#core/money.ts'
import { amountIn, count } from '../../ui/values/format.ts'

type Step = WholeCall['steps'][number]
export type LadderAttempt = Pick<
  WholeCall['call'],
  'attempt_no' | 'attempt_end' | 'gateway_address' | 'gateway_name' | 'sent_at'
>

/** Parts that need other rights are absent, and an active call has no attempts and no charges. */
export interface CallFacts {
  readonly decided_at: string | undefined
  readonly ended_at: string | undefined
  readonly steps: readonly Step[] | undefined
  readonly attempts: readonly LadderAttempt[]
  readonly charges: readonly Pick<
    WholeCall['charges'][number],
    'depth' | 'account_name' | 'amount' | 'currency' | 'billed_seconds'
  >[]
}

export interface LadderNote {
  readonly text: string
  readonly at: string | undefined
  readonly is_refusal?: true
}

/** The note of one route, and the address that it leads to. */
export interface RouteNote extends LadderNote {
  readonly address: string | null
}

export function factsOfCall({ call, attempts, steps, charges }: WholeCall): CallFacts {
  const decided_ms = Date.parse(call.started_at) + (call.routing_ms ?? 0)
  return {
    decided_at: new Date(decided_ms).toISOString(),
    ended_at: call.ended_at,
    ...{ steps, charges, attempts: attempts ?? [] },
  }
}

/** Before anything is sent to a gateway. */
export function decisionNotes({ steps = [], decided_at: at }: CallFacts): LadderNote[] {
  return steps.flatMap(({ step, text, facts }): LadderNote[] => {
    if (step === 'REFUSED') return [{ text: `Refused: ${text}`, at, is_refusal: true }]
    return step === 'RESERVATION' ? [{ text: reservedText(facts), at }] : []
  })
}

function reservedText({ held, currency, granted_seconds, package_seconds }: Step['facts']): string {
  const amount = moneyOf(held)
  const parts = [
    ...(Number(package_seconds) > 0 ? [`${package_seconds} s of a package`] : []),
    ...(amount === null ? [] : [amountIn(amount, String(currency ?? ''))]),
  ]
  return `Reserved ${parts.join(' and ')} for ${granted_seconds} s`
}

const moneyOf = (fact: Step['facts'][string] | undefined): Money | null =>
  typeof fact === 'string' ? (parseMoney(fact) ?? null) : null

/** One before the INVITE to each gateway. */
export function routeNotes({ steps = [], attempts }: CallFacts): RouteNote[] {
  const found = (name: string, result: Step['result']) =>
    steps.filter((step) => step.step === name && step.result === result).length
  const routes = found('GATEWAY', 'ELIGIBLE') - found('SKIPPED', 'EXCLUDED')
  return attempts
    .filter(({ attempt_end }) => attempt_end !== 'NOT_SENT')
    .flatMap(({ attempt_no, gateway_address, gateway_name, sent_at }): RouteNote[] => {
      if (gateway_address === null) return []
      const of = routes >= attempt_no ? ` of ${routes}` : ''
      const text = `Route ${attempt_no}${of}: ${gateway_name ?? gateway_address}`
      return [{ text, at: sent_at ?? undefined, address: gateway_address }]
    })
}

/** After the last message. */
export function moneyNotes({ charges, ended_at: at }: CallFacts): LadderNote[] {
  return charges.map(({ depth, account_name, amount, currency, billed_seconds }) => ({
    text:
      `${account_name} ${depth < 0 ? 'is owed' : 'is charged'} ${amountIn(amount, currency)} ` +
      `for ${count(billed_seconds, 'second', 'seconds')}`,
    at,
  }))
}
