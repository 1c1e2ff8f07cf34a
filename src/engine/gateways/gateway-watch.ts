// The state of gateways: ping, lock, pause and registration. The first engine determines and stores
// it, all engines read it.
import type pg from 'pg'
import type { Logger } from 'pino'
import { isGoodPing, nextHealth } from '#core/gateway/gateway-health.ts'
import { assessGateway, isCheckDue } from '#core/gateway/gateway-lock.ts'
import type { GatewayCondition, RoutingSnapshot } from '#core/routing/snapshot.ts'
import type { Clock } from '#core/time/clock.ts'
import { isFirstEngine, isFirstOfNode } from '#db/machine/process-states.ts'
import {
  type GatewayConditionRow,
  listAssessed,
  listDuePings,
  loadGatewayConditions,
  type PingTarget,
  writeAssessments,
  writeOutboundRegistrations,
  writePause,
  writePing,
} from '#db/routing/gateway-states.ts'
import type { GeneralSettings } from '#db/settings.ts'
import { loadOutboundRegistrations } from '#db/snapshot/routing.ts'
import type { AttemptReport, SwitchLink } from '../kamailio/switch-link.ts'
import type { Passwords } from '../passwords.ts'
import { socketOf, uriOfHost } from './gateway-address.ts'

const UNKNOWN: GatewayCondition = {
  health: 'UNKNOWN',
  lock: null,
  is_paused: false,
  is_deprioritised: false,
  quality: null,
}
/** The longest pause that a Retry-After header may request. */
const PAUSE_SECONDS_MAX = 3600
/** A later pong counts as no answer. */
const PONG_MS = 6000

export interface GatewayWatchOptions {
  readonly engine: string
  readonly clock: Clock
  readonly log: Logger
  readonly database: pg.Pool
  readonly passwords: Passwords
  snapshot(): RoutingSnapshot | undefined
  settings(): Pick<GeneralSettings, 'gateway_check_minutes'> | undefined
}

export class GatewayWatch {
  readonly #options: GatewayWatchOptions
  #conditions = new Map<number, GatewayConditionRow>()
  /** Epoch milliseconds, of the pauses that this engine has received. */
  readonly #paused_until = new Map<number, number>()
  readonly #asked = new Map<string, { readonly target: PingTarget; readonly at_ms: number }>()
  #is_first = false
  #is_first_of_node = false
  #checked_ms = Number.NEGATIVE_INFINITY

  constructor(options: GatewayWatchOptions) {
    this.#options = options
  }

  condition = (gateway_id: number): GatewayCondition => {
    const row = this.#conditions.get(gateway_id)
    const until = Math.max(row?.paused_until ?? 0, this.#paused_until.get(gateway_id) ?? 0)
    const is_paused = until > this.#options.clock.now_ms()
    if (!row) return { ...UNKNOWN, is_paused }
    const { health, lock, is_deprioritised, quality } = row
    return { health, lock, is_paused, is_deprioritised, quality }
  }

  /** Gateways that answer 503 with Retry-After get no calls for that time (RFC 3261 §21.5.4). */
  async noteAttempts(attempts: readonly AttemptReport[]): Promise<void> {
    for (const { gateway_id, retry_after } of attempts) {
      if (retry_after === null || retry_after <= 0 || gateway_id === 0) continue
      const seconds = Math.min(retry_after, PAUSE_SECONDS_MAX)
      this.#paused_until.set(gateway_id, this.#options.clock.now_ms() + seconds * 1000)
      await writePause(this.#options.database, gateway_id, seconds)
    }
  }

  /** Reads the stored state; every two seconds. */
  async refresh(): Promise<void> {
    const { database, engine } = this.#options
    const rows = await loadGatewayConditions(database)
    this.#conditions = new Map(rows.map((row) => [row.gateway_id, row]))
    this.#is_first = await isFirstEngine(database, engine)
    this.#is_first_of_node = await isFirstOfNode(database, engine)
  }

  /** Sends OPTIONS to those whose time has come, and counts those that did not answer. */
  async ping(link: SwitchLink): Promise<void> {
    if (!this.#is_first) return
    const now_ms = this.#options.clock.monotonic_ms()
    for (const [id, { at_ms }] of this.#asked) {
      if (now_ms - at_ms > PONG_MS) await this.onPong({ id, sip_code: 0, ms: 0 })
    }
    for (const target of await listDuePings(this.#options.database)) {
      const id = String(target.gateway_id)
      if (this.#asked.has(id)) continue
      this.#asked.set(id, { target, at_ms: now_ms })
      link.ping({ id, uri: uriOfHost(target), ...socketOf(this.#options.snapshot(), target) })
    }
  }

  async onPong({ id, sip_code, ms }: { id: string; sip_code: number; ms: number }): Promise<void> {
    const asked = this.#asked.get(id)
    if (!asked || !this.#asked.delete(id)) return
    const { target } = asked
    const health = nextHealth(target.health, isGoodPing(sip_code), target)
    if (health.ping_state !== target.health.ping_state) {
      const { log } = this.#options
      log.info({ gateway_id: target.gateway_id, state: health.ping_state, sip_code }, 'gateway')
    }
    const { gateway_id } = target
    await writePing(this.#options.database, gateway_id, health, sip_code === 0 ? null : ms)
  }

  /** Judges the calls of every gateway by its limits. Called every minute. */
  async assess(): Promise<void> {
    if (!this.#is_first) return
    const { database, clock, settings } = this.#options
    const now_ms = clock.monotonic_ms()
    if (!isCheckDue(this.#checked_ms, now_ms, settings()?.gateway_check_minutes ?? 1)) return
    this.#checked_ms = now_ms
    const rows = await listAssessed(database)
    const assessments = rows.map((row) => ({
      gateway_id: row.gateway_id,
      was: row.lock,
      ...assessGateway(row, clock.now_ms()),
    }))
    await writeAssessments(database, assessments)
  }

  /** Sends the registrations at carriers to the switch, and stores their state. */
  async register(link: SwitchLink): Promise<void> {
    if (!this.#is_first) {
      // The switch of another node has them now, or has them again.
      if (this.#is_first_of_node) await link.setOutboundRegistrations([])
      return
    }
    const { database, passwords, snapshot } = this.#options
    const wanted = await loadOutboundRegistrations(database)
    await link.setOutboundRegistrations(
      wanted.map(({ host, port, transport, tunnel_id, ...row }) => ({
        ...row,
        auth_password: passwords.read('gateway.auth_password', row.domain, row.auth_password) ?? '',
        registrar: uriOfHost({ host, port, transport }),
        ...socketOf(snapshot(), { transport, tunnel_id }),
      })),
    )
    await writeOutboundRegistrations(database, await link.outboundRegistrations())
  }
}
