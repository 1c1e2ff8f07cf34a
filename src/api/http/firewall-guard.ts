// Enforces the firewall zones in the API: every request with a session, and every login.
import {
  decideZone,
  type Firewall,
  makeFirewall,
  type ZoneDecision,
} from '#core/firewall/decide-zone.ts'
import type { ZoneService } from '#core/firewall/firewall-zone.ts'
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import { type CountryDatabase, CountryReader } from '#db/machine/country-database.ts'
import { addZoneHits, readActiveZones, readKnownNetworks } from '#db/machine/firewall.ts'
import { Problem } from './problem.ts'

/** How long a change made through another process may take to count here. */
const RELOAD_MS = 2000
const SECOND_MS = 1000

const NO_COUNTRIES: CountryDatabase = { file_ids: [], countryOf: () => null }

export interface AddressDecision extends ZoneDecision {
  readonly service: ZoneService
}

/** The zones of one moment, with the countries of addresses at that moment. */
export interface LoadedFirewall {
  readonly firewall: Firewall
  readonly countries: CountryDatabase
}

export class FirewallGuard {
  readonly #database: Database
  readonly #clock: Clock
  #loaded: { readonly at_ms: number; readonly firewall: Promise<LoadedFirewall> } | undefined
  readonly #countries = new CountryReader()
  #hits = new Map<number, number>()
  /** Requests of the current second by zone, service and address. */
  #second = { at: 0, requests: new Map<string, number>() }

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Throws the problem that the address is refused. */
  async admit(address: string, service: ZoneService): Promise<void> {
    const [decision] = this.decide(await this.#current(), address, [service])
    if (!decision || decision.zone_id === null) return
    this.#hits.set(decision.zone_id, (this.#hits.get(decision.zone_id) ?? 0) + 1)
    if (decision.policy === 'DENY') {
      throw new Problem('not-allowed', { message: 'Access from this address is not allowed.' })
    }
    const { zone_id, requests_per_second } = decision
    if (requests_per_second === null) return
    if (this.#countRequest(`${zone_id} ${service} ${address}`) > requests_per_second) {
      throw new Problem('too-many-tries', { retry_seconds: 1 })
    }
  }

  decide(
    { firewall, countries }: LoadedFirewall,
    address: string,
    services: readonly ZoneService[],
    now_ms = this.#clock.now_ms(),
  ): AddressDecision[] {
    const country = countries.countryOf(address)
    return services.map((service) => ({
      service,
      ...decideZone(firewall, { address, country, service }, now_ms),
    }))
  }

  /** As the transaction sees it. */
  async read(database: Database): Promise<LoadedFirewall> {
    const known = await readKnownNetworks(database)
    const firewall = makeFirewall(known, await readActiveZones(database))
    // The countries are loaded when the first zone needs them.
    const needsCountries = firewall.zones.some(({ countries }) => countries.size > 0)
    return { firewall, countries: needsCountries ? await this.countries(database) : NO_COUNTRIES }
  }

  countries(database: Database): Promise<CountryDatabase> {
    return this.#countries.read(database)
  }

  async builtInCountriesAt(): Promise<string> {
    return (await this.#countries.packaged()).built_at
  }

  /** The next request sees changes of this process. */
  forget(): void {
    this.#loaded = undefined
  }

  async flush(): Promise<void> {
    const hits = [...this.#hits].map(([zone_id, count]) => ({ zone_id, hits: count }))
    this.#hits.clear()
    await addZoneHits(this.#database, hits)
  }

  #current(): Promise<LoadedFirewall> {
    const at_ms = this.#clock.monotonic_ms()
    if (!this.#loaded || at_ms - this.#loaded.at_ms >= RELOAD_MS) {
      const firewall = this.flush().then(() => this.read(this.#database))
      this.#loaded = { at_ms, firewall }
      firewall.catch(() => this.forget())
    }
    return this.#loaded.firewall
  }

  #countRequest(key: string): number {
    const at = Math.floor(this.#clock.now_ms() / SECOND_MS)
    if (at !== this.#second.at) this.#second = { at, requests: new Map() }
    const count = (this.#second.requests.get(key) ?? 0) + 1
    this.#second.requests.set(key, count)
    return count
  }
}
