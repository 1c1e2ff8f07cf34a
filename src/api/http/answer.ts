// Encodes results by the contract, which also drops every field that it does not name.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { PROBLEMS } from '#contract/problem.ts'
import type { Listed } from '#db/paging.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { ANONYMOUS_BODY_LIMIT } from './limits.ts'
import { maskNumbers } from './mask-numbers.ts'
import { problemAnswerOf, toProblem } from './problem.ts'

/** `masked_digits` are hidden at the end of every telephone number. */
export function sendAnswer(
  reply: FastifyReply,
  endpoint: Endpoint,
  result: unknown,
  masked_digits: number,
): FastifyReply {
  if (endpoint.file_type) return sendFile(reply, endpoint.file_type, result as FileAnswer)
  if (!endpoint.answer) return reply.code(204).send()
  const encode = (value: unknown) =>
    maskNumbers(z.encode(endpoint.answer as z.core.$ZodType, value), masked_digits)
  if (!endpoint.list) return reply.send({ data: encode(result) })
  const { rows, page } = result as Listed<unknown>
  return reply.send({ data: encode(rows), page })
}

/**
 * Whether a body that was not read yet may be large: a small one costs less than a new connection,
 * and one in chunks does not say how long it is.
 */
const mayHaveLargeBody = ({ headers, body }: FastifyRequest): boolean =>
  body === undefined &&
  (headers['transfer-encoding'] !== undefined ||
    !(Number(headers['content-length'] ?? 0) <= ANONYMOUS_BODY_LIMIT))

/** Every error becomes a problem here, and is logged if it is not the fault of the request. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    const { status } = PROBLEMS[problem.code]
    if (problem.code === 'our-fault') request.log.error({ err: error }, 'A request failed')
    else if (status >= 500) request.log.warn({ reason: String(error) }, problem.message)
    const retry_seconds = problem.details.retry_seconds ?? (status === 503 ? 5 : undefined)
    if (retry_seconds) reply.header('retry-after', String(retry_seconds))
    // A request that is refused for its frequency is not read to its end.
    if (status === 429 && mayHaveLargeBody(request)) reply.header('connection', 'close')
    return reply.code(status).send(problemAnswerOf(problem, request.id))
  })
}
