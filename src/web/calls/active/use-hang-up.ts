// Ends calls from the console, after a confirmation that names them and their value.
import { type ActiveCall, hangUpCall } from '#contract/calls/active-calls.ts'
import { alert } from '../../alerts/alerts.ts'
import { ApiError, messageOf } from '../../http/api-error.ts'
import { useChange } from '../../http/use-endpoint.ts'
import { amountIn, count, formatDuration, formatPrice } from '../../ui/values/format.ts'

const NAMED_AT_MOST = 3

const nameOf = (call: ActiveCall) =>
  `${call.caller_number || 'unknown number'} to ${call.called_number}`

function questionOf(calls: readonly ActiveCall[]) {
  const [one] = calls
  const end = 'Both legs will be cleared; talk time is billed.'
  if (calls.length === 1 && one) {
    const over = one.gateway_name ? ` via ${one.gateway_name}` : ''
    const sold = `sell rate ${formatPrice(one.sell_rate)} ${one.sell_rate_currency} per minute`
    const bought = `, buy rate ${formatPrice(one.buy_rate)} ${one.buy_rate_currency}`
    const buy = one.buy_rate === null ? '' : bought
    const held = amountIn(one.held, one.currency)
    const holds = `Reserved: ${held} for ${formatDuration(one.granted_seconds)}.`
    return {
      title: `Hang up ${nameOf(one)}?`,
      text: `Call of ${one.client_name}${over}, ${sold}${buy}. ${holds} ${end}`,
    }
  }
  const named = calls.slice(0, NAMED_AT_MOST).map(nameOf).join('; ')
  const more = calls.length - NAMED_AT_MOST
  return {
    title: `Hang up ${count(calls.length, 'call', 'calls')}?`,
    text: `${named}${more > 0 ? `; and ${count(more, 'other', 'others')}` : ''}. ${end}`,
  }
}

/** True when the hang-up was requested, whether or not each call could be ended. */
export function useHangUp(): (calls: readonly ActiveCall[]) => Promise<boolean> {
  const hangUp = useChange(hangUpCall, { errors: 'form' })
  return async (calls) => {
    const { title, text } = questionOf(calls)
    const sure = await alert.confirm(text, { title, yes: 'Hang up', no: 'Keep', dangerous: true })
    if (!sure) return false
    const results = await Promise.allSettled(
      calls.map(({ call_id }) => hangUp.mutateAsync({ params: { call_id } })),
    )
    const done = results.filter(({ status }) => status === 'fulfilled').length
    if (done > 0) alert.success(`Hanging up ${count(done, 'call', 'calls')}.`)
    for (const [at, result] of results.entries()) {
      const call = calls[at]
      if (result.status === 'rejected' && call) reportError(call, result.reason)
    }
    return true
  }
}

function reportError(call: ActiveCall, error: unknown): void {
  const isOver = error instanceof ApiError && error.status === 404
  if (isOver) alert.info(`${nameOf(call)} had already ended.`)
  else alert.error(messageOf(error), { title: `${nameOf(call)} could not be hung up` })
}
