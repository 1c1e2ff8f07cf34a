// Those who are not known: counted, written down in few rows, and banned when they do not stop.
// Only who has answered a challenge of ours is banned: everything else may be sent in the name of
// others. A scanner sends thousands of requests a second, so nothing here costs a query each.
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
  /** So many that look alike. */
  readonly count: number
}

export interface AuthFailureGuardOptions {
  readonly log: Logger
  monotonic_ms(): number
  /** How many failures within how many minutes ban an address for as long; 0 bans nobody. */
  rules(): { readonly failures: number; readonly minutes: number }
  write(failure: AuthFailure): Promise<void>
  /** Answers whether it is banned: some are spared. */
  ban(source_ip: string, reason: string, minutes: number): Promise<boolean>
}

/** Different failures that wait to be written; what comes beyond is counted on the last one. */
const WAITING_MAX = 500
const SOURCES_MAX = 10_000
/** Whoever is asked for a password and has one sends it at once. */
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
  /** Asked for a password and not heard again, with the first question. */
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

  /** A caller that nobody knows, if it is one at all: the address may be forged. */
  recordFailure(failure: Failure): void {
    const key = `${failure.kind} ${failure.source_ip} ${failure.username} ${failure.reason}`
    const known = this.#waiting.get(key)
    if (known) known.count += failure.count
    else if (this.#waiting.size < WAITING_MAX) {
      this.#waiting.set(key, { failure, count: failure.count })
    }
  }

  /** Somebody was asked for a password, which is no failure until it does not come. */
  recordChallenge(failure: Failure): void {
    const known = this.#asked.get(failure.source_ip)
    if (known) known.count++
    else if (this.#asked.size < SOURCES_MAX) {
      const since_ms = this.#options.monotonic_ms()
      this.#asked.set(failure.source_ip, { failure, count: 1, since_ms })
    }
  }

  /** Somebody at this address has proven to be known. */
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
      log.warn({ source_ip, reason, failures }, is_banned ? 'banned' : 'known, and not banned')
    } catch (error) {
      log.warn({ source_ip, error: String(error) }, 'the ban cannot be written')
    }
  }

  /** Addresses are easily forged: what rests is forgotten, and so is what is too much. */
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
