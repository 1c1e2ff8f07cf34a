// A file as the answer of an endpoint with `file_type`.
import type { FastifyReply } from 'fastify'

export interface FileAnswer {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Names of things can hold any letter; a header cannot. */
const safeName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 100)

export function sendFile(
  reply: FastifyReply,
  type: string,
  { name, bytes }: FileAnswer,
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${safeName(name)}"`)
  return reply.type(type).send(Buffer.from(bytes))
}
