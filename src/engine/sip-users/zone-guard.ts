// Enforces the firewall zones in SIP: the switch gets the verdict about an address when it first
// sees it, and all verdicts are forgotten when a zone or a known address changes.
import type pg from 'pg'
import { decideZone, type Firewall, makeFirewall } from '#core/firewall/decide-zone.ts'
import type { Clock } from '#core/time/clock.ts'
import { overPool } from '#db/database.ts'
import { type CountryDatabase, CountryReader } from '#db/machine/country-database.ts'
import {
  addZoneHits,
  readActiveZones,
  readKnownNetworks,
  type ZoneHit,
} from '#db/machine/firewall.ts'
import type { SwitchLink } from '../kamailio/switch-link.ts'
import type { ZoneVerdict } from '../kamailio/switch-users.ts'

type Method = 'REGISTER' | 'INVITE'

export interface ZoneGuardOptions {
  readonly clock: Clock
  readonly database: pg.Pool
}

export class ZoneGuard {
  readonly #options: ZoneGuardOptions
  #state: { readonly text: string; readonly firewall: Firewall } | undefined
  readonly #reader = new CountryReader()
  #countries: CountryDatabase | undefined
  /** Hits of requests for which the switch had no verdict yet. */
  #hits: ZoneHit[] = []

  constructor(options: ZoneGuardOptions) {
    this.#options = options
  }

  /** The switch forgets its verdicts if anything has changed. */
  async refresh(link: SwitchLink): Promise<void> {
    if (await this.load()) await this.forget(link)
  }

  /** Returns whether anything has changed. */
  async load(): Promise<boolean> {
    const database = overPool(this.#options.database)
    const zones = await readActiveZones(database)
    // Without zones it makes no difference who is known.
    const known = zones.length === 0 ? [] : await readKnownNetworks(database)
    // Only when a zone needs them.
    const needsCountries = zones.some(({ countries }) => countries.length > 0)
    const countries = needsCountries ? await this.#reader.read(database) : undefined
    const text = JSON.stringify([zones, known, countries?.file_ids])
    if (this.#state?.text === text) return false
    this.#countries = countries
    this.#state = { text, firewall: makeFirewall(known, zones) }
    return true
  }

  /** Also after a connection: the switch may have missed a change. */
  async forget(link: SwitchLink): Promise<void> {
    link.forgetZones()
    // A password is refused in a denied zone, and the switch keeps that.
    await link.forgetCredentials()
  }

  isDenied(address: string, method: Method): boolean {
    return this.#verdict(address, method).limit === 'DENY'
  }

  onNotice(link: SwitchLink, { source_ip, method }: { source_ip: string; method: Method }): void {
    const verdicts = {
      REGISTER: this.#verdict(source_ip, 'REGISTER'),
      INVITE: this.#verdict(source_ip, 'INVITE'),
    }
    link.setZones(source_ip, verdicts)
    const { zone_id } = verdicts[method]
    if (zone_id !== 0) this.#hits.push({ zone_id, hits: 1 })
  }

  /** Writes the hits of the switch, which only one engine may take, and the own ones. */
  async flush(link: SwitchLink, takes_hits: boolean): Promise<void> {
    const hits = [...this.#hits, ...(takes_hits ? await link.takeZoneHits() : [])]
    this.#hits = []
    await addZoneHits(overPool(this.#options.database), hits)
  }

  #verdict(address: string, method: Method): ZoneVerdict {
    const country = this.#countries?.countryOf(address) ?? null
    const service = `SIP_${method}` as const
    const firewall = this.#state?.firewall
    const now_ms = this.#options.clock.now_ms()
    const decision = firewall && decideZone(firewall, { address, country, service }, now_ms)
    if (!decision || decision.zone_id === null) return { zone_id: 0, limit: 0 }
    const { zone_id, policy, requests_per_second } = decision
    return { zone_id, limit: policy === 'DENY' ? 'DENY' : (requests_per_second ?? 0) }
  }
}
