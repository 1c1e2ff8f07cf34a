// The environment variables of the product, parsed once; the README lists them.
import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { ENGINES_MAX } from '#core/call/engine-name.ts'
import { TEST_LINE_PORT } from '#core/test-line.ts'
import { RTP_REDIS } from './kamailio/rtp-redis.ts'
import { JOIN_CODE } from './nodes/join-code.ts'

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, error)
}

// An address that Kamailio can write into headers; 0.0.0.0 is not one.
const isAddress = (text: string) => isIPv4(text) && text !== '0.0.0.0'

export interface SipAddress {
  transport: 'udp' | 'tcp'
  address: string
  port: number
}

function parseSipAddress(text: string): SipAddress | undefined {
  const [, transport, address, digits] = /^(udp|tcp):([\d.]+):(\d{1,5})$/.exec(text.trim()) ?? []
  const port = Number(digits)
  if (!address || !isAddress(address) || port < 1 || port > 65535) return undefined
  return { transport: transport === 'tcp' ? 'tcp' : 'udp', address, port }
}

const sipAddresses = z.string().transform((text, context) => {
  const addresses = text.split(',').map(parseSipAddress)
  const known = addresses.filter((address) => address !== undefined)
  if (known.length < addresses.length) {
    context.addIssue(
      'must be addresses of this server, for example udp:192.0.2.1:5060, separated by commas',
    )
  }
  return known
})

/** Not `/0`: then every client could forge its address. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)
}

const networks = z.string().transform((text, context) => {
  const all = text.split(',').map((one) => one.trim())
  if (!all.every(isNetwork)) {
    context.addIssue('must be addresses or networks, for example 127.0.0.1, separated by commas')
  }
  return all
})

/** An address that has a host, so that user and password can be set in it. */
const hasHost = (text: string) => URL.canParse(text) && new URL(text).host !== ''

interface Addresses {
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_REPLICA_URL?: string | undefined
}

function leadsElsewhere({ DATABASE_URL, DATABASE_REPLICA_URL }: Addresses): boolean {
  if (!DATABASE_REPLICA_URL || !DATABASE_URL || !URL.canParse(DATABASE_URL)) return true
  const [primary, replica] = [new URL(DATABASE_URL), new URL(DATABASE_REPLICA_URL)]
  const portOf = ({ port }: URL) => port || '5432'
  return primary.hostname !== replica.hostname || portOf(primary) !== portOf(replica)
}

const BUCKET = [
  ...(['BACKUP_S3_URL', 'BACKUP_S3_REGION', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'] as const),
]

const environment = z
  .object({
    ROLE: z
      .enum(['all', 'node', 'node-with-console'], {
        error: 'must be all, node or node-with-console',
      })
      .default('all'),
    JOIN_CODE: z.string().regex(JOIN_CODE, 'must be a code as the console shows it').optional(),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'must start with postgres://')
      .optional(),
    DATABASE_REPLICA_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, { error: 'must start with postgres://', abort: true })
      .refine(hasHost, 'must have a host, for example postgres://192.0.2.2')
      .optional(),
    DATA_DIR: z.string().optional(),
    BACKUP_DIR: z
      .string()
      .regex(/^\/[\w./-]+$/, 'must be a whole path without spaces, such as /mnt/backups')
      .optional(),
    BACKUP_HOUR: wholeNumber(0, 23).default(2),
    BACKUP_S3_URL: z
      .string()
      .regex(
        /^https:\/\/[\w.-]+(:\d{1,5})?(\/[\w.-]+)+\/?$/,
        'must be https://STORE/BUCKET or https://STORE/BUCKET/FOLDER',
      )
      .optional(),
    BACKUP_S3_REGION: z
      .string()
      .regex(/^[\w-]+$/, 'must be a region, such as eu-central-1')
      .optional(),
    BACKUP_S3_KEY_ID: z
      .string()
      .regex(/^[!-~]+$/, 'must be printable, without spaces')
      .optional(),
    BACKUP_S3_SECRET: z
      .string()
      .regex(/^[!-~]+$/, 'must be printable, without spaces')
      .optional(),
    HTTP_HOST: z
      .string()
      .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or a host name')
      .default('127.0.0.1'),
    HTTP_PORT: wholeNumber(1, 65535).default(8080),
    TRUSTED_PROXY: networks.default([]),
    METRICS_ALLOW: networks.default([]),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .optional(),
    OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
    OTEL_TRACES_SAMPLER: z.string().optional(),
    OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
    SIP_LISTEN: sipAddresses.prefault('udp:127.0.0.1:5060'),
    SIP_ADVERTISE: z
      .string()
      .refine(isAddress, 'must be an IPv4 address, for example 203.0.113.9')
      .optional(),
    RTP_MIN: wholeNumber(1024, 65535).default(10000),
    RTP_MAX: wholeNumber(1024, 65535).default(20000),
    RTP_REDIS: z
      .string()
      .regex(RTP_REDIS, 'must be redis://:PASSWORD@HOST:PORT/N with N from 0 to 15')
      .optional(),
    TEST_LINE_PORT: wholeNumber(1024, 65535).default(TEST_LINE_PORT),
    ADMIN_USERNAME: z
      .string()
      .regex(/^[A-Za-z0-9._-]{3,40}$/, 'must be 3 to 40 letters, digits, dots, dashes')
      .default('admin'),
    ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(128).optional(),
    ENGINES: wholeNumber(1, ENGINES_MAX).default(1),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
        error: 'must be fatal, error, warn, info, debug or trace',
      })
      .default('info'),
  })
  .refine((values) => values.RTP_MAX - values.RTP_MIN >= 100, {
    error: 'must be at least 100 more than RTP_MIN',
    path: ['RTP_MAX'],
  })
  .refine(({ ROLE, DATABASE_URL }) => ROLE === 'all' || DATABASE_URL !== undefined, {
    error: 'must be set for a node: the database that it shares with the others',
    path: ['DATABASE_URL'],
  })
  .refine(({ BACKUP_DIR, DATABASE_URL }) => !BACKUP_DIR || !DATABASE_URL, {
    error: 'is for the embedded database: docs/operating.md has what backs up your own',
    path: ['BACKUP_DIR'],
  })
  .refine(({ BACKUP_S3_URL, DATABASE_URL }) => !BACKUP_S3_URL || !DATABASE_URL, {
    error: 'is for the embedded database: docs/operating.md has what backs up your own',
    path: ['BACKUP_S3_URL'],
  })
  .refine(({ BACKUP_S3_URL, BACKUP_DIR }) => !BACKUP_S3_URL || !BACKUP_DIR, {
    error: 'must not be set beside BACKUP_DIR: backups go to one of them',
    path: ['BACKUP_S3_URL'],
  })
  .refine((values) => new Set(BUCKET.map((name) => values[name] !== undefined)).size === 1, {
    error: 'must be set all four, or none',
    path: [BUCKET.join(', ')],
  })
  .refine(leadsElsewhere, {
    error: 'must be another server than DATABASE_URL',
    path: ['DATABASE_REPLICA_URL'],
  })

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape)

export type Config = z.infer<typeof environment>

/** A line per wrong variable; what the operator must change, and no stack. */
export class ConfigError extends Error {}

/** A node has no migrations, partitions and jobs; the first machine has. */
export const isNode = ({ ROLE }: Pick<Config, 'ROLE'>): boolean => ROLE !== 'all'

export const makesBackups = ({
  BACKUP_DIR,
  BACKUP_S3_URL,
}: Pick<Config, 'BACKUP_DIR' | 'BACKUP_S3_URL'>): boolean =>
  BACKUP_DIR !== undefined || BACKUP_S3_URL !== undefined

export const servesConsole = ({ ROLE }: Pick<Config, 'ROLE'>): boolean => ROLE !== 'node'

export function readConfig(variables: NodeJS.ProcessEnv): Config {
  // An empty variable is what a shell or a container file writes for "not set".
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value))
  const result = environment.safeParse(present)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new ConfigError(lines.join('\n'))
}
