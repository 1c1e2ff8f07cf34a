// A change of what the firewall decides: never so that it shuts out the address of its request, and
// undone unless confirmed if it could shut out others.
import { type FirewallZone, webServiceOf } from '#core/firewall/firewall-zone.ts'
import { mayShutOut } from '#core/firewall/may-shut-out.ts'
import type { Tx } from '#db/database.ts'
import { readActiveZones } from '#db/machine/firewall.ts'
import { beginFirewallTrial, copyZones, readFirewallTrial } from '#db/machine/firewall-trial.ts'
import { lockFirewallZones } from '#db/machine/firewall-zones.ts'
import type { Actor } from '../http/activity.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import { Problem } from '../http/problem.ts'

/** The console makes several requests at once: a lower limit shuts out an admin too. */
const OWN_REQUESTS_PER_SECOND = 20
/** Changes that could refuse users of the console are undone unless confirmed within it. */
const CONFIRM_MS = 60_000
type Request = Actor & Pick<AppContext, 'database' | 'clock' | 'firewall'>

/**
 * Makes a change. It is refused if it would shut out the address of the request, now or when a
 * network expires; if it could shut out others, or if another one waits, it has to be confirmed.
 */
export async function changeZones<T>(request: Request, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { database, firewall } = request
  const result = await database.transaction().execute(async (tx) => {
    await lockFirewallZones(tx)
    const [before, zones_before] = [await readActiveZones(tx), await copyZones(tx)]
    const done = await work(tx)
    const after = await readActiveZones(tx)
    await refuseOwnLockOut(tx, request, after)
    const { scope, username } = request.caller
    const trial = await readFirewallTrial(tx, scope)
    if (trial?.state === 'UNCONFIRMED' || mayShutOut(before, after)) {
      const now_ms = request.clock.now_ms()
      await beginFirewallTrial(tx, {
        zones_before,
        confirm_until: toInstant(now_ms + CONFIRM_MS),
        changed_by: username,
        changed_at: toInstant(now_ms),
      })
    }
    return done
  })
  firewall.forget()
  return result
}

async function refuseOwnLockOut(
  tx: Tx,
  { caller, origin, clock, firewall }: Request,
  zones: readonly FirewallZone[],
): Promise<void> {
  const expiries = zones.flatMap(({ networks }) =>
    networks.flatMap(({ expires_at }) => (expires_at === null ? [] : [Date.parse(expires_at)])),
  )
  const changed = await firewall.read(tx)
  const service = webServiceOf(caller.type)
  for (const at_ms of [clock.now_ms(), ...new Set(expiries)]) {
    const [decision] = firewall.decide(changed, origin.ip, [service], at_ms)
    const isLow = (decision?.requests_per_second ?? Infinity) < OWN_REQUESTS_PER_SECOND
    if (decision?.policy !== 'DENY' && !isLow) continue
    const message = `This would shut out your own address ${origin.ip} by "${decision?.zone_name}".`
    throw new Problem('bad-input', { message })
  }
}
