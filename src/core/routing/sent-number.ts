// The numbers sent to a gateway. Each attempt starts from those of the call: changes for one
// gateway must not reach the next one (docs/domain/routing.md, R8).
import { changeDigits } from '../number/change-digits.ts'
import { pickFrom } from '../number/number-list.ts'
import { type CallNumbers, translate } from '../number/translation.ts'
import type { RouteTarget } from './route-plan.ts'
import type { Gateway, RoutingSnapshot } from './snapshot.ts'

/** First the changes of the target, then those of the gateway: digits, caller, translation. */
export function sentNumbers(
  snapshot: RoutingSnapshot,
  target: RouteTarget,
  gateway: Gateway,
  numbers: CallNumbers,
  random: () => number,
): CallNumbers {
  let sent: CallNumbers = { ...numbers, called_number: changeDigits(target, numbers.called_number) }
  sent = translated(snapshot, target.translation_id, sent, random)
  sent = { ...sent, called_number: changeDigits(gateway, sent.called_number) }
  const pool = snapshot.number_lists.get(gateway.cli_pool_id ?? 0)
  const caller = pool && pickFrom(pool, random())
  if (caller !== undefined) sent = { ...sent, caller_number: caller }
  return translated(snapshot, gateway.translation_id, sent, random)
}

function translated(
  { translations }: RoutingSnapshot,
  translation_id: number | null,
  numbers: CallNumbers,
  random: () => number,
): CallNumbers {
  const translation = translations.get(translation_id ?? 0)
  return translation ? translate(translation, numbers, random()).numbers : numbers
}
