// Banned addresses: those of the database, and floods that the switch has detected.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '#core/time/clock.ts'
import { listBansNow, listKnownAddresses, writeAutoBan } from '#db/accounts/registrar.ts'
import type { SwitchLink } from '../kamailio/switch-link.ts'

export interface BansOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly database: pg.Pool
}

export class Bans {
  readonly #options: BansOptions
  /** Addresses whose failure is logged already, so that it is logged once. */
  #failing = new Set<string>()

  constructor(options: BansOptions) {
    this.#options = options
  }

  /** Copies the bans of the database to the switch. One that fails does not stop the others. */
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
    // Last, because until here the switch blocks them on its own.
    for (const ip of floods) await doFor(ip, () => link.forgiveFlood(ip))
    this.#failing = failing
  }

  /** Sends the known addresses to the switch, which it does not ban for a flood. */
  async spare(link: SwitchLink): Promise<void> {
    link.spare(await listKnownAddresses(this.#options.database))
  }

  async #writeFloods(link: SwitchLink): Promise<string[]> {
    const { clock, log, database } = this.#options
    const floods = await link.floods()
    for (const { ip, expires_at } of floods) {
      const seconds = Math.max(1, Math.round(expires_at - clock.now_ms() / 1000))
      const is_banned = await writeAutoBan(database, {
        ip,
        kind: 'FLOOD',
        reason: 'flood',
        seconds,
      })
      log.warn({ ip }, is_banned ? 'banned for a flood' : 'a flood from a known address')
    }
    return floods.map(({ ip }) => ip)
  }
}
