// Whom the switch keeps out: what the database says, and floods that the switch has noticed itself.
import type pg from 'pg'
import type { Logger } from 'pino'
import { listBansNow, listKnownAddresses, writeAutoBan } from '#db/accounts/telephones.ts'
import type { SwitchLink } from '../kamailio/switch-link.ts'

export interface BansOptions {
  readonly log: Logger
  readonly database: pg.Pool
}

export class Bans {
  readonly #options: BansOptions
  /** What was complained of, so that a row that fails every time is complained of once. */
  #failing = new Set<string>()

  constructor(options: BansOptions) {
    this.#options = options
  }

  /** Makes the bans of the switch those of the database. One that fails keeps no other from it. */
  async applyConsoleRequests(link: SwitchLink): Promise<void> {
    const floods = await this.#writeFloods(link)
    const wanted = await listBansNow(this.#options.database)
    const there = await link.bans()
    const failing = new Set<string>()
    const doFor = async (ip: string, work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        failing.add(ip)
        if (!this.#failing.has(ip)) {
          this.#options.log.warn({ ip, error: String(error) }, 'trouble with a ban')
        }
      }
    }
    for (const { ip } of there) {
      if (!wanted.some((ban) => ban.ip === ip)) await doFor(ip, () => link.unban(ip))
    }
    for (const { ip, seconds } of wanted) {
      if (!there.some((ban) => ban.ip === ip)) await doFor(ip, () => link.ban(ip, seconds))
    }
    // Only now: until then the switch keeps them out by itself.
    for (const ip of floods) await doFor(ip, () => link.forgiveFlood(ip))
    this.#failing = failing
  }

  /** Tells the switch whose floods are no reason to keep them out. */
  async spare(link: SwitchLink): Promise<void> {
    link.spare(await listKnownAddresses(this.#options.database))
  }

  async #writeFloods(link: SwitchLink): Promise<string[]> {
    const { log, database } = this.#options
    const floods = await link.floods()
    for (const { ip, expires_at } of floods) {
      const seconds = Math.max(1, Math.round(expires_at - Date.now() / 1000))
      const is_banned = await writeAutoBan(database, {
        ip,
        kind: 'FLOOD',
        reason: 'flood',
        seconds,
      })
      log.warn({ ip }, is_banned ? 'banned for a flood' : 'a flood in the name of a known address')
    }
    return floods.map(({ ip }) => ip)
  }
}
