// A zip archive as a stream, so that a long file needs no memory (PKWARE APPNOTE 6.3, without
// zip64: no part may pass 4 GB).
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly content: Iterable<string> | AsyncIterable<string>
}

interface Packed {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed_size: number
  readonly size: number
}

const VERSION = 20
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980: the archive says nothing of when it was made. */
const DATE = 0x0021

/** A record of the format: fields of two and of four bytes, all little-endian. */
function record(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const common = [
  [2, VERSION],
  [2, FLAGS],
  [2, DEFLATE],
  [2, 0],
  [2, DATE],
] as const

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    record([4, 0x04034b50], ...common, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])

const sizesOf = ({ crc, packed_size, size }: Packed) =>
  [
    [4, crc],
    [4, packed_size],
    [4, size],
  ] as const

const directoryEntry = (part: Packed): Buffer =>
  Buffer.concat([
    record([4, 0x02014b50], [2, VERSION], ...common, ...sizesOf(part), [2, part.name.length]),
    // No extra field, no comment, one disk, no attributes.
    record([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, part.offset]),
    part.name,
  ])

async function* packPart({ name, content }: ZipPart, offset: number) {
  let crc = 0
  let size = 0
  let packed_size = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const chunk = Buffer.from(text)
      crc = crc32(chunk, crc)
      size += chunk.length
      yield chunk
    }
  }
  const deflate = createDeflateRaw()
  // Its failure reaches the loop below as well, which is where it is thrown.
  pipeline(bytes(), deflate).catch(() => {})
  const encoded = Buffer.from(name)
  yield localHeader(encoded)
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    packed_size += chunk.length
    yield chunk
  }
  const packed: Packed = { name: encoded, offset, crc, packed_size, size }
  yield record([4, 0x08074b50], ...sizesOf(packed))
  return packed
}

export async function* zip(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const packed: Packed[] = []
  let offset = 0
  for (const part of parts) {
    const chunks = packPart(part, offset)
    let next = await chunks.next()
    while (!next.done) {
      offset += next.value.length
      yield next.value
      next = await chunks.next()
    }
    packed.push(next.value)
  }
  const directory = Buffer.concat(packed.map(directoryEntry))
  const count = packed.length
  yield directory
  yield record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count])
  yield record([4, directory.length], [4, offset], [2, 0])
}
