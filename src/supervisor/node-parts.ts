// The engines, the jobs, the tracer, the recorder and the API as parts that are kept running, with
// the environment that each of them reads.
import { join } from 'node:path'
import { ENGINES_MAX, engineName } from '#core/call/engine-name.ts'
import type { Config } from './config.ts'
import { type DataFolder, recordFolder, recordingFolder } from './data-folder.ts'
import { replicaAddress } from './postgres/database-access.ts'
import type { ProcessSpec } from './processes/keep-running.ts'
import { nodeMark, nodePart } from './processes/node-part.ts'
import { serviceUser } from './processes/system-user.ts'
import type { Setup } from './setup.ts'

const HEALTH_TIMEOUT_MS = 5000

const OTEL_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const

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
    flags: tracing(setup).flags,
    programs,
    user: { ...serviceUser('engine'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      ENGINE_NAME: name,
      KAMAILIO_EVAPI: `127.0.0.1:${ports.evapi}`,
      KAMAILIO_RPC: `http://127.0.0.1:${ports.rpc}/RPC`,
      RTPENGINE: `127.0.0.1:${ports.rtpengine}`,
      RECORDING_FOLDER: recordingFolder(folder),
      KAMAILIO_SECRET: secrets.kamailio_secret,
      SECRET_KEYS: secrets.secret_keys,
      LOG_LEVEL: config.LOG_LEVEL,
      ...tracing(setup).variables,
    },
  })
}

/** Traces are exported where the operator has named a receiver. */
function tracing({ config, programs }: Setup): {
  readonly flags: readonly string[]
  readonly variables: Record<string, string>
} {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { flags: [], variables: {} }
  const variables: Record<string, string> = {}
  for (const name of OTEL_VARIABLES) {
    const value = config[name]
    if (value !== undefined) variables[name] = value
  }
  return {
    flags: ['--import', join(programs.folder, 'src/supervisor/traces/export-traces.ts')],
    variables,
  }
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

/** Its queue is bounded; should it need more, it ends alone and no call does. */
const TRACER_FLAGS = ['--max-old-space-size=256']

export function tracerPart(setup: Setup, database: DatabaseUse): ProcessSpec {
  const { config, folder, node_id, programs, ports, secrets } = setup
  return nodePart({
    name: 'tracer',
    entry: 'src/jobs/sip-traces/tracer.ts',
    flags: TRACER_FLAGS,
    programs,
    user: { ...serviceUser('jobs'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      NODE_ID: String(node_id),
      TRACE_PORT: String(ports.trace),
      TRACE_KEY: secrets.trace_key,
      LOG_LEVEL: config.LOG_LEVEL,
    },
  })
}

/** It reads packets as they come from the disk, and has the sound of one call at a time. */
const RECORDER_FLAGS = ['--max-old-space-size=256']

export function recorderPart(setup: Setup, database: DatabaseUse): ProcessSpec {
  const { config, folder, node_id, programs, secrets } = setup
  return nodePart({
    name: 'recorder',
    entry: 'src/jobs/recordings/recorder.ts',
    flags: RECORDER_FLAGS,
    programs,
    user: { ...serviceUser('recorder'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      NODE_ID: String(node_id),
      SECRET_KEYS: secrets.secret_keys,
      RECORDING_FOLDER: recordingFolder(folder),
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
    flags: [...API_FLAGS, ...tracing(setup).flags],
    programs,
    user: { ...serviceUser('api'), groups: database.groups },
    folder,
    environment: {
      DATABASE_URL: database.url,
      ...(replica && { DATABASE_REPLICA_URL: replicaAddress(replica, database.url) }),
      HTTP_HOST: config.HTTP_HOST,
      HTTP_PORT: String(config.HTTP_PORT),
      TRUSTED_PROXY: config.TRUSTED_PROXY.join(','),
      METRICS_ALLOW: config.METRICS_ALLOW.join(','),
      TEST_LINE_PORT: String(config.TEST_LINE_PORT),
      SESSION_KEY: secrets.session_key,
      SECRET_KEYS: secrets.secret_keys,
      CONSOLE_FOLDER: join(programs.folder, 'dist'),
      LOG_LEVEL: config.LOG_LEVEL,
      ...tracing(setup).variables,
    },
    // Any answer will do: what is wrong elsewhere is no reason to start the API again.
    isHealthy: async () => {
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
      await (await fetch(`${consoleAddress(config)}/api/health`, { signal })).arrayBuffer()
      return true
    },
  })
}
