// The Redis in which rtpengine keeps its calls for another machine, which continues their media at
// an address that moves (docs/operating.md, "Media that survive a machine").

export const RTP_REDIS = /^redis:\/\/(?::([^\s@/]+)@)?([A-Za-z0-9.-]+:\d{1,5})\/(\d|1[0-5])$/

/** Databases 0 and 1 are of one pair of machines, 2 and 3 of another. */
const otherOfPair = (database: number): number => database ^ 1

export interface RedisOptions {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export function redisOptions(url: string | undefined): RedisOptions {
  const [, password, server, database] = RTP_REDIS.exec(url ?? '') ?? []
  if (server === undefined) return { args: [], environment: {} }
  return {
    args: [
      `--redis=${server}/${database}`,
      `--subscribe-keyspace=${otherOfPair(Number(database))}`,
      // Without Redis it starts, and calls go on.
      '--no-redis-required',
      // Each call waits for Redis: by default without limit.
      '--redis-cmd-timeout=200',
      '--redis-connect-timeout=200',
      '--redis-allowed-errors=0',
      '--redis-disable-time=10',
    ],
    // In its arguments every user of the machine could read the password.
    environment: password === undefined ? {} : { RTPENGINE_REDIS_AUTH_PW: password },
  }
}
