// Counts failed logins by user and by network, in the database, so that a restart forgives nobody.
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, raw } from '#db/database.ts'
import { networkOf } from './network.ts'
import { Problem } from './problem.ts'

const WINDOW_SECONDS = 600
const TRIES_OF_USER = 10
const TRIES_OF_NETWORK = 30
const TRIES_WITHOUT_CAPTCHA = 3

export interface LoginTry {
  readonly username: string
  readonly ip: string
}

export interface LoginTries {
  needsCaptcha(login: LoginTry): Promise<boolean>
  /** Counts a try before the password is looked at, so that parallel tries cannot slip through. */
  begin(login: LoginTry): Promise<void>
  /** A try that was right counts for nothing. */
  forgive(login: LoginTry): Promise<void>
}

export function makeLoginTries(database: Database): LoginTries {
  const common = {
    // The library speaks to a pool; ours is inside Kysely, which answers in nearly the same form.
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
  const byUser = new RateLimiterPostgres({ ...common, keyPrefix: 'user', points: TRIES_OF_USER })
  const byNetwork = new RateLimiterPostgres({
    ...common,
    keyPrefix: 'network',
    points: TRIES_OF_NETWORK,
  })
  const keys = ({ username, ip }: LoginTry) => [username.toLowerCase(), networkOf(ip)] as const

  return {
    async needsCaptcha(login) {
      const [user, network] = keys(login)
      const counts = await Promise.all([byUser.get(user), byNetwork.get(network)])
      return counts.some((count) => (count?.consumedPoints ?? 0) >= TRIES_WITHOUT_CAPTCHA)
    },
    async begin(login) {
      const [user, network] = keys(login)
      try {
        await byNetwork.consume(network)
        await byUser.consume(user)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retry_seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        const message = `Too many tries. Please wait ${Math.ceil(retry_seconds / 60)} min.`
        throw new Problem('too-many-tries', { message, retry_seconds })
      }
    },
    async forgive(login) {
      const [user, network] = keys(login)
      await byUser.delete(user)
      await byNetwork.reward(network)
    },
  }
}
