// Which carriers have a part in a call, worked out from the call alone.
import type { Payer } from '#core/account/payer.ts'
import type { Call, CallEnd } from '#core/call/call.ts'

/** Those that limit what we may owe them: of all routes, or of the gateway that answered. */
export function limitedSettlements(call: Call, gateway_id?: number | null): Payer[] {
  const settlements = new Map<number, Payer>()
  for (const route of call.routes) {
    if (gateway_id !== undefined && route.gateway_id !== gateway_id) continue
    if (route.buy?.has_limit) settlements.set(route.buy.account_id, route.buy)
  }
  return [...settlements.values()]
}

interface Tries {
  readonly attempts: number
  /** Whether it is paid for the talk too. */
  readonly talks: boolean
}

/** An attempt that was not sent counts for no gateway; the call has the answered one. */
export const failedAfterSending = ({ attempts }: CallEnd): CallEnd['attempts'] =>
  attempts.filter(({ attempt_end }) => attempt_end !== 'NOT_SENT' && attempt_end !== 'ANSWERED')

/** Each carrier that was tried, once: the one that answered for the talk, all for their tries. */
export function triesOf(call: Call, end: CallEnd): ReadonlyMap<Payer, Tries> {
  const answering = end.answered_at === null ? null : end.gateway_id
  const tried = failedAfterSending(end).map(({ gateway_id }) => gateway_id)
  if (answering !== null) tried.push(answering)
  const tries = new Map<Payer, Tries>()
  for (const id of tried) {
    const buy = call.routes.find(({ gateway_id }) => gateway_id === id)?.buy
    if (!buy) continue
    const known = [...tries.keys()].find(({ account_id }) => account_id === buy.account_id) ?? buy
    const { attempts, talks } = tries.get(known) ?? { attempts: 0, talks: false }
    tries.set(known, { attempts: attempts + 1, talks: talks || id === answering })
  }
  return tries
}
