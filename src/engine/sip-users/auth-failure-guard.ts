// Failed authentications: counted, stored in few rows, and banned when they continue. Only a source
// that has answered our challenge is banned, because any other address may be forged. A scanner
// sends thousands of requests per second, so a single failure costs no query.
import type { Logger } from 'pino'
import type { AuthFailure } from '#db/people/auth-failures.ts'

export interface Failure {
  readonly kind: 'REGISTER' | 'INVITE'
  readonly reason: string
  readonly username: string
  readonly realm: string
  readonly source_ip: string
  readonly source_port: number
  readonly transport: string
  readonly user_agent: string
  readonly sip_call_id: string
  readonly from_uri: string
  readonly to_uri: string
  readonly request_uri: string
  /** The number of identical failures. */
  readonly count: number
}

export interface AuthFailureGuardOptions {
  readonly log: Logger
  monotonic_ms(): number
  /** This many failures within these minutes ban an address for the same time; 0 turns bans off. */
  rules(): { readonly failures: number; readonly minutes: number }
  write(failure: AuthFailure): Promise<void>
  /** Returns whether it is banned: known addresses are not. */
  ban(source_ip: string, reason: string, minutes: number): Promise<boolean>
}

/** Different failures that wait to be written; more of them are dropped. */
const WAITING_MAX = 500
const SOURCES_MAX = 10_000
/** A phone that has the password answers a challenge within this time. */
const ANSWER_MS = 30_000
/** Records of calls from one unknown address within an hour, so that no table fills. */
const RECORDS_PER_HOUR = 10
const HOUR_MS = 3_600_000

interface Source {
  failures: number
  since_ms: number
}

export class AuthFailureGuard {
  readonly #options: AuthFailureGuardOptions
  readonly #waiting = new Map<string, { failure: Failure; count: number }>()
  readonly #sources = new Map<string, Source>()
  /** Sources that were challenged and have not answered, with the first challenge. */
  readonly #asked = new Map<string, { failure: Failure; count: number; since_ms: number }>()
  readonly #records = new Map<string, { count: number; since_ms: number }>()

  constructor(options: AuthFailureGuardOptions) {
    this.#options = options
  }

  /** A wrong password, or another answer to a challenge that is none. */
  recordWrongPassword(failure: Failure): void {
    this.recordFailure(failure)
    this.#count(failure.source_ip, failure.reason, failure.count)
  }

  /** A failure of an unknown source; its address may be forged. */
  recordFailure(failure: Failure): void {
    const key = `${failure.kind} ${failure.source_ip} ${failure.username} ${failure.reason}`
    const known = this.#waiting.get(key)
    if (known) known.count += failure.count
    else if (this.#waiting.size < WAITING_MAX) {
      this.#waiting.set(key, { failure, count: failure.count })
    }
  }

  /** A challenge was sent; it becomes a failure if no answer arrives. */
  recordChallenge(failure: Failure): void {
    const known = this.#asked.get(failure.source_ip)
    if (known) known.count++
    else if (this.#asked.size < SOURCES_MAX) {
      const since_ms = this.#options.monotonic_ms()
      this.#asked.set(failure.source_ip, { failure, count: 1, since_ms })
    }
  }

  /** A source that has proved a password is no longer counted. */
  clearSource(source_ip: string): void {
    this.#asked.delete(source_ip)
    this.#sources.delete(source_ip)
  }

  /** Whether one more call from this unknown address gets a record of its own. */
  mayRecord(source_ip: string): boolean {
    const now_ms = this.#options.monotonic_ms()
    const known = this.#records.get(source_ip)
    if (known && now_ms - known.since_ms < HOUR_MS) return ++known.count <= RECORDS_PER_HOUR
    if (this.#records.size >= SOURCES_MAX) return false
    this.#records.set(source_ip, { count: 1, since_ms: now_ms })
    return true
  }

  /** Writes what has gathered; every two seconds. */
  async flush(): Promise<void> {
    const now_ms = this.#options.monotonic_ms()
    for (const [source_ip, { failure, count, since_ms }] of this.#asked) {
      if (now_ms - since_ms < ANSWER_MS) continue
      this.#asked.delete(source_ip)
      this.recordFailure({ ...failure, count })
    }
    this.#forget(now_ms)
    const gathered = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { failure, count } of gathered) await this.#options.write({ ...failure, count })
  }

  #count(source_ip: string, reason: string, count: number): void {
    const { failures, minutes } = this.#options.rules()
    if (failures === 0) return
    const now_ms = this.#options.monotonic_ms()
    const known = this.#sources.get(source_ip)
    const source =
      known && now_ms - known.since_ms < minutes * 60_000
        ? known
        : { failures: 0, since_ms: now_ms }
    source.failures += count
    this.#sources.set(source_ip, source)
    if (source.failures < failures) return
    this.#sources.delete(source_ip)
    void this.#ban(source_ip, reason, minutes, source.failures)
  }

  async #ban(source_ip: string, reason: string, minutes: number, failures: number): Promise<void> {
    const { log, ban } = this.#options
    try {
      const is_banned = await ban(source_ip, reason, minutes)
      log.warn({ source_ip, reason, failures }, is_banned ? 'banned' : 'known address, not banned')
    } catch (error) {
      log.warn({ source_ip, error: String(error) }, 'the ban cannot be written')
    }
  }

  /** Addresses are easily forged: inactive ones are removed, and those above the maximum. */
  #forget(now_ms: number): void {
    const { minutes } = this.#options.rules()
    for (const [source_ip, { since_ms }] of this.#sources) {
      if (now_ms - since_ms > minutes * 60_000) this.#sources.delete(source_ip)
    }
    if (this.#sources.size > SOURCES_MAX) this.#sources.clear()
    for (const [source_ip, { since_ms }] of this.#records) {
      if (now_ms - since_ms > HOUR_MS) this.#records.delete(source_ip)
    }
  }
}
