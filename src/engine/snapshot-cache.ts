// Keeps the snapshot up to date: loads it, listens for signals, and compares change numbers,
// because a signal can be lost. A change replaces it; active calls keep their terms.
import type pg from 'pg'
import type { Logger } from 'pino'
import { byLongestPrefix, type DeckNames } from '#core/number/deck-names.ts'
import type { RoutingSnapshot } from '#core/routing/snapshot.ts'
import { DetailsPool, type RateSheet } from '#core/tariff/rate-sheet.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { Clock } from '#core/time/clock.ts'
import { makeClient } from '#db/database.ts'
import { DEFAULT_SETTINGS, type GeneralSettings } from '#db/settings.ts'
import { listenForSignals, type Signal } from '#db/signals.ts'
import {
  loadChangeNumbers,
  loadGeneralSettings,
  loadTariffRows,
  loadTimezone,
  settingsOfCalls,
  type TariffRow,
} from '#db/snapshot/configuration.ts'
import { type Configuration, loadConfiguration } from '#db/snapshot/load.ts'
import { NumberLists } from '#db/snapshot/number-lists.ts'
import { loadRateSheets } from '#db/snapshot/rates.ts'
import { loadDeckNames } from '#db/tariffs/code-deck.ts'
import type { Passwords } from './passwords.ts'

const POLL_MS = 3000
/** Simultaneous changes are loaded together. */
const GATHER_MS = 30
/** While many tariffs are loaded, the snapshot is renewed at this interval. */
const PUBLISH_MS = 1000

const OF_SNAPSHOT: readonly Signal['changed'][] = ['routing', 'setting', 'tariff', 'code_deck']

export interface SnapshotCache {
  /** Undefined until everything that routing needs has been loaded once. */
  current(): RoutingSnapshot | undefined
  settings(): GeneralSettings | undefined
  /** The time zone of the settings; UTC until they are known. */
  timezone(): string
  /** The name of a destination by the code deck; empty while it is not known. */
  destinationOf(number: string): string
  close(): Promise<void>
}

export interface SnapshotCacheOptions {
  readonly url: string
  readonly engine: string
  readonly clock: Pick<Clock, 'monotonic_ms'>
  readonly log: Logger
  /** How many times as fast change numbers are compared; 1 unless given. */
  readonly pace?: number
  readonly passwords: Passwords
  /** For signals of what is not in the snapshot. */
  onOther(signal: Signal): void
}

/** Starts to load. */
export const openSnapshotCache = (options: SnapshotCacheOptions): SnapshotCache =>
  new LiveSnapshotCache(options)

class LiveSnapshotCache implements SnapshotCache {
  readonly #options: SnapshotCacheOptions
  #client: pg.Client | undefined
  #snapshot: RoutingSnapshot | undefined
  #settings: GeneralSettings | undefined
  #timezone = DEFAULT_SETTINGS.timezone
  #deckNames: DeckNames = new Map()
  #numbers: ReadonlyMap<string, number> = new Map()
  #versions = new Map<number, number>()
  #sheets = new Map<number, RateSheet>()
  readonly #details = new DetailsPool()
  readonly #lists = new NumberLists()
  #loading: Promise<void> | undefined
  #again = false
  #closed = false
  #poll: NodeJS.Timeout
  #gather: NodeJS.Timeout | undefined
  #stopListening: Promise<() => Promise<void>>

  constructor(options: SnapshotCacheOptions) {
    this.#options = options
    const { url, engine, pace = 1, onOther } = options
    const onSignal = (signal: Signal) =>
      OF_SNAPSHOT.includes(signal.changed) ? this.#wake(GATHER_MS) : onOther(signal)
    this.#stopListening = listenForSignals(url, `engine ${engine}`, onSignal, () => this.#wake(0))
    this.#poll = setInterval(() => this.#wake(0), POLL_MS / pace)
  }

  current = (): RoutingSnapshot | undefined => this.#snapshot
  settings = (): GeneralSettings | undefined => this.#settings
  timezone = (): string => this.#timezone
  destinationOf = (number: string): string => byLongestPrefix(this.#deckNames, number)

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#poll)
    clearTimeout(this.#gather)
    await (await this.#stopListening)()
    await this.#loading
    await this.#client?.end()
  }

  #wake(delay_ms: number): void {
    if (this.#closed || this.#gather) return
    this.#gather = setTimeout(() => {
      this.#gather = undefined
      void this.#refresh()
    }, delay_ms)
  }

  /** One load at a time; a change that comes meanwhile is loaded after it. */
  async #refresh(): Promise<void> {
    if (this.#loading !== undefined) {
      this.#again = true
      return
    }
    this.#loading = this.#load().catch((error: unknown) => {
      this.#options.log.warn({ error: String(error) }, 'the snapshot cannot be loaded now')
      this.#dropClient()
    })
    await this.#loading
    this.#loading = undefined
    if (this.#again) {
      this.#again = false
      this.#wake(0)
    }
  }

  #dropClient(): void {
    void this.#client?.end().catch(() => {})
    this.#client = undefined
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const { url, engine } = this.#options
    const client = makeClient(url, `engine ${engine} snapshot`)
    client.on('error', () => this.#dropClient())
    await client.connect()
    this.#client = client
    return client
  }

  async #load(): Promise<void> {
    const client = await this.#connected()
    // The numbers are read first: a change that commits while we load is seen by the next poll.
    const numbers = await loadChangeNumbers(client)
    const rows = await loadTariffRows(client)
    const changed = rows.filter((row) => this.#versions.get(row.id) !== row.rates_version)
    const isNew = (subject: string) => numbers.get(subject) !== this.#numbers.get(subject)
    if (changed.length === 0 && ![...numbers.keys()].some(isNew)) return

    if (isNew('setting')) {
      this.#settings = await loadGeneralSettings(client)
      this.#timezone = await loadTimezone(client)
    }
    if (isNew('code_deck')) this.#deckNames = await loadDeckNames(client)
    const configuration =
      isNew('routing') || !this.#snapshot
        ? this.#decryptPasswords(await loadConfiguration(client, await this.#lists.load(client)))
        : this.#snapshot
    const { clock } = this.#options
    let published_at_ms = clock.monotonic_ms()
    await loadRateSheets(
      client,
      changed.map((row) => row.id),
      this.#details,
      (id, sheet) => {
        this.#sheets.set(id, sheet)
        // Calls of the first tariffs are carried while the others are still on their way.
        if (this.#snapshot && clock.monotonic_ms() - published_at_ms < PUBLISH_MS) return
        this.#publish(configuration, rows)
        published_at_ms = clock.monotonic_ms()
      },
    )
    for (const { id, rates_version } of rows) this.#versions.set(id, rates_version)
    this.#numbers = numbers
    this.#publish(configuration, rows)
    const rates = rows.reduce((sum, row) => sum + (this.#sheets.get(row.id)?.size ?? 0), 0)
    this.#options.log.info(
      { tariffs: rows.length, rates, reloaded: changed.length },
      'routing snapshot loaded',
    )
  }

  #decryptPasswords(configuration: Configuration): Configuration {
    const gateways = [...configuration.gateways.values()].map((gateway) => {
      const { id, name, auth_password } = gateway
      const password = this.#options.passwords.read('gateway.auth_password', name, auth_password)
      return [id, { ...gateway, auth_password: password ?? '' }] as const
    })
    return { ...configuration, gateways: new Map(gateways) }
  }

  /** The snapshot with all rate sheets that are there. */
  #publish(configuration: Configuration, rows: readonly TariffRow[]): void {
    const tariffs = new Map<number, Tariff>()
    for (const { rates_version: _, ...row } of rows) {
      const sheet = this.#sheets.get(row.id)
      if (sheet) tariffs.set(row.id, Object.freeze({ ...row, sheet }))
    }
    const settings = settingsOfCalls(this.#settings ?? DEFAULT_SETTINGS)
    this.#snapshot = Object.freeze({ ...configuration, ...settings, tariffs })
  }
}
