// The HTTP server: the API under /api, and the console as static files around it.
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { ENDPOINTS } from '#contract/all.ts'
import { TEST_LINE_PORT } from '#core/test-line.ts'
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { type ResolveHost, resolveHost } from './checks/gateway-host.ts'
import { makeTextReader, type ReadTextRecords } from './checks/text-records.ts'
import { findShownBrand, serveFavicon } from './documents/brand.ts'
import { serveLogo } from './documents/logo.ts'
import { makePdfWriter } from './documents/pdf-writer.ts'
import { watchExports } from './exports/run-exports.ts'
import { HANDLERS } from './handlers.ts'
import { answerProblems } from './http/answer.ts'
import { serveConsole } from './http/console.ts'
import { FirewallGuard } from './http/firewall-guard.ts'
import { admit, registerEndpoint } from './http/handle.ts'
import {
  ANONYMOUS_BODY_LIMIT,
  LIMITS,
  type Limits,
  limitArrival,
  limitConnections,
  limitsOfServer,
} from './http/limits.ts'
import { answerMalformed, answerUnroutable } from './http/malformed.ts'
import { addressOf, inNetworks, isLoopback } from './http/network.ts'
import { Problem, UNREADABLE } from './http/problem.ts'
import { randomId } from './http/random.ts'
import { Replica } from './http/replica.ts'
import { traceRequests } from './http/trace-requests.ts'
import { makeTurns } from './http/turns.ts'
import { watchFirewallTrial } from './machine/firewall-trial.ts'
import { type MetricsOptions, serveMetrics } from './metrics/serve-metrics.ts'
import { serveDeliveryPage } from './notifications/delivery-page.ts'
import { watchAttachments } from './notifications/draw-attachments.ts'
import { serveUnsubscribe } from './notifications/unsubscribe-page.ts'
import { openApiOf } from './openapi.ts'
import { makeLoginTries } from './sign-in/login-tries.ts'
import { makePasswords } from './sign-in/password.ts'

export interface ServerOptions {
  readonly clock: Clock
  readonly database: Database
  /** Has connections of its own, so that a busy `database` stops no login. */
  readonly sessionDatabase: Database
  /** The address of a replica of the database, for what reads history. */
  readonly replica_url?: string | undefined
  /** Signs XSRF tokens and captchas. */
  readonly sessionKey: string
  /** Encrypt the passwords that the switch must have in clear. */
  readonly secretKeys: SecretKeys
  /** The built console; without it the server answers the API only. */
  readonly consoleFolder?: string | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-For` is accepted. */
  readonly trustedProxy?: readonly string[]
  readonly limits?: Partial<Limits>
  /** Where the test line listens; the default port unless given. */
  readonly test_line_port?: number
  /** A query to the DNS unless given. */
  readonly resolveHost?: ResolveHost
  readonly readTextRecords?: ReadTextRecords
  /** How often exports in the background are looked for; a second unless given. */
  readonly exports_every_ms?: number
  readonly logger?: FastifyServerOptions['logger']
  /** Keeps what work beside the requests fails at. */
  readonly watch?: WorkWatch
  readonly metrics?: MetricsOptions
}

const UNWATCHED: WorkWatch = { run: (_, run) => run() }

/** Answers that are no pages load nothing, in no frame; http/console.ts has the policy of pages. */
const NOTHING_MORE = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
}

/** No page of ours uses a device or a sensor, and so neither does a script that got into one. */
const NO_DEVICES =
  'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'

/** JSON, or nothing: some clients name the type of a body that they do not send. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done)
  })
}

/** Accepts files of any type, as a stream; the handler counts the bytes. */
function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Every endpoint of the contract and nothing else; a missing handler stops the start. */
function registerAll(app: FastifyInstance, options: ServerOptions, limits: Limits): void {
  const { clock, database, sessionDatabase, sessionKey, secretKeys } = options
  const { upload_ms, unread_ms, turn_ms } = limits
  const passwords = makePasswords()
  const loginTries = makeLoginTries(sessionDatabase)
  const databases = { database, sessionDatabase }
  const keys = { sessionKey, secretKeys }
  const names = {
    resolveHost: options.resolveHost ?? resolveHost,
    readTextRecords: options.readTextRecords ?? makeTextReader(),
  }
  const { test_line_port = TEST_LINE_PORT } = options
  const turns = makeTurns(turn_ms)
  const given = { clock, upload_ms, unread_ms, turns, test_line_port, handlers: HANDLERS }
  const common = { ...names, ...databases, ...keys, ...given }
  const firewall = new FirewallGuard(sessionDatabase, clock)
  app.addHook('onClose', () => firewall.flush())
  const { watch = UNWATCHED } = options
  app.addHook('onClose', watchFirewallTrial({ database, clock, firewall }, watch))
  const replica = startReplica(app, options, watch)
  const pdf = makePdfWriter()
  app.addHook('onClose', watchAttachments({ database, clock, pdf }, watch))
  const context = { ...common, passwords, loginTries, firewall, replica, pdf }
  app.addHook('onClose', watchExports(context, watch, options.exports_every_ms))
  const register = (to: FastifyInstance, takesFile: boolean) => {
    for (const [name, endpoint] of ENDPOINTS) {
      if ((endpoint.file_max !== undefined) !== takesFile) continue
      const handler = HANDLERS.get(name)
      if (!handler) throw new Error(`The endpoint ${name} has no handler`)
      registerEndpoint(to, context, endpoint, handler)
    }
  }
  register(app, false)
  app.register((part, _options, done) => {
    acceptFiles(part)
    register(part, true)
    done()
  })
  serveMetrics(app, context, options.metrics ?? {})
  serveLogo(app, database)
  serveFavicon(app, sessionDatabase)
  serveUnsubscribe(app, { database, secretKeys })
  serveDeliveryPage(app, { database, sessionKey, clock })
  // Made when it is first asked for: it would be most of the work of a start.
  let openApi: ReturnType<typeof openApiOf> | undefined
  // Not an endpoint of the contract, because the document is not wrapped in `data`; it needs a
  // login too.
  const onRequest = (request: FastifyRequest) =>
    admit(context, { method: 'GET', path: '/api/openapi.json', needs: 'signed-in' }, request)
  app.get('/api/openapi.json', { onRequest }, async ({ headers }) => {
    const brand = await findShownBrand(database, headers.host)
    openApi ??= openApiOf(ENDPOINTS)
    return brand
      ? { ...openApi, info: { ...(openApi.info as object), title: brand.title } }
      : openApi
  })
}

function startReplica(
  app: FastifyInstance,
  { replica_url, sessionDatabase, clock }: ServerOptions,
  watch: WorkWatch,
): Replica | undefined {
  if (!replica_url) return undefined
  const replica = new Replica(replica_url, sessionDatabase, clock)
  app.addHook('onClose', replica.start(watch))
  return replica
}

/** Limits and checks before any endpoint. */
function guardBorder(app: FastifyInstance, limits: Limits, isProxy: (ip: string) => boolean): void {
  traceRequests(app)
  limitConnections(app.server, limits, (ip) => isProxy(ip) || isLoopback(ip))
  // An unknown Expect header is ignored; Node.js would send a response without our headers.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', async (request, reply) => {
    const { raw, url } = request
    limitArrival(request, limits.request_ms)
    if (url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    // RFC 9112 §3.2: exactly one, which cross-site.ts compares the site with.
    const hosts = raw.rawHeaders.filter((one, at) => at % 2 === 0 && /^host$/i.test(one)).length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')) {
      throw new Problem('bad-input', { message: UNREADABLE })
    }
  })
  app.addHook('onRequest', app.rateLimit())
}

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = { ...LIMITS, ...options.limits }
  const isProxy = inNetworks(options.trustedProxy ?? [])
  const app = fastify({
    ...limitsOfServer(limits),
    logger: options.logger ?? false,
    bodyLimit: ANONYMOUS_BODY_LIMIT,
    trustProxy: isProxy,
    exposeHeadRoutes: false,
    genReqId: randomId,
    clientErrorHandler: answerMalformed,
    frameworkErrors: answerUnroutable,
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('arrival_timer', undefined)
  acceptJsonOnly(app)
  answerProblems(app)
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: NOTHING_MORE,
    referrerPolicy: { policy: 'same-origin' },
    // They say less than the policies above, or are for programs that are gone.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', NO_DEVICES)
  })
  // From 1 kB on. Request bodies are not decompressed, because a small one could become huge.
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
  await app.register(rateLimit, {
    // A limit of each route would count only what has been admitted.
    global: false,
    max: limits.requests_per_minute,
    keyGenerator: addressOf,
    errorResponseBuilder: () => new Problem('too-many-tries'),
  })
  guardBorder(app, limits, isProxy)
  registerAll(app, options, limits)
  await serveConsole(app, options.consoleFolder)
  return app
}
