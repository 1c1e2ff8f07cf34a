// GET /metrics for Prometheus. Not an endpoint of the contract, because it is text; it needs an API
// token with the right for it, or an address that the operator has named (ADR-0042).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, Registry } from 'prom-client'
import type { AppContext } from '../http/app-context.ts'
import { admit } from '../http/handle.ts'
import { addressOf, inNetworks } from '../http/network.ts'
import { Problem } from '../http/problem.ts'
import { makeMetricsText } from './metrics-text.ts'

const PATH = '/metrics'
const MS = 1000
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface MetricsOptions {
  /** Networks that need no token; none by default, as a proxy may be on this machine. */
  readonly allowed?: readonly string[]
  /** With what the process itself measures; a new one unless given. */
  readonly registry?: Registry
}

export function serveMetrics(
  app: FastifyInstance,
  context: AppContext,
  { allowed = [], registry = new Registry() }: MetricsOptions,
): void {
  countRequests(app, registry)
  const isAllowed = inNetworks(allowed)
  const { database, clock, replica } = context
  const text = makeMetricsText({ database, clock, replica, registry })
  const onRequest = async (request: FastifyRequest) => {
    if (isAllowed(addressOf(request))) return
    await admit(context, { method: 'GET', path: PATH, needs: 'metrics.view' }, request)
    const scope = request.caller?.scope
    // The figures are of all accounts, with money.
    const seesAll = scope?.kind === 'everything' && scope.hidden_tariffs === undefined
    if (!seesAll) throw new Problem('not-allowed')
  }
  app.get(PATH, { onRequest }, async (_, reply) =>
    reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await text()),
  )
}

/** By method and status only: paths have ids. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'softswitch_api_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) => {
    const { method } = routeOptions
    const known = typeof method === 'string' ? method : 'other'
    seconds.observe({ method: known, status: String(statusCode) }, elapsedTime / MS)
  })
}
