// The question of the switch before a gateway with limited channels; it does not wait long.
import type { SwitchRoute } from '#engine/kamailio/switch-link.ts'
import type { Environment, SwitchUser } from './environment.ts'
import { questionOf } from './messages.ts'
import type { SimulatedCall } from './simulated-call.ts'

const PATIENCE_MS = 500

/** Answers once, unless the call ends before: without an engine or an answer in time it is yes. */
export function askCapacity(
  { clockwork, chance, wall_ms }: Environment,
  engine: SwitchUser | undefined,
  call: SimulatedCall,
  route: SwitchRoute,
  goOn: (has_capacity: boolean) => void,
): void {
  let is_waiting = true
  const answer = (has_capacity: boolean | undefined) => {
    if (has_capacity === undefined || !is_waiting || call.state !== 'SETUP' || call.is_orphan)
      return
    is_waiting = false
    goOn(has_capacity)
  }
  if (!engine || !route.ask) {
    answer(true)
    return
  }
  const question = questionOf(call, route.gateway_id, wall_ms() / 1000)
  const ask = () => engine.whenRunning(() => void engine.hasCapacity(question).then(answer))
  clockwork.plan(chance.next() * 2, ask)
  clockwork.plan(PATIENCE_MS, () => answer(true))
}
