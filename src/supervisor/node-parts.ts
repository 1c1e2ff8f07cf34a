// The engines, the jobs and the API as parts that are kept running, with the environment that each
// of them reads.
import { join } from 'node:path'
import { ENGINES_MAX, engineName } from '#core/call/engine-name.ts'
import type { Config } from './config.ts'
import { type DataFolder, recordFolder } from './data-folder.ts'
import { replicaAddress } from './postgres/database-access.ts'
import type { ProcessSpec } from './processes/keep-running.ts'
import { nodeMark, nodePart } from './processes/node-part.ts'
import { serviceUser } from './processes/system-user.ts'
import type { Setup } from './setup.ts'

const HEALTH_TIMEOUT_MS = 5000

/** How a process comes to the database: its address, and the group that may use its socket. */
interface DatabaseUse {
  url: string
  groups: readonly number[]
}

/** Where a browser on this machine finds the console. */
export function consoleAddress({ HTTP_HOST, HTTP_PORT }: Config): string {
  const host = HTTP_HOST === '0.0.0.0' || HTTP_HOST === '::' ? 'localhost' : HTTP_HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${HTTP_PORT}`
}

/** The names of the engines of this node: a, b, … or a2, b2, … */
export function engineNames({ ENGINES }: Pick<Config, 'ENGINES'>, node_id: number): string[] {
  return Array.from({ length: ENGINES }, (_, index) => engineName(node_id, index))
}

/** By which they are found among the processes of the machine; also of those not configured now. */
export const engineMarks = (folder: DataFolder, node_id: number): string[] =>
  engineNames({ ENGINES: ENGINES_MAX }, node_id).map((name) => nodeMark(folder, `engine-${name}`))

export function enginePart(name: string, setup: Setup, database: DatabaseUse): ProcessSpec {
  const { config, folder, programs, ports, secrets } = setup
  return nodePart({
    name: `engine-${name}`,
    entry: 'src/engine/main.ts',
    programs,
    user: { ...serviceUser('engine'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      ENGINE_NAME: name,
      KAMAILIO_EVAPI: `127.0.0.1:${ports.evapi}`,
      KAMAILIO_RPC: `http://127.0.0.1:${ports.rpc}/RPC`,
      RTPENGINE: `127.0.0.1:${ports.rtpengine}`,
      KAMAILIO_SECRET: secrets.kamailio_secret,
      SECRET_KEYS: secrets.secret_keys,
      LOG_LEVEL: config.LOG_LEVEL,
    },
  })
}

/** A job that needs more ends its process, and no call and no request. */
const JOBS_FLAGS = ['--max-old-space-size=512']

export function jobsPart(setup: Setup, database: DatabaseUse): ProcessSpec {
  const { config, folder, programs, secrets } = setup
  return nodePart({
    name: 'jobs',
    entry: 'src/jobs/main.ts',
    flags: JOBS_FLAGS,
    programs,
    user: { ...serviceUser('jobs'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      SECRET_KEYS: secrets.secret_keys,
      RECORD_FOLDER: recordFolder(folder),
      LOG_LEVEL: config.LOG_LEVEL,
    },
  })
}

/**
 * Without a bound V8 collects late: after some large exports the API would keep far more memory
 * than it needs.
 */
export const API_FLAGS = ['--max-old-space-size=512']

export function apiPart(setup: Setup, database: DatabaseUse): ProcessSpec {
  const { config, folder, programs, secrets } = setup
  const replica = config.DATABASE_REPLICA_URL
  return nodePart({
    name: 'api',
    entry: 'src/api/main.ts',
    flags: API_FLAGS,
    programs,
    user: { ...serviceUser('api'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      ...(replica && { DATABASE_REPLICA_URL: replicaAddress(replica, database.url) }),
      HTTP_HOST: config.HTTP_HOST,
      HTTP_PORT: String(config.HTTP_PORT),
      TRUSTED_PROXY: config.TRUSTED_PROXY.join(','),
      TEST_LINE_PORT: String(config.TEST_LINE_PORT),
      SESSION_KEY: secrets.session_key,
      SECRET_KEYS: secrets.secret_keys,
      CONSOLE_FOLDER: join(programs.folder, 'dist'),
      LOG_LEVEL: config.LOG_LEVEL,
    },
    // Any answer will do: what is wrong elsewhere is no reason to start the API again.
    isHealthy: async () => {
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
      await (await fetch(`${consoleAddress(config)}/api/health`, { signal })).arrayBuffer()
      return true
    },
  })
}
