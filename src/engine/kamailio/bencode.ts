// The encoding of rtpengine's control protocol: `d3:onei1e3:twol1:a1:bee`.

export type Bencoded = number | string | Bencoded[] | { readonly [name: string]: Bencoded }

export function encode(value: Bencoded): string {
  if (typeof value === 'number') return `i${value}e`
  if (typeof value === 'string') return `${Buffer.byteLength(value)}:${value}`
  if (Array.isArray(value)) return `l${value.map(encode).join('')}e`
  const entries = Object.entries(value).map(([name, one]) => encode(name) + encode(one))
  return `d${entries.join('')}e`
}

/** Undefined for what is not bencoded, or too deep to be an answer. */
export function decode(bytes: Buffer): Bencoded | undefined {
  const read = readValue(bytes, 0, MAX_DEPTH)
  return read && read.end === bytes.length ? read.value : undefined
}

const MAX_DEPTH = 20
const END = 'e'.charCodeAt(0)

type Read<Value> = { readonly value: Value; readonly end: number } | undefined

function readValue(bytes: Buffer, start: number, depth: number): Read<Bencoded> {
  if (depth === 0) return undefined
  switch (String.fromCharCode(bytes[start] ?? 0)) {
    case 'i':
      return readNumber(bytes, start + 1)
    case 'l':
      return readList(bytes, start + 1, depth - 1)
    case 'd':
      return readDictionary(bytes, start + 1, depth - 1)
    default:
      return readText(bytes, start)
  }
}

function readNumber(bytes: Buffer, start: number): Read<number> {
  const end = bytes.indexOf(END, start)
  const digits = bytes.toString('latin1', start, end < 0 ? start : end)
  return /^-?\d{1,15}$/.test(digits) ? { value: Number(digits), end: end + 1 } : undefined
}

function readText(bytes: Buffer, start: number): Read<string> {
  const colon = bytes.indexOf(':', start)
  const digits = bytes.toString('latin1', start, colon < 0 ? start : Math.min(colon, start + 7))
  if (!/^\d{1,6}$/.test(digits)) return undefined
  const end = colon + 1 + Number(digits)
  return end > bytes.length ? undefined : { value: bytes.toString('utf8', colon + 1, end), end }
}

function readList(bytes: Buffer, start: number, depth: number): Read<Bencoded[]> {
  const value: Bencoded[] = []
  let end = start
  while (bytes[end] !== END) {
    const read = readValue(bytes, end, depth)
    if (!read) return undefined
    value.push(read.value)
    end = read.end
  }
  return { value, end: end + 1 }
}

function readDictionary(bytes: Buffer, start: number, depth: number): Read<Bencoded> {
  const value: { [name: string]: Bencoded } = Object.create(null)
  let end = start
  while (bytes[end] !== END) {
    const name = readText(bytes, end)
    const read = name && readValue(bytes, name.end, depth)
    if (!read) return undefined
    value[name.value] = read.value
    end = read.end
  }
  return { value, end: end + 1 }
}
