// Answers requests that are too malformed to find a route, in the form of all problems and with the
// headers that all answers have.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, type ProblemAnswer, type ProblemCode } from '#contract/problem.ts'
import { problemAnswerOf, toProblem, UNREADABLE } from './problem.ts'

/** No hook runs that could set them, and nothing of such an answer is to be shown or kept. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** A path that the router cannot read. */
export function answerUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error)
  const answer = problemAnswerOf(problem, request.id)
  void reply.code(PROBLEMS[problem.code].status).headers(HEADERS).send(answer)
}

const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/** Bytes that are not HTTP, or do not come in time. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = CODES[error.code ?? ''] ?? 'bad-input'
  const { status } = PROBLEMS[code]
  const message = code === 'bad-input' ? UNREADABLE : PROBLEMS[code].message
  const body = JSON.stringify({ message, code } satisfies ProblemAnswer)
  const headers = { ...HEADERS, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
