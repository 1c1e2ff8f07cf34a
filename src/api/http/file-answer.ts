// A file as the answer of an endpoint with `file_type`.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface FileAnswer {
  readonly name: string
  /** Parts of a large file are read as they are taken; `length` is that of all together. */
  readonly bytes:
    | Uint8Array
    | { readonly length: number; readonly parts: AsyncIterable<Uint8Array> }
}

/** Names of things can hold any letter; a header cannot. */
const safeName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 100)

export function sendFile(
  reply: FastifyReply,
  type: string,
  { name, bytes }: FileAnswer,
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${safeName(name)}"`)
  reply.type(type)
  if (!('parts' in bytes)) return reply.send(Buffer.from(bytes))
  reply.header('content-length', bytes.length)
  return reply.send(Readable.from(bytes.parts))
}
