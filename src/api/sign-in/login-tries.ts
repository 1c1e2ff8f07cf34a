// Counts failed logins by user and by network, and those of a browser that the user is known in by
// that browser alone; in the database, so that a restart resets nothing.
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { LOGIN_TRIES } from '#core/login-tries.ts'
import { type Database, raw } from '#db/database.ts'
import { networkOf } from '../http/network.ts'
import { Problem } from '../http/problem.ts'

const WINDOW_SECONDS = 600
const TRIES_WITHOUT_CAPTCHA = 3

export interface LoginTry {
  readonly username: string
  readonly ip: string
  /** The browser as known-browser.ts identifies it. */
  readonly browser: string | undefined
}

export interface LoginTries {
  needsCaptcha(login: LoginTry): Promise<boolean>
  /** Counts a try before the password is looked at, so that parallel tries cannot slip through. */
  begin(login: LoginTry): Promise<void>
  /** A try that failed at nothing so far; earlier ones still count. */
  takeBack(login: LoginTry): Promise<void>
  /** A try that was right counts for nothing. */
  forgive(login: LoginTry): Promise<void>
}

export function makeLoginTries(database: Database): LoginTries {
  const common = {
    // The library expects a pool; ours is inside Kysely, with a nearly identical result.
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await database.executeQuery(raw(text, values))
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    tableName: 'login_limit',
    tableCreated: true,
    duration: WINDOW_SECONDS,
    blockDuration: WINDOW_SECONDS,
  }
  const limiter = (keyPrefix: keyof typeof LOGIN_TRIES) =>
    new RateLimiterPostgres({ ...common, keyPrefix, points: LOGIN_TRIES[keyPrefix] })
  const [byNetwork, byUser] = [limiter('network'), limiter('user')]
  const byBrowser = limiter('browser')
  const countersOf = ({ username, ip, browser }: LoginTry) =>
    browser !== undefined
      ? [{ by: byBrowser, key: browser }]
      : [
          { by: byNetwork, key: networkOf(ip) },
          { by: byUser, key: username.toLowerCase() },
        ]

  return {
    async needsCaptcha(login) {
      const counts = await Promise.all(countersOf(login).map(({ by, key }) => by.get(key)))
      return counts.some((count) => (count?.consumedPoints ?? 0) >= TRIES_WITHOUT_CAPTCHA)
    },
    async begin(login) {
      try {
        for (const { by, key } of countersOf(login)) await by.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retry_seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        const message = `Too many attempts. Please wait ${Math.ceil(retry_seconds / 60)} min.`
        throw new Problem('too-many-tries', { message, retry_seconds })
      }
    },
    async takeBack(login) {
      for (const { by, key } of countersOf(login)) await by.reward(key)
    },
    async forgive(login) {
      for (const { by, key } of countersOf(login)) {
        // Others in the network may have failed meanwhile: only this try is taken back.
        if (by === byNetwork) await by.reward(key)
        else await by.delete(key)
      }
    },
  }
}
