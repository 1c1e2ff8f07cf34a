// Whether a change of firewall zones can refuse users of the console, and so has to be confirmed.
import type { FirewallZone } from './firewall-zone.ts'

/** The rules of the zones for the console, in their order; a zone without lists has none. */
const consoleRules = (zones: readonly FirewallZone[]) =>
  zones.flatMap(({ policy, requests_per_second, services, countries, networks }) => {
    const consoles = services.filter((service) => service.startsWith('WEB_')).toSorted()
    if (consoles.length === 0 || countries.length + networks.length === 0) return []
    return [{ policy, requests_per_second, consoles, countries, networks }]
  })

/** Both are the active zones in the order of their positions. */
export function mayShutOut(
  before: readonly FirewallZone[],
  after: readonly FirewallZone[],
): boolean {
  const rules = consoleRules(after)
  const isHarmless = rules.every(({ policy }) => policy === 'ALLOW')
  return !isHarmless && JSON.stringify(rules) !== JSON.stringify(consoleRules(before))
}
