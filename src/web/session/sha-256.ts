// SHA-256 (FIPS 180-4) of short texts. The browser's own is missing where the console is served
// without TLS, and being asynchronous is slower for a hundred thousand short texts.

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n)
  }
  return found
}

const fractionBits = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
const K = Int32Array.from(primes(64), (prime) => fractionBits(Math.cbrt(prime)))
const START = Int32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)))

const rotated = (x: number, by: number) => (x >>> by) | (x << (32 - by))

function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const view = new DataView(new ArrayBuffer(blocks * 64))
  for (const [i, byte] of bytes.entries()) view.setUint8(i, byte)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(blocks * 64 - 4, bytes.length * 8)
  return view
}

const w = new Int32Array(64)
const at = (array: Int32Array, i: number) => array[i] ?? 0

function expand(view: DataView, block: number): void {
  for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(block + t * 4)
  for (let t = 16; t < 64; t += 1) {
    const a = at(w, t - 15)
    const b = at(w, t - 2)
    const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)
    const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10)
    w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0
  }
}

function compress(hash: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(K, t) + at(w, t)) | 0
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = at(hash, i) + value
}

export function sha256Hex(text: string): string {
  const view = padded(new TextEncoder().encode(text))
  const hash = START.slice()
  for (let block = 0; block < view.byteLength; block += 64) {
    expand(view, block)
    compress(hash)
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
