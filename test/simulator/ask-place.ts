// Before the switch goes on to a gateway whose places are counted, it asks and does not wait long.
import type { SwitchRoute } from '#engine/kamailio/switch-link.ts'
import type { Ground, SwitchUser } from './ground.ts'
import type { Life } from './life.ts'
import { questionOf } from './sayings.ts'

const PATIENCE_MS = 500

/** Answers once, unless the call ends before: without an engine or an answer in time it is yes. */
export function askPlace(
  { clockwork, chance, wall_ms }: Ground,
  engine: SwitchUser | undefined,
  life: Life,
  route: SwitchRoute,
  goOn: (may_try: boolean) => void,
): void {
  let is_waiting = true
  const answer = (may_try: boolean) => {
    if (!is_waiting || life.state !== 'SETUP' || life.is_orphan) return
    is_waiting = false
    goOn(may_try)
  }
  if (!engine || !route.ask) {
    answer(true)
    return
  }
  const question = questionOf(life, route.gateway_id, wall_ms() / 1000)
  const ask = () => engine.whenRunning(() => answer(engine.mayTry(question)))
  clockwork.plan(chance.next() * 2, ask)
  clockwork.plan(PATIENCE_MS, () => answer(true))
}
