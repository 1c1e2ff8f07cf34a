// Decodes input by the contract: exact values for the handler, or a message per field.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { issueText } from '#contract/issue-texts.ts'
import { LIMIT_MAX } from '#contract/page.ts'
import { refuseOverfull } from './overfull.ts'
import { Problem } from './problem.ts'

/** The maximum header size of Node.js, which includes the query. */
const QUERY_BYTES_MAX = 16 * 1024

interface Decoded {
  readonly params: unknown
  readonly query: Readonly<Record<string, unknown>> | undefined
  readonly body: unknown
}

function asProblem({ issues }: z.ZodError): Problem {
  // A map, because a field may have the name of something that every object has.
  const fields = new Map<string, string>()
  const tell = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).filter(Boolean).join('.')
    if (!fields.has(field)) fields.set(field, message)
  }
  // These first: a missing field may be a misspelt one.
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    // Its own message names all keys and would be repeated for each.
    for (const key of issue.keys) tell([...issue.path, key], 'Unknown field.')
  }
  for (const { code, path, message } of issues) {
    if (code !== 'unrecognized_keys') tell(path, message)
  }
  return new Problem('bad-input', { fields: Object.fromEntries(fields) })
}

function decodeBy<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const result = z.safeDecode(schema, value as z.input<T>, { error: issueText })
  if (result.success) return result.data
  throw asProblem(result.error)
}

/**
 * The console sends its remembered `limit` with every request: it is cut to what a
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
  return (request) => {
    refuseOverfull(request.query, QUERY_BYTES_MAX)
    // A file is read by its handler.
    const body = endpoint.file_max ? undefined : request.body
    refuseOverfull(body, request.routeOptions.bodyLimit)
    return {
      params: endpoint.params && decodeParams(endpoint.params, request.params),
      query: decodeBy(querySchema, withoutStrayLimit(endpoint, request.query)),
      body: endpoint.body ? decodeBy(endpoint.body, body) : decodeNoBody(body),
    }
  }
}

/** Params and query of a list that is not read by a request of its own. */
export function decodeList(
  endpoint: Endpoint,
  params: unknown,
  query: Readonly<Record<string, string>>,
): Pick<Decoded, 'params' | 'query'> {
  refuseOverfull(query, QUERY_BYTES_MAX)
  return {
    params: endpoint.params && decodeParams(endpoint.params, params),
    query: decodeBy(endpoint.query ?? z.strictObject({}), query),
  }
}

/** An invalid id is treated as not found. */
function decodeParams(schema: z.ZodObject, params: unknown): unknown {
  const result = schema.safeDecode(params as never)
  if (result.success) return result.data
  throw new Problem('not-found')
}

function decodeNoBody(body: unknown): undefined {
  decodeBy(z.strictObject({}).nullish(), body)
}
