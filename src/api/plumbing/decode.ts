// What comes in, by the contract: exact values for the handler, or a message per field.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { LIMIT_MAX } from '#contract/page.ts'
import { Problem } from './problem.ts'

interface Decoded {
  readonly params: unknown
  readonly query: Readonly<Record<string, unknown>> | undefined
  readonly body: unknown
}

function asProblem(error: z.ZodError): Problem {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : ['']
    for (const name of names) {
      const path = [...issue.path.map(String), name].filter(Boolean).join('.')
      fields[path] ??= issue.message
    }
  }
  return new Problem('bad-input', { fields })
}

function decodeBy<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const result = z.safeDecode(schema, value as z.input<T>)
  if (result.success) return result.data
  throw asProblem(result.error)
}

/**
 * The console sends its remembered `limit` with every request (spec.md §7): it is cut to what a
 * list can answer, and means nothing elsewhere.
 */
function withoutStrayLimit(endpoint: Endpoint, query: unknown): unknown {
  const { limit, ...rest } = query as Record<string, unknown>
  if (limit === undefined || !endpoint.query || !('limit' in endpoint.query.shape)) return rest
  const isTooMuch = endpoint.list && /^\d{4,15}$/.test(String(limit))
  return { ...rest, limit: isTooMuch ? String(Math.min(Number(limit), LIMIT_MAX)) : limit }
}

export function decoderOf(endpoint: Endpoint): (request: FastifyRequest) => Decoded {
  const querySchema = endpoint.query ?? z.strictObject({})
  return (request) => ({
    params: endpoint.params && decodeParams(endpoint.params, request.params),
    query: decodeBy(querySchema, withoutStrayLimit(endpoint, request.query)),
    body: endpoint.body ? decodeBy(endpoint.body, request.body) : decodeNoBody(request.body),
  })
}

/** An id that cannot be one names nothing, so it is not found. */
function decodeParams(schema: z.ZodObject, params: unknown): unknown {
  const result = schema.safeDecode(params as never)
  if (result.success) return result.data
  throw new Problem('not-found')
}

function decodeNoBody(body: unknown): undefined {
  decodeBy(z.strictObject({}).nullish(), body)
}
